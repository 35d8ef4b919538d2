import type { IdentifierKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import {
  checkIdentifier,
  checkPasswordChoice,
  findCredentials,
  listOwnNames,
  readIdentifier,
  replacePassword,
} from '#server/modules/accounts/accounts.service.ts'
import { countTry, forgetTries, takeTry } from '#server/modules/limits/limits.service.ts'
import { forgetPasskeys } from '#server/modules/passkeys/passkeys.service.ts'
import {
  forgetBegunTotp,
  isPasswordCode,
  spendPasswordCode,
} from '#server/modules/second-factors/second-factors.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.service.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { forgiveWrongPasswords } from './check-password.ts'
import type { Caller, IdentityDeps } from './identity-deps.ts'
import { notifyOwner } from './notify-owner.ts'

export type RecoveryReset = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly recoveryCode: string
  readonly password: string
  readonly language: Language
}

/**
 * Sets a new password with a printed recovery code, ends all sessions and removes all passkeys. Five tries an hour for an identifier, whether
 * or not somebody has it, and for all identifiers of an account together, which does not show. `WrongRecoveryCode` does
 * not tell what was wrong. Signs nobody in.
 */
export async function resetWithRecoveryCode(deps: IdentityDeps, input: RecoveryReset, caller: Caller): Promise<void> {
  const { database, digest } = deps
  refuseFields({
    identifier: checkIdentifier(input.kind, input.identifier),
    password: await checkPasswordChoice(input.password, [input.identifier]),
  })
  const identifier = readIdentifier(input.kind, input.identifier)
  if (!identifier) throw new AppError('InvalidInput', { identifier: 'Invalid' })
  await countTry(database, digest, 'recovery-network', caller.network)
  const typed = `${identifier.kind} ${identifier.lookupKey}`
  await countTry(database, digest, 'recovery-identifier', typed)
  const found = await findCredentials(database, identifier)
  const subject = found?.userId ?? typed
  const mayTry = await takeTry(database, digest, 'recovery-account', subject)
  // A wrong code costs no hashing, with an account and without: neither its time nor a flood of them is felt.
  if (!mayTry || !found || !(await isPasswordCode(database, found.userId, input.recoveryCode)))
    throw new AppError('WrongRecoveryCode')
  refuseFields({ password: await checkPasswordChoice(input.password, await listOwnNames(database, found.userId)) })
  const passwordHash = await hashPassword(input.password)
  await database.transaction(async (tx) => {
    if (!(await spendPasswordCode(tx, found.userId, input.recoveryCode))) throw new AppError('WrongRecoveryCode')
    if (!(await replacePassword(tx, found.userId, passwordHash))) throw new AppError('WrongRecoveryCode')
    // First the sign-ins that are half-way: one that just ends has its session when those are ended.
    await forgetSteps(tx, found.userId)
    await endSessionsOf(tx, found.userId)
    await forgetPasskeys(tx, found.userId)
    await forgetBegunTotp(tx, found.userId)
    await notifyOwner(tx, deps, found.userId, 'password-reset', input.language)
  })
  await forgetTries(database, digest, 'recovery-identifier', typed)
  await forgetTries(database, digest, 'recovery-account', subject)
  await forgiveWrongPasswords(deps, subject)
  deps.nudgeJobs()
}
