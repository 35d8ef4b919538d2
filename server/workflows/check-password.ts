import type { IdentifierKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import {
  findCredentials,
  findCredentialsOf,
  listIdentifiers,
  readIdentifier,
  type Credentials,
} from '#server/modules/accounts/accounts.service.ts'
import { countTry, forgetTries, takeTry, uncountTry } from '#server/modules/limits/limits.service.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { verifyPassword } from '#server/platform/argon2.ts'
import type { Caller, IdentityDeps } from './identity-deps.ts'

type Deps = Pick<IdentityDeps, 'database' | 'digest'>

/** As it was typed. `field` is the identifier's name on the wire. */
export type SignInInput = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly field: string
  readonly password: string
  readonly agreed: boolean
}

/**
 * The account behind an identifier and a password. Unknown identifier and wrong password do the same work and are the
 * same answer. Every try is counted before the password is looked at, so that parallel guesses cannot outrun the limit.
 * What is counted by account does not show: beyond that limit even the right password is a wrong one.
 * Throws `InvalidInput`, `TooManyRequests`, `WrongCredentials`.
 */
export async function checkSignIn(
  { database, digest }: Deps,
  input: SignInInput,
  caller: Caller,
): Promise<Credentials> {
  const required = { account_name: 'AccountNameRequired', email: 'EmailRequired', phone: 'PhoneRequired' } as const
  refuseFields({
    [input.field]: input.identifier.trim() ? null : required[input.kind],
    password: input.password ? null : 'PasswordRequired',
    agreed: input.agreed ? null : 'AgreementRequired',
  })
  const identifier = readIdentifier(input.kind, input.identifier) ?? {
    kind: input.kind,
    value: '',
    lookupKey: input.identifier,
  }
  await countTry(database, digest, 'password-network', caller.network)
  const typed = `${identifier.kind} ${identifier.lookupKey}`
  await countTry(database, digest, 'password-identifier', typed)
  const found = await findCredentials(database, identifier)
  // Its name, address and number together get ten tries, not ten each.
  const subject = found?.userId ?? typed
  const mayTry = await takeTry(database, digest, 'password-account', subject)
  if (!(await verifyPassword(mayTry ? found?.passwordHash : undefined, input.password)) || !found) {
    const userId = found?.userId ?? null
    await recordSignIn(database, { ...caller, userId, method: input.kind, result: 'refused' })
    throw new AppError('WrongCredentials')
  }
  await forgetTries(database, digest, 'password-identifier', typed)
  await forgetTries(database, digest, 'password-account', subject)
  await uncountTry(database, digest, 'password-network', caller.network)
  return found
}

/**
 * Asks a signed-in person for the password again, before something that a borrowed session must not do. Shares the
 * limit by account of signing in. Throws `WrongPassword` at `field`, `TooManyRequests`.
 */
export async function checkOwnPassword(
  { database, digest }: Deps,
  userId: string,
  password: string,
  field = 'password',
): Promise<Credentials> {
  refuseFields({ [field]: password ? null : 'PasswordRequired' })
  await countTry(database, digest, 'password-account', userId)
  const found = await findCredentialsOf(database, userId)
  if (!found) throw new AppError('Unauthorized')
  if (!(await verifyPassword(found.passwordHash, password)))
    throw new AppError('WrongPassword', { [field]: 'PasswordWrong' })
  await forgetTries(database, digest, 'password-account', userId)
  return found
}

/** Lifts the lock that wrong passwords put on an account, whatever it was called in them: its owner has shown up. */
export async function forgiveWrongPasswords({ database, digest }: Deps, userId: string): Promise<void> {
  await forgetTries(database, digest, 'password-account', userId)
  for (const { kind, lookupKey } of await listIdentifiers(database, userId))
    await forgetTries(database, digest, 'password-identifier', `${kind} ${lookupKey}`)
}
