import { AppError } from '#shared/errors.ts'
import { holdAccount } from '#server/modules/accounts/accounts.service.ts'
import { issueLoginCode, takeLoginCode } from '#server/modules/login-codes/login-codes.service.ts'
import { isSessionOpen } from '#server/modules/sessions/device-sessions.ts'
import type { Database } from '#server/platform/database.ts'
import { admitTry, networkOfTry } from './admit-try.ts'
import type { SignedIn } from './complete-sign-in.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { Caller, IdentityDeps } from './identity-deps.ts'

/** A code for one minute, and the address that opens the web account with it. */
export async function makeWebLogin(
  database: Database,
  publicOrigin: string,
  who: { userId: string; sessionId: string },
): Promise<{ code: string; url: string; expiresAt: Date }> {
  const { code, expiresAt } = await issueLoginCode(database, who)
  return { code, url: `${publicOrigin}/user/profile?token=${code}`, expiresAt }
}

/**
 * Exchanges the code for a session, once, while the session that asked for it is open. Whoever made it was signed in in
 * full: no second factor is asked again. Throws `LoginCodeInvalid`, and `TooManyRequests` after many that were none.
 */
export async function signInByLoginCode(
  deps: Pick<IdentityDeps, 'database' | 'digest'>,
  code: string,
  caller: Caller,
): Promise<SignedIn> {
  const attempt = await admitTry(deps, caller, { free: networkOfTry('login-code-network', caller) })
  const signedIn = await finishSignIn(deps.database, caller, 'app', async (tx) => {
    const { userId, sessionId } = await takeLoginCode(tx, code)
    // Under this hold nobody ends all sessions: what is open now stays so until the new one is there.
    await holdAccount(tx, userId)
    if (!(await isSessionOpen(tx, sessionId))) throw new AppError('LoginCodeInvalid')
    return userId
  })
  await attempt.forgive()
  return signedIn
}
