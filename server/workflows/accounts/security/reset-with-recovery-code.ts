import type { IdentifierKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import {
  checkPasswordChoice,
  findCredentials,
  listOwnNames,
  lockAccount,
  replacePassword,
} from '#server/modules/accounts/accounts.service.ts'
import { checkIdentifier, readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { forgetPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import {
  forgetBegunTotp,
  isPasswordCode,
  spendPasswordCode,
} from '#server/modules/second-factors/second-factors.service.ts'
import { forgetResetCodes } from '#server/workflows/accounts/messages/forget-reset-codes.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import { forgiveWrongPasswords } from '#server/workflows/accounts/checks/check-password.ts'
import { hashingLane, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyOwner } from '#server/workflows/accounts/messages/notify-owner.ts'

export type RecoveryReset = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly recoveryCode: string
  readonly password: string
  readonly language: Language
}

/**
 * Sets a new password with a printed recovery code, ends all sessions and removes all passkeys. Five tries an hour
 * from one network for an identifier, whether or not an account has it, and more with proofs of work; all networks
 * together have no limit, because 80 bits are not guessed and the owner must always get in. `WrongRecoveryCode` does
 * not tell what was wrong. Signs no one in.
 */
export async function resetWithRecoveryCode(deps: IdentityDeps, input: RecoveryReset, caller: Caller): Promise<void> {
  const { database } = deps
  refuseFields({
    identifier: checkIdentifier(input.kind, input.identifier),
    password: await checkPasswordChoice(input.password, [input.identifier]),
  })
  const identifier = readIdentifier(input.kind, input.identifier)
  if (!identifier) throw new AppError('InvalidInput', { identifier: 'Invalid' })
  const attempt = await admitTry(deps, caller, {
    free: [
      { rule: 'recovery-asker', subject: `${identifier.kind} ${identifier.lookupKey} ${caller.network}` },
      ...networkOfTry('recovery-network', caller),
    ],
  })
  const found = await findCredentials(database, identifier)
  // A wrong code costs no hashing, with an account and without: neither its time nor a flood of them is felt.
  if (!found || !(await isPasswordCode(database, found.userId, input.recoveryCode)))
    throw new AppError('WrongRecoveryCode')
  refuseFields({ password: await checkPasswordChoice(input.password, await listOwnNames(database, found.userId)) })
  const passwordHash = await hashPassword(input.password, hashingLane(caller, identifier.lookupKey))
  await database.transaction(async (tx) => {
    await lockAccount(tx, found.userId)
    if (!(await spendPasswordCode(tx, found.userId, input.recoveryCode))) throw new AppError('WrongRecoveryCode')
    if (!(await replacePassword(tx, found.userId, passwordHash))) throw new AppError('WrongRecoveryCode')
    // First the sign-ins that are half-way: one that just ends has its session when those are ended.
    await forgetSteps(tx, found.userId)
    await endSessionsOf(tx, found.userId)
    await forgetPasskeys(tx, found.userId)
    await forgetBegunTotp(tx, found.userId)
    await forgetResetCodes(tx, deps, found.userId)
    await notifyOwner(tx, deps, found.userId, 'password-reset', input.language)
  })
  await attempt.forgive()
  await forgiveWrongPasswords(deps, found.userId, caller)
  deps.nudgeJobs()
}
