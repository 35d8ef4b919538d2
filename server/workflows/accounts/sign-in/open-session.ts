import { randomUUIDv7 } from 'node:crypto'
import { AppError, type BoundDevice, type NextStep } from '#shared/errors.ts'
import { deviceTypeCode, osCode } from '#shared/device-codes.ts'
import { lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { accountBlocked, findBlock } from '#server/modules/accounts/blocks.service.ts'
import { cancelDeletion, findDeletion } from '#server/modules/accounts/deletion.service.ts'
import { bindDevice } from '#server/modules/devices/devices.service.ts'
import { devicePlaces } from '#server/modules/devices/device-places.rules.ts'
import { listDevices, type DeviceRow } from '#server/modules/devices/devices.queries.ts'
import { reverseGrant } from '#server/modules/membership/membership.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { isTotpOn } from '#server/modules/second-factors/second-factors.service.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import { openStep, type OpenStep } from '#server/modules/sign-in-steps/sign-in-steps.service.ts'
import { lockRunningTrialShared } from '#server/modules/trial/trial.service.ts'
import { startArmedTrial } from '#server/workflows/membership/start-trial.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Device } from '#server/platform/device-ids.ts'
import type { SessionOrigin } from '#server/platform/session-origin.ts'

type Person = { readonly userId: string; readonly uid: number }
export type SignedIn = {
  readonly uid: number
  readonly sessionId: string
  readonly token: string
  readonly deletionCancelled: boolean
}
type SessionOrStep =
  | { readonly signedIn: SignedIn }
  | { readonly stopped: 'SecondFactorRequired' | 'DeviceLimitReached'; readonly next: NextStep }

/** Opens a session. Throws `SecondFactorRequired` or `DeviceLimitReached` with the challenge for the next step. */
export async function openSession(
  database: Database,
  person: Person,
  device: Device,
  origin: SessionOrigin,
): Promise<SignedIn> {
  return sessionOrThrow(await database.transaction((tx) => tryOpenSession(tx, person, device, { origin })))
}

/**
 * Opens a session inside the caller's transaction. Call `sessionOrThrow` after the commit, because throwing before it
 * would roll back the stored challenge.
 */
export async function tryOpenSession(
  tx: Transaction,
  person: Person,
  device: Device,
  { origin, factorPassed = false }: { origin: SessionOrigin; factorPassed?: boolean },
): Promise<SessionOrStep> {
  const [held, step] = await Promise.all([
    holdAccount(tx, person.userId),
    factorPassed ? null : requireSecondFactor(tx, person.userId, device, origin),
  ])
  if (step) return { stopped: 'SecondFactorRequired', next: step }
  const opened = await openDeviceSession(tx, person, device, { kind: 'full', origin }, held)
  if (opened) return { signedIn: { uid: person.uid, ...opened } }
  const devices = (await listDevices(tx, person.userId)).map(presentBoundDevice)
  const limit = devicePlaces(await findMembership(tx, person.userId), tx.now)
  return {
    stopped: 'DeviceLimitReached',
    next: { ...(await openStep(tx, person.userId, 'device_place', device, origin)), limit, devices },
  }
}

export function sessionOrThrow(admission: SessionOrStep): SignedIn {
  if ('signedIn' in admission) return admission.signedIn
  throw new AppError(admission.stopped, {}, { next: admission.next })
}

async function requireSecondFactor(
  tx: Transaction,
  userId: string,
  device: Device,
  origin: SessionOrigin,
): Promise<OpenStep | null> {
  return (await isTotpOn(tx, userId)) ? openStep(tx, userId, 'second_factor', device, origin) : null
}

/**
 * Locks the account (shared), then reads block and deletion, so that neither a block nor a deletion can start
 * meanwhile.
 */
async function holdAccount(tx: Transaction, userId: string) {
  const [, block, deletion] = await Promise.all([
    lockAccountShared(tx, userId),
    findBlock(tx, userId),
    findDeletion(tx, userId),
  ])
  return { block, hasDeletion: deletion !== undefined }
}

/**
 * Starts a session. For an app, first adds its device to the account in the same transaction, so that removing the
 * device always ends the session; returns null at the device limit. Throws `AccountBlocked` if the account is blocked.
 */
export async function openDeviceSession(
  tx: Transaction,
  { userId }: Person,
  device: Device,
  { kind, origin }: { kind: 'full' | 'register'; origin: SessionOrigin },
  held?: Awaited<ReturnType<typeof holdAccount>>,
): Promise<{ sessionId: string; token: string; deletionCancelled: boolean } | null> {
  const { block, hasDeletion } = held ?? (await holdAccount(tx, userId))
  if (block) throw accountBlocked(block)
  if (device.platform !== 'web') {
    const places = devicePlaces(await findMembership(tx, userId), tx.now)
    if (!(await bindDevice(tx, userId, device, places))) return null
    // Each device gets one trial. A device that already had its trial may sign in, but ends the running trial of this
    // account.
    if (!(await lockRunningTrialShared(tx, userId, device.deviceId)))
      await reverseGrant(tx, { source: 'trial', sourceId: userId, reversedBy: `trial ${userId}`, note: null })
    await startArmedTrial(tx, userId)
  }
  const deletionCancelled = hasDeletion && (await cancelDeletion(tx, userId))
  const { platform, deviceId, agent } = device
  const sessionId = randomUUIDv7()
  const token = await startSession(tx, { id: sessionId, userId, platform, deviceId, agent, kind, origin })
  return { sessionId, token, deletionCancelled }
}

const presentBoundDevice = (row: DeviceRow): BoundDevice => ({
  id: row.id,
  type: deviceTypeCode(row.os),
  os: osCode(row.os),
  name: row.name,
  lastUsedAt: row.lastUsedAt.getTime(),
})
