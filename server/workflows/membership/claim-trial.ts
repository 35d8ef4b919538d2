import { AppError } from '#shared/errors.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listDevices, lockDevices } from '#server/modules/devices/devices.queries.ts'
import { isSignedIn } from '#server/modules/devices/devices.rules.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { lockLedgers } from '#server/modules/membership/membership.service.ts'
import { expiryOf } from '#server/modules/membership/time-ledger.rules.ts'
import { anyDeviceUsed, armTrial, lockTrial } from '#server/modules/trial/trial.service.ts'
import { findClaim } from '#server/modules/trial/trial.queries.ts'
import { armedMinutes, trialStand, type TrialClaim, type TrialStand } from '#server/modules/trial/trial.rules.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { offeredMinutes, startArmedTrial } from './start-trial.ts'

/**
 * Asks for the free trial, once per account and device. It waits for the first sign-in of an app, or for the first
 * fetch of a link; where an app is signed in already it begins at once. Asked for again while it waits, it stays as it is. Throws `TrialNotOffered`, `TrialUsed`,
 * `TrialUsedOnDevice`, or `MembershipRuns` where time runs that needs no trial; nothing is changed then.
 */
export async function claimTrial(database: Database, userId: string): Promise<TrialState> {
  return database.transaction(async (tx) => {
    // A device that joins at this moment is counted here, or sees the claim.
    await lockDevices(tx, userId)
    const before = trialStand(await lockTrial(tx, userId), tx.now)
    if (before !== 'none' && before !== 'armed') throw new AppError('TrialUsed')
    const expiresAt = [...(await lockLedgers(tx, [userId])).values()].map(expiryOf)[0] ?? null
    if (expiresAt && expiresAt > tx.now) throw new AppError('MembershipRuns')
    if (before === 'none') await arm(tx, userId)
    const hasApp = (await listDevices(tx, userId)).some(isSignedIn)
    if (hasApp && !(await startArmedTrial(tx, userId))) throw new AppError('TrialUsedOnDevice')
    return readTrial(tx, userId, tx.now)
  })
}

async function arm(tx: Transaction, userId: string): Promise<void> {
  const minutes = await offeredMinutes(tx, userId)
  if (minutes === 0) throw new AppError('TrialNotOffered')
  if (!(await armTrial(tx, userId, minutes, (await readSettings(tx)).trialArmedDays))) throw new AppError('TrialUsed')
}

export type TrialState = Omit<TrialClaim, 'claimedAt' | 'minutes'> & {
  readonly state: TrialStand
  readonly minutes: number
  /** Whether it can be asked for now, and why not where it was not asked for before. */
  readonly available: boolean
  readonly refusal: 'TrialNotOffered' | 'MembershipRuns' | 'TrialUsedOnDevice' | null
  /** An app is signed in: once it is asked for, it runs. */
  readonly startsNow: boolean
  readonly claimedAt: Date | null
}

/** Whether the trial can still be had, how it stands, and until when it waits or runs. */
export const describeTrial = (database: Database, userId: string): Promise<TrialState> =>
  database.transaction((tx) => readTrial(tx, userId, tx.now))

export async function readTrial(db: Queryable, userId: string, now: Date): Promise<TrialState> {
  const [claim, offered] = [await findClaim(db, userId), await offeredMinutes(db, userId)]
  const [membership, devices] = [await findMembership(db, userId), await listDevices(db, userId)]
  const state = trialStand(claim, now)
  const isMember = Boolean(membership?.expiresAt && membership.expiresAt > now)
  const deviceIds = devices.map(({ deviceId }) => deviceId)
  const isUsed = state === 'none' && (await anyDeviceUsed(db, deviceIds))
  const reason = isMember ? 'MembershipRuns' : isUsed ? 'TrialUsedOnDevice' : offered === 0 ? 'TrialNotOffered' : null
  const minutes = state === 'armed' ? armedMinutes(claim?.minutes ?? null, offered) : (claim?.minutes ?? offered)
  const { claimedAt = null, lapsesAt = null, startedAt = null, endsAt = null } = claim ?? {}
  return {
    state,
    minutes,
    available: state === 'none' && reason === null,
    refusal: state === 'none' ? reason : null,
    startsNow: devices.some(isSignedIn),
    claimedAt,
    lapsesAt,
    startedAt,
    endsAt,
  }
}

/** Instants as they go over the wire. */
export const presentTrial = ({ claimedAt, lapsesAt, startedAt, endsAt, ...trial }: TrialState) => ({
  ...trial,
  claimedAt: claimedAt?.getTime() ?? null,
  lapsesAt: lapsesAt?.getTime() ?? null,
  startedAt: startedAt?.getTime() ?? null,
  endsAt: endsAt?.getTime() ?? null,
})
