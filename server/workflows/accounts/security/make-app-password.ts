import { randomInt } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { givePassword, hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import { isFreshlyProved } from '#server/modules/sessions/device-sessions.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'
import { notifyByMail } from '#server/workflows/accounts/messages/notify-owner.ts'

/** Without what people mix up when they read it or type it on a phone: 0 o, 1 i l, 5 s, 8 b, u v. */
const signs = 'acdefghjkmnpqrtwxyz234679'

/** Sixteen signs in fours: 74 bits. */
const makePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')).join('-')

/**
 * Gives an account that has a name and no password its first one, for apps, which know no passkeys. It exists in this answer
 * alone. Throws `AccountHasPassword`, `PasswordNotSet` where there is no name to sign in with, `SignInAgain` unless a proof of
 * identity was just given: a stolen session gets none, nor does one that was opened from it.
 */
export async function makeAppPassword(
  deps: IdentityDeps,
  { userId, sessionId, language }: SignedInCaller & { readonly language: Language },
): Promise<string> {
  const { database, digest } = deps
  if (await hasPassword(database, userId)) throw new AppError('AccountHasPassword')
  if ((await listIdentifiers(database, userId)).length === 0) throw new AppError('PasswordNotSet')
  if (!(await isFreshlyProved(database, sessionId))) throw new AppError('SignInAgain')
  await countTry(database, digest, 'app-password', userId)
  const password = makePassword()
  const passwordHash = await hashPassword(password, `account ${userId}`)
  await database.transaction(async (tx) => {
    await givePassword(tx, userId, passwordHash)
    await notifyByMail(tx, deps, userId, 'ways-in-changed', language)
  })
  deps.nudgeJobs()
  return password
}
