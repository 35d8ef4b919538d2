import { AppError } from '#shared/errors.ts'
import type { Credentials } from '#server/modules/accounts/accounts.queries.ts'
import { hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { checkDeviceSecret } from '#server/modules/device-accounts/device-accounts.service.ts'
import { countTry, uncountTry } from '#server/modules/limits/limits.service.ts'
import { isTotpOn, passFactor, type FactorAnswer } from '#server/modules/second-factors/second-factors.service.ts'
import { isFreshlyProved, proveSession } from '#server/modules/sessions/device-sessions.ts'
import type { Database } from '#server/platform/database.ts'
import { checkOwnPassword, type SignedInCaller } from './check-password.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

export type SecurityDeps = Pick<IdentityDeps, 'database' | 'digest' | 'keyring'>
export type Proof = FactorAnswer & { readonly password: string }

/**
 * Requires the password, and the second factor if enabled, so that a stolen session is not enough. Pass the result to
 * `lockPassword` to reject a password that changed meanwhile.
 */
export async function confirmIdentity(deps: SecurityDeps, who: SignedInCaller, proof: Proof): Promise<Credentials> {
  if (!(await hasPassword(deps.database, who.userId))) throw new AppError('PasswordNotSet')
  const account = await checkOwnPassword(deps, who, proof.password)
  await confirmFactor(deps, who, proof)
  await proveSession(deps.database, who.sessionId)
  return account
}

/**
 * Checks the second factor, if enabled. The check uses up the code of the second factor, so call this after all other
 * checks.
 */
export async function confirmFactor(
  { database, keyring, digest }: SecurityDeps,
  { userId, sessionId }: SignedInCaller,
  answer: FactorAnswer,
  codeField = 'code',
): Promise<void> {
  if (!(await isTotpOn(database, userId))) return
  const isRecovery = answer.recoveryCode !== undefined
  const field = isRecovery ? 'recoveryCode' : codeField
  if (!(isRecovery ? answer.recoveryCode : answer.code)) throw new AppError('InvalidInput', { [field]: 'Required' })
  await countTry(database, digest, 'factor-session', sessionId)
  if (!(await database.transaction((tx) => passFactor(tx, keyring, userId, answer))))
    throw new AppError('InvalidInput', { [field]: 'FactorCodeWrong' })
  await uncountTry(database, digest, 'factor-session', sessionId)
}

/**
 * Confirms the identity of an account without name and password: by its device secret, otherwise by a recent sign-in.
 * Throws `WrongCredentials` for a wrong secret, and the error `missing` without a secret and without a recent sign-in.
 */
export async function confirmNameless(
  database: Database,
  { userId, sessionId, deviceSecret }: SignedInCaller & { readonly deviceSecret: string | undefined },
  missing: 'PasswordNotSet' | 'DeviceSecretRequired',
): Promise<void> {
  if (deviceSecret === undefined) {
    if (!(await isFreshlyProved(database, sessionId))) throw new AppError(missing)
  } else if ((await checkDeviceSecret(database, deviceSecret)) !== userId) throw new AppError('WrongCredentials')
}
