import { listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { lockLedgers, idsIn, saveLedgers } from '#server/modules/membership/membership.service.ts'
import { addTime, expiryOf } from '#server/modules/membership/time-ledger.rules.ts'
import { findReferral } from '#server/modules/referrals/referrals.queries.ts'
import { beginTrial, lockTrial } from '#server/modules/trial/trial.service.ts'
import { minutesOf, trialStand, trialStart } from '#server/modules/trial/trial.rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'

/**
 * Minutes of the trial by the settings; invited users may get more by the affiliate terms. 0 if there is no trial.
 * `withAddress`: computes the length as if the account had a verified email address or phone number.
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

/**
 * True if the account has an email address or phone number. Users verify theirs by a code; that of an imported or
 * invited account may be unverified.
 */
const hasVerifiedAddress = async (db: Queryable, userId: string): Promise<boolean> =>
  (await listIdentifiers(db, userId)).some(({ kind }) => kind !== 'account_name')

/**
 * Starts a requested trial. Returns false if no trial waits, the request lapsed, paid time runs, the account has no
 * device, or one of the devices had its trial with another account. The caller must hold the lock of the account's
 * devices.
 */
export async function startArmedTrial(tx: Transaction, userId: string): Promise<boolean> {
  const claim = await lockTrial(tx, userId)
  if (trialStand(claim, tx.now) !== 'armed') return false
  // Locking the membership serializes the start of a trial with payments.
  const ledger = (await lockLedgers(tx, [userId])).get(userId)
  const offered = await offeredMinutes(tx, userId, { isCrowded: claim?.isCrowded === true })
  const start = ledger && trialStart(claim, { membershipEndsAt: expiryOf(ledger), offered, now: tx.now })
  const seconds = (start?.minutes ?? 0) * 60
  const granted = start && addTime(ledger, { source: 'trial', sourceId: userId, seconds, note: null }, idsIn(tx))
  if (!granted) return false
  const deviceIds = (await listDevices(tx, userId)).map((device) => device.deviceId)
  if (deviceIds.length === 0 || !(await beginTrial(tx, { userId, deviceIds, ...start }))) return false
  await saveLedgers(tx, [granted])
  return true
}
