import type { IdentifierKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { FieldError } from '#shared/field-errors.ts'
import { findCredentials } from '#server/modules/accounts/accounts.service.ts'
import { checkIdentifier, readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { findCredentialsOf, listIdentifiers, type Credentials } from '#server/modules/accounts/accounts.queries.ts'
import { countTry, forgetTries, consumeTry } from '#server/modules/limits/limits.service.ts'
import { offerWork } from '#server/modules/limits/work.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { verifyPassword } from '#server/platform/argon2.ts'
import { admitKnownDevice, admitTry, networkOfTry, type AdmittedTry } from '#server/modules/limits/admit-try.ts'
import { findKnownDevice } from './find-known-device.ts'
import { hashingLane, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'

type Deps = Pick<IdentityDeps, 'database' | 'digest'>

export type SignInInput = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly field: string
  readonly password: string
  readonly agreed: boolean
}

/**
 * Checks identifier and password. Unknown identifiers take the same time and get the same error as wrong passwords, so
 * neither reveals an account. Tries count before the password is checked, so that parallel guesses cannot exceed the
 * limit; known devices count separately, so that strangers cannot lock the owner out. `WrongCredentials` and
 * `TooManyRequests` may carry a proof-of-work puzzle.
 */
export async function checkSignIn(
  deps: Deps,
  input: SignInInput,
  caller: Caller,
): Promise<{ account: Credentials; forgive: () => Promise<void> }> {
  const { database, digest } = deps
  refuseFields({
    [input.field]: checkTyped(input),
    password: input.password ? null : 'PasswordRequired',
    agreed: input.agreed ? null : 'AgreementRequired',
  })
  const identifier = readIdentifier(input.kind, input.identifier) ?? {
    kind: input.kind,
    value: '',
    lookupKey: input.identifier,
  }
  const typed = `${identifier.kind} ${identifier.lookupKey}`
  const found = await findCredentials(database, identifier)
  const device = await findKnownDevice(deps, caller, found)
  const known = { own: 'password-known', all: 'password-known-all', account: typed } as const
  const admitted = await admitKnownDevice(deps, device, known)
  const attempt = admitted ?? (await admitStranger(deps, caller, typed))
  // All identifiers of one account (name, email address, phone number) share ten tries per network.
  const subject = `${found?.userId ?? typed} ${caller.network}`
  const mayTry =
    admitted !== null || attempt.worked || (await consumeTry(database, digest, 'password-account', subject))
  const hash = mayTry ? found?.passwordHash : undefined
  if (!(await verifyPassword(hash, input.password, hashingLane(caller, typed))) || !found) {
    const userId = found?.userId ?? null
    await recordSignIn(database, { ...caller, userId, method: input.kind, result: 'refused' })
    const isBusy = !(await consumeTry(database, digest, 'password-neighbours', caller.network))
    const mayWork = isBusy && !attempt.worked && admitted === null
    throw new AppError('WrongCredentials', {}, mayWork ? { next: { work: await offerWork(digest) } } : {})
  }
  const forgive = () =>
    attempt.forgive(
      // A sign-in from a known device or with a proof of work must not clear the failed tries of others in the same
      // network.
      admitted !== null || attempt.worked
        ? []
        : [
            { rule: 'password-asker', subject: `${typed} ${caller.network}` },
            { rule: 'password-account', subject },
          ],
    )
  return { account: found, forgive }
}

/** Imported account names may not follow the rules of sign-up, so a name only has to be present. */
function checkTyped({ kind, identifier }: SignInInput): FieldError | null {
  if (kind !== 'account_name') return checkIdentifier(kind, identifier)
  return identifier.trim() ? null : 'AccountNameRequired'
}

const admitStranger = (deps: Deps, caller: Caller, typed: string): Promise<AdmittedTry> =>
  admitTry(deps, caller, {
    free: [
      { rule: 'password-asker', subject: `${typed} ${caller.network}` },
      { rule: 'password-strangers', subject: typed },
      ...networkOfTry('password-network', caller),
    ],
    bound: [{ rule: 'password-bound', subject: typed }],
  })

export type SignedInCaller = { readonly userId: string; readonly sessionId: string }

/**
 * Requires the password before a sensitive action, so that a stolen session is not enough. Tries count by session,
 * separately from sign-ins. Throws `WrongPassword` at `field`, `TooManyRequests` after too many tries, and
 * `Unauthorized` without an account.
 */
export async function checkOwnPassword(
  { database, digest }: Deps,
  { userId, sessionId }: SignedInCaller,
  password: string,
  field = 'password',
): Promise<Credentials> {
  refuseFields({ [field]: password ? null : 'PasswordRequired' })
  await countTry(database, digest, 'password-session', sessionId)
  const found = await findCredentialsOf(database, userId)
  if (!found) throw new AppError('Unauthorized')
  if (!(await verifyPassword(found.passwordHash, password, `account ${userId}`)))
    throw new AppError('WrongPassword', { [field]: 'PasswordWrong' })
  await forgetTries(database, digest, 'password-session', sessionId)
  return found
}

export async function resetWrongPasswords({ database, digest }: Deps, userId: string, caller: Caller): Promise<void> {
  await forgetTries(database, digest, 'password-account', `${userId} ${caller.network}`)
  for (const { kind, lookupKey } of await listIdentifiers(database, userId))
    await forgetTries(database, digest, 'password-asker', `${kind} ${lookupKey} ${caller.network}`)
}
