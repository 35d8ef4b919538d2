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

/** Characters of app passwords, without those easily confused: 0 o, 1 i l, 5 s, 8 b, u v. */
const signs = 'acdefghjkmnpqrtwxyz234679'

/** Sixteen characters in groups of four: 74 bits of entropy. */
const makePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')).join('-')

/**
 * Creates the first password of an account with a name, for apps without passkey support. Returned once. Requires a
 * recent sign-in, so that a stolen session is not enough. `PasswordNotSet` means that the account has no name.
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
    await notifyByMail(tx, deps, { userId, language }, 'app-password-made')
  })
  deps.nudgeJobs()
  return password
}
