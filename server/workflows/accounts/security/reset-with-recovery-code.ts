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
import { forgetResetCodes } from '#server/workflows/accounts/messages/use-code.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import { resetWrongPasswords } from '#server/workflows/accounts/checks/check-password.ts'
import { hashingLane, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyOwner } from '#server/workflows/accounts/messages/notify-owner.ts'

type RecoveryReset = {
  readonly kind: IdentifierKind
  readonly identifier: string
  readonly recoveryCode: string
  readonly password: string
  readonly language: Language
}

/**
 * Resets the password, ends all sessions and removes passkeys. Allows five tries an hour per network and identifier;
 * after that each try costs a proof of work. There is no limit across networks, because 80 bits cannot be guessed and
 * an attacker must not lock the owner out. `WrongRecoveryCode` does not say what was wrong.
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
  // Does not hash the password for a wrong recovery code, so that response times reveal no account and floods of
  // requests stay cheap.
  if (!found || !(await isPasswordCode(database, found.userId, input.recoveryCode)))
    throw new AppError('WrongRecoveryCode')
  refuseFields({ password: await checkPasswordChoice(input.password, await listOwnNames(database, found.userId)) })
  const passwordHash = await hashPassword(input.password, hashingLane(caller, identifier.lookupKey))
  await database.transaction(async (tx) => {
    await lockAccount(tx, found.userId)
    if (!(await spendPasswordCode(tx, found.userId, input.recoveryCode))) throw new AppError('WrongRecoveryCode')
    if (!(await replacePassword(tx, found.userId, passwordHash))) throw new AppError('WrongRecoveryCode')
    // Ends unfinished sign-ins first: if one completes at this moment, it has a session by then, which the next line
    // ends.
    await forgetSteps(tx, found.userId)
    await endSessionsOf(tx, found.userId)
    await forgetPasskeys(tx, found.userId)
    await forgetBegunTotp(tx, found.userId)
    await forgetResetCodes(tx, deps, found.userId)
    await notifyOwner(tx, deps, { userId: found.userId, language: input.language }, 'password-reset')
  })
  await attempt.forgive()
  await resetWrongPasswords(deps, found.userId, caller)
  deps.nudgeJobs()
}
