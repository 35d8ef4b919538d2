import { AppError } from '#shared/errors.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { SessionOrigin } from '#server/platform/session-origin.ts'
import { tryOpenSession, sessionOrThrow, type SignedIn } from './open-session.ts'
import { isKnownPlace, notifyNewSignIn } from './tell-new-sign-in.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

/**
 * Completes a sign-in without asking for a second factor. The proof of identity is used up only if a session or a
 * challenge results. The owner is notified of a new device or browser after every sign-in method, even in an app,
 * because a stolen app token can open the web account too.
 */
export async function completeSignInStep(
  deps: Pick<IdentityDeps, 'database' | 'digest'>,
  caller: Caller,
  method: 'second_factor' | 'replaced_device' | 'passkey' | 'app' | 'device',
  identify: (tx: Transaction) => Promise<{ userId: string; origin: SessionOrigin }>,
): Promise<SignedIn> {
  const admission = await deps.database.transaction(async (tx) => {
    const { userId, origin } = await identify(tx)
    const profile = await findProfile(tx, userId)
    if (!profile) throw new AppError('WrongCredentials')
    const isKnown = await isKnownPlace(tx, deps.digest, caller, { userId, uid: profile.uid })
    const admitted = await tryOpenSession(tx, { userId, uid: profile.uid }, caller, { origin, factorPassed: true })
    if ('signedIn' in admitted) {
      await recordSignIn(tx, { ...caller, userId, method, result: 'signed_in' })
      if (!isKnown) await notifyNewSignIn(tx, { ...admitted.signedIn, userId }, caller)
    }
    return admitted
  })
  return sessionOrThrow(admission)
}
