import { AppError } from '#shared/errors.ts'
import { lockAccountShared, findMaskedNames } from '#server/modules/accounts/accounts.service.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import {
  issueLoginCode,
  issueTicket,
  consumeLoginCode,
  consumeTicket,
} from '#server/modules/login-codes/login-codes.service.ts'
import { isSessionOpen } from '#server/modules/sessions/device-sessions.ts'
import { retireToken } from '#server/modules/sessions/sessions.service.ts'
import type { Database } from '#server/platform/database.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import type { SignedIn } from './open-session.ts'
import { completeSignInStep } from './complete-sign-in-step.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

export async function makeWebLogin(
  database: Database,
  publicOrigin: string,
  who: { userId: string; sessionId: string },
): Promise<{ code: string; url: string; expiresAt: Date }> {
  const { code, expiresAt } = await issueLoginCode(database, who)
  return { code, url: `${publicOrigin}/user/profile?token=${code}`, expiresAt }
}

type WebLogin = { ticket: string; expiresAt: Date; name: string | null; idEnd: string }

type Deps = Pick<IdentityDeps, 'database' | 'digest'>

async function counted<T>(deps: Deps, caller: Caller, work: () => Promise<T>): Promise<T> {
  const attempt = await admitTry(deps, caller, { free: networkOfTry('login-code-network', caller) })
  const done = await work()
  await attempt.forgive()
  return done
}

/**
 * Exchanges the login code or full token of a URL for a ticket, which signs in only after the user has confirmed. A
 * full token is also replaced at once, so that the copy in the URL expires within a minute.
 */
export const consumeWebLogin = (deps: Deps, secret: string, caller: Caller): Promise<WebLogin> =>
  counted(deps, caller, async () => {
    const byToken = await retireToken(deps.database, secret)
    return deps.database.transaction(async (tx) => {
      const who = byToken ?? (await consumeLoginCode(tx, secret))
      const profile = (await isSessionOpen(tx, who.sessionId)) ? await findProfile(tx, who.userId) : undefined
      if (!profile) throw new AppError('LoginCodeInvalid')
      const masked = (await findMaskedNames(tx, [who.userId])).get(who.userId)
      const { ticket, expiresAt } = await issueTicket(tx, who)
      const name = profile.accountName ?? profile.email ?? profile.phone
      return { ticket, expiresAt, name: name === null ? null : (masked ?? null), idEnd: String(profile.uid).slice(-3) }
    })
  })

/**
 * Exchanges a ticket for a session, once, while the session that requested it is open. Asks for no second factor,
 * because that session signed in fully; the new session ends with it.
 */
export const signInByTicket = (deps: Deps, ticket: string, caller: Caller): Promise<SignedIn> =>
  counted(deps, caller, () =>
    completeSignInStep(deps, caller, 'app', async (tx) => {
      const { userId, sessionId } = await consumeTicket(tx, ticket)
      // Locking the account prevents "sign out everywhere" from missing the session created here.
      await lockAccountShared(tx, userId)
      if (!(await isSessionOpen(tx, sessionId))) throw new AppError('LoginCodeInvalid')
      return { userId, origin: { from: 'session', sessionId } }
    }),
  )
