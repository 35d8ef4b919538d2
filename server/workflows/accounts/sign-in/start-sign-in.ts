import { AppError } from '#shared/errors.ts'
import { holdPassword, lockPassword, replacePassword } from '#server/modules/accounts/accounts.service.ts'
import { forgetPassword } from '#server/modules/accounts/imported-account.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { isForOnce, isImported } from '#server/platform/imported-password.ts'
import { checkSignIn, type SignInInput } from '#server/workflows/accounts/checks/check-password.ts'
import { tryOpenSession, sessionOrThrow, type SignedIn } from './open-session.ts'
import { isKnownPlace, notifyNewSignIn } from './tell-new-sign-in.ts'
import type { Transaction } from '#server/platform/database.ts'
import { hashingLane, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'

/**
 * Signs in with a password. Throws `WrongCredentials` (also for unknown identifiers), and `SecondFactorRequired` or
 * `DeviceLimitReached` if another step must follow.
 */
export async function startSignIn(deps: IdentityDeps, input: SignInInput, caller: Caller): Promise<SignedIn> {
  const { account, forgive } = await checkSignIn(deps, input, caller)
  const imported = isImported(account.passwordHash)
  const once = isForOnce(account.passwordHash)
  // Replaces a password hash that was imported from another system at the first sign-in. Computes the new hash before
  // the transaction, because hashing is slow.
  const renewed = imported && !once ? await hashPassword(input.password, hashingLane(caller, input.identifier)) : null
  const open = async (tx: Transaction) => {
    const [isSame, isKnown, admitted] = await Promise.all([
      // A concurrent password reset ends all sessions, so no session may start with the old password after it. A
      // sign-in that replaces the hash takes the exclusive lock from the start, because two sign-ins that both held the
      // shared lock would wait for each other.
      imported ? holdPassword(tx, account) : lockPassword(tx, account),
      isKnownPlace(tx, deps.digest, caller, account),
      tryOpenSession(tx, account, caller, { origin: { from: 'proof' } }),
    ])
    if (!isSame) throw new AppError('WrongCredentials')
    if (renewed !== null) await replacePassword(tx, account.userId, renewed)
    // Deletes a one-time password even if another step follows: that step needs no password, and the password must not
    // start a second sign-in.
    if (once) {
      await forgetPassword(tx, account.userId)
      const event = 'choose-password'
      await notifyPeople(tx, [
        { userId: account.userId, event, template: 'choose-password', facts: { at: tx.now.toISOString() } },
      ])
    }
    if ('signedIn' in admitted) {
      tx.last(recordSignIn(tx, { ...caller, userId: account.userId, method: input.kind, result: 'signed_in' }))
      if (!isKnown) tx.last(notifyNewSignIn(tx, { ...admitted.signedIn, userId: account.userId }, caller))
    }
    return admitted
  }
  const [admission] = await Promise.all([
    deps.database.transaction(open, { early: true }),
    // Ignores a failure to clear the counters of failed tries, because the session is already committed.
    forgive().catch(() => {}),
  ])
  deps.nudgeJobs()
  return sessionOrThrow(admission)
}
