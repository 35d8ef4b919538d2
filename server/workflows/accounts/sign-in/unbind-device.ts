import { lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { unbindDevice } from '#server/modules/devices/devices.service.ts'
import { endSessionsOfDevice } from '#server/modules/sessions/device-sessions.ts'
import { finishStep, resumeStep } from '#server/modules/sign-in-steps/sign-in-steps.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { SignedIn } from './open-session.ts'
import { completeSignInStep } from './complete-sign-in-step.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

export async function unbindOwnDevice(database: Database, userId: string, id: string): Promise<void> {
  await database.transaction((tx) => unbindWithSessions(tx, userId, id))
}

export async function unbindWithSessions(tx: Transaction, userId: string, id: string): Promise<void> {
  await endSessionsOfDevice(tx, userId, await unbindDevice(tx, userId, id))
}

/**
 * Continues a sign-in after `DeviceLimitReached`: removes the chosen device and signs in. Throws `SignInExpired`, or
 * `NotFound` for a device that is not on the list.
 */
export async function replaceDevice(
  deps: Pick<IdentityDeps, 'database' | 'digest'>,
  { challenge, id }: { challenge: string; id: string },
  { network, agent, cookies }: Pick<Caller, 'network' | 'agent' | 'cookies'>,
): Promise<SignedIn> {
  const { userId, device, origin } = await resumeStep(deps.database, challenge, 'device_place')
  return completeSignInStep(deps, { ...device, network, agent, cookies }, 'replaced_device', async (tx) => {
    // Locks the account before device and sessions, in the usual order, to prevent deadlocks.
    await lockAccountShared(tx, userId)
    await unbindWithSessions(tx, userId, id)
    await finishStep(tx, challenge)
    return { userId, origin }
  })
}
