import { AppError } from '#shared/errors.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listDevices, lockDevices } from '#server/modules/devices/devices.queries.ts'
import { isSignedIn } from '#server/modules/devices/device-places.rules.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { lockLedgers } from '#server/modules/membership/membership.service.ts'
import { expiryOf } from '#server/modules/membership/time-ledger.rules.ts'
import { anyDeviceUsed, armTrial, lockTrial } from '#server/modules/trial/trial.service.ts'
import { findClaim } from '#server/modules/trial/trial.queries.ts'
import { armedMinutes, trialStand, type TrialClaim, type TrialStand } from '#server/modules/trial/trial.rules.ts'
import { admitTry } from '#server/modules/limits/admit-try.ts'
import { trialSlot } from '#server/modules/limits/limits.rules.ts'
import { consumeTries, returnSlots } from '#server/modules/limits/limits.service.ts'
import { coarseNetwork } from '#server/platform/network.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { offeredMinutes, startArmedTrial } from './start-trial.ts'

type Deps = Pick<IdentityDeps, 'database' | 'digest'>

/**
 * Requests the free trial, once per account and device; it starts when an app signs in or fetches its link. Idempotent
 * while the trial waits. In a network with unusually many trials a browser needs one proof of work; no network is
 * refused.
 */
export async function claimTrial(deps: Deps, userId: string, caller: Caller): Promise<TrialState> {
  const { database } = deps
  // Only requests for a trial that can succeed count towards the network's limit.
  const isOpen = (await describeTrial(database, userId)).available
  const { isCrowded, forgive } = isOpen ? await tryFromRange(deps, caller) : noTry
  try {
    const { state, isNew } = await database.transaction((tx) => askForTrial(tx, userId, isCrowded))
    if (!isNew) await forgive()
    return state
  } catch (error) {
    await forgive()
    throw error
  }
}

async function askForTrial(
  tx: Transaction,
  userId: string,
  isCrowded: boolean,
): Promise<{ state: TrialState; isNew: boolean }> {
  // Locking the devices serializes this with device sign-ins: a device that joins now is either checked here or finds
  // the trial.
  await lockDevices(tx, userId)
  const before = trialStand(await lockTrial(tx, userId), tx.now)
  if (before !== 'none' && before !== 'armed') throw new AppError('TrialUsed')
  const expiresAt = [...(await lockLedgers(tx, [userId])).values()].map(expiryOf)[0] ?? null
  if (expiresAt && expiresAt > tx.now) throw new AppError('MembershipRuns')
  if (before === 'none') await arm(tx, userId, isCrowded)
  const hasApp = (await listDevices(tx, userId)).some(isSignedIn)
  if (hasApp && !(await startArmedTrial(tx, userId))) throw new AppError('TrialUsedOnDevice')
  return { state: await readTrial(tx, userId, tx.now), isNew: before === 'none' }
}

type RangeTry = { readonly isCrowded: boolean; readonly forgive: () => Promise<void> }
const noTry: RangeTry = { isCrowded: false, forgive: () => Promise.resolve() }

/**
 * Counts a request for a trial in its network range. `isCrowded`: the range has unusually many today; a browser has
 * then done a proof of work. `forgive` takes the count back. An exit of our own VPN has a higher limit, and local
 * networks have none.
 */
async function tryFromRange({ database, digest }: Deps, caller: Caller): Promise<RangeTry> {
  const { network, widths = [network], isExit = false } = caller
  if (coarseNetwork(network) === 'local') return noTry
  const slot = trialSlot(widths, isExit)
  const forgive = () => returnSlots(database, digest, [slot])
  if (caller.platform !== 'web')
    return (await consumeTries(database, digest, [slot]))
      ? { isCrowded: false, forgive }
      : { ...noTry, isCrowded: true }
  const admitted = await admitTry({ database, digest }, caller, { free: [slot] })
  return { isCrowded: admitted.worked, forgive: admitted.forgive }
}

async function arm(tx: Transaction, userId: string, isCrowded: boolean): Promise<void> {
  const minutes = await offeredMinutes(tx, userId, { isCrowded })
  if (minutes === 0) throw new AppError('TrialNotOffered')
  const days = (await readSettings(tx)).trialArmedDays
  if (!(await armTrial(tx, { userId, minutes, days, isCrowded }))) throw new AppError('TrialUsed')
}

type TrialState = Omit<TrialClaim, 'claimedAt' | 'minutes' | 'lapsesAt' | 'isCrowded'> & {
  readonly minutesWithAddress: number | null
  readonly state: TrialStand
  readonly minutes: number
  readonly available: boolean
  readonly refusal: 'TrialNotOffered' | 'MembershipRuns' | 'TrialUsedOnDevice' | null
  readonly startsNow: boolean
  readonly claimedAt: Date | null
  readonly lapsesAt: Date | null
}

export const describeTrial = (database: Database, userId: string): Promise<TrialState> =>
  database.transaction((tx) => readTrial(tx, userId, tx.now))

export async function readTrial(db: Queryable, userId: string, now: Date): Promise<TrialState> {
  const claim = await findClaim(db, userId)
  const isCrowded = claim?.isCrowded === true
  const offered = await offeredMinutes(db, userId, { isCrowded })
  const [membership, devices] = [await findMembership(db, userId), await listDevices(db, userId)]
  const state = trialStand(claim, now)
  const isMember = Boolean(membership?.expiresAt && membership.expiresAt > now)
  const deviceIds = devices.map(({ deviceId }) => deviceId)
  const isUsed = state === 'none' && (await anyDeviceUsed(db, deviceIds))
  const reason = isMember ? 'MembershipRuns' : isUsed ? 'TrialUsedOnDevice' : offered === 0 ? 'TrialNotOffered' : null
  const promised = claim?.minutes ?? offered
  const minutes = state === 'armed' ? armedMinutes(promised, offered) : promised
  const withAddress = isCrowded ? await offeredMinutes(db, userId, { isCrowded, withAddress: true }) : offered
  return {
    state,
    minutes,
    minutesWithAddress: state === 'armed' && withAddress > minutes ? withAddress : null,
    available: state === 'none' && reason === null,
    refusal: state === 'none' ? reason : null,
    startsNow: devices.some(isSignedIn),
    claimedAt: claim?.claimedAt ?? null,
    lapsesAt: claim?.lapsesAt ?? null,
    startedAt: claim?.startedAt ?? null,
    endsAt: claim?.endsAt ?? null,
  }
}

export const presentTrial = ({ claimedAt, lapsesAt, startedAt, endsAt, ...trial }: TrialState) => ({
  ...trial,
  claimedAt: claimedAt?.getTime() ?? null,
  lapsesAt: lapsesAt?.getTime() ?? null,
  startedAt: startedAt?.getTime() ?? null,
  endsAt: endsAt?.getTime() ?? null,
})
