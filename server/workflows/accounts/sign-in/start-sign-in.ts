import { AppError } from '#shared/errors.ts'
import { lockPassword } from '#server/modules/accounts/accounts.service.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { checkSignIn, type SignInInput } from '#server/workflows/accounts/checks/check-password.ts'
import { tryOpenSession, sessionOrThrow, type SignedIn } from './open-session.ts'
import { isKnownPlace, notifyNewSignIn } from './tell-new-sign-in.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

/** Throws `WrongCredentials`, also for unknown identifiers, `TooManyRequests`, and the errors of `sessionOrThrow`. */
export async function startSignIn(deps: IdentityDeps, input: SignInInput, caller: Caller): Promise<SignedIn> {
  const { account, forgive } = await checkSignIn(deps, input, caller)
  const open = async (tx: Transaction) => {
    const [isSame, isKnown, admitted] = await Promise.all([
      // A concurrent password reset ends all sessions, so no session may start with the old password after it.
      lockPassword(tx, account),
      isKnownPlace(tx, deps.digest, caller, account),
      tryOpenSession(tx, account, caller, { origin: { from: 'proof' } }),
    ])
    if (!isSame) throw new AppError('WrongCredentials')
    if ('signedIn' in admitted) {
      tx.last(recordSignIn(tx, { ...caller, userId: account.userId, method: input.kind, result: 'signed_in' }))
      if (!isKnown) tx.last(notifyNewSignIn(tx, { ...admitted.signedIn, userId: account.userId }, caller))
    }
    return admitted
  }
  const [admission] = await Promise.all([
    deps.database.transaction(open, { early: true }),
    // The session is committed, so a failure to clear the counters must not fail the sign-in.
    forgive().catch(() => {}),
  ])
  deps.nudgeJobs()
  return sessionOrThrow(admission)
}
