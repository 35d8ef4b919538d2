import { checkCode as checkCodeFormat, type AddressKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import {
  checkPasswordChoice,
  findCredentials,
  listOwnNames,
  lockAccount,
  replacePassword,
} from '#server/modules/accounts/accounts.service.ts'
import { checkIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { forgetPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import { forgetBegunTotp, retireRecoveryCodes } from '#server/modules/second-factors/second-factors.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { resetWrongPasswords } from '#server/workflows/accounts/checks/check-password.ts'
import { hashingLane, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyOwner } from '#server/workflows/accounts/messages/notify-owner.ts'
import { readAddress } from '#server/workflows/accounts/messages/send-code.ts'
import { checkCode, forgetResetCodes } from '#server/workflows/accounts/messages/use-code.ts'

type ResetInput = {
  readonly kind: AddressKind
  readonly identifier: string
  readonly code: string
  readonly ticket?: string | undefined
  readonly password: string
  readonly language: Language
}

/**
 * Resets the password, ends all sessions and removes passkeys. Existing recovery codes can no longer reset the
 * password, because an intruder may have created them. Does not sign in, so that an authenticator app still protects
 * the account.
 */
export async function resetPassword(deps: IdentityDeps, input: ResetInput, caller: Caller): Promise<void> {
  refuseFields({
    identifier: checkIdentifier(input.kind, input.identifier),
    code: checkCodeFormat(input.code),
    password: await checkPasswordChoice(input.password, [input.identifier]),
  })
  const address = readAddress(deps, input)
  const target = { purpose: 'reset', kind: input.kind, address: address.lookupKey } as const
  const { claim } = await checkCode(deps, target, input, caller)
  const found = await findCredentials(deps.database, address)
  const ownNames = found ? await listOwnNames(deps.database, found.userId) : []
  refuseFields({ password: await checkPasswordChoice(input.password, ownNames) })
  const passwordHash = await hashPassword(input.password, hashingLane(caller, address.lookupKey))
  const userId = await deps.database.transaction(async (tx) => {
    // Locks the account first, so that concurrent changes of email address, phone number and password wait for each
    // other.
    if (found) await lockAccount(tx, found.userId)
    await claim(tx)
    const owner = await findCredentials(tx, address)
    if (!owner || owner.userId !== found?.userId || !(await replacePassword(tx, owner.userId, passwordHash)))
      throw new AppError('WrongCode', { code: 'CodeWrong' })
    await forgetSteps(tx, owner.userId)
    await endSessionsOf(tx, owner.userId)
    await forgetPasskeys(tx, owner.userId)
    await forgetBegunTotp(tx, owner.userId)
    await retireRecoveryCodes(tx, owner.userId)
    await forgetResetCodes(tx, deps, owner.userId)
    await notifyOwner(tx, deps, { userId: owner.userId, language: input.language }, 'password-reset')
    return owner.userId
  })
  await resetWrongPasswords(deps, userId, caller)
  deps.nudgeJobs()
}
