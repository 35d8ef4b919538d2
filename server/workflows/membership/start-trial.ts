import { listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { lockLedgers, makingIn, saveLedgers } from '#server/modules/membership/membership.service.ts'
import { addTime, expiryOf } from '#server/modules/membership/time-ledger.rules.ts'
import { findReferral } from '#server/modules/referrals/referrals.queries.ts'
import { beginTrial, lockTrial } from '#server/modules/trial/trial.service.ts'
import { minutesOf, trialStand, trialStart } from '#server/modules/trial/trial.rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'

/**
 * The operator's minutes; more for someone who was invited, by the terms. 0 where the setting holds nothing that could
 * be granted. `withAddress`: what they would be with an address that was verified.
 */
export async function offeredMinutes(
  db: Queryable,
  userId: string,
  { isCrowded, withAddress = false }: { readonly isCrowded: boolean; readonly withAddress?: boolean },
): Promise<number> {
  const { trialMinutes: short, affiliateTerms } = await readSettings(db)
  if (!Number.isSafeInteger(short) || short <= 0) return 0
  const isInvited = (await findReferral(db, userId))?.verdict === 'counted'
  const hasAddress = withAddress || (isInvited && isCrowded && (await hasVerifiedAddress(db, userId)))
  return minutesOf({ short, long: affiliateTerms.invitedTrialMinutes }, { isInvited, isCrowded, hasAddress })
}

/** Account names need no code; an address is bound by one alone. */
const hasVerifiedAddress = async (db: Queryable, userId: string): Promise<boolean> =>
  (await listIdentifiers(db, userId)).some(({ kind }) => kind !== 'account_name')

/**
 * Someone is about to use the service: a trial that waits begins to run, and its minutes are granted. For whatever shows
 * that first: an app that signs in, or any that fetches the account's link. Nothing happens where none waits, where it
 * lapsed, where paid time runs, or where a device of the account had its trial with another account. The caller holds
 * the account's list of devices, with the device that is used among them. Returns whether the trial runs now because of this.
 */
export async function startArmedTrial(tx: Transaction, userId: string): Promise<boolean> {
  const claim = await lockTrial(tx, userId)
  if (trialStand(claim, tx.now) !== 'armed') return false
  // The membership is held before it is looked at: a payment that is being applied comes before this, or after.
  const ledger = (await lockLedgers(tx, [userId])).get(userId)
  const offered = await offeredMinutes(tx, userId, { isCrowded: claim?.isCrowded === true })
  const start = ledger && trialStart(claim, { membershipEndsAt: expiryOf(ledger), offered, now: tx.now })
  const seconds = (start?.minutes ?? 0) * 60
  const granted = start && addTime(ledger, { source: 'trial', sourceId: userId, seconds, note: null }, makingIn(tx))
  if (!granted) return false
  const deviceIds = (await listDevices(tx, userId)).map((device) => device.deviceId)
  if (deviceIds.length === 0 || !(await beginTrial(tx, { userId, deviceIds, ...start }))) return false
  await saveLedgers(tx, [granted])
  return true
}
