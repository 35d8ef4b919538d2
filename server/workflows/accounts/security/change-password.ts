import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { checkPasswordChoice, listOwnNames, replacePassword } from '#server/modules/accounts/accounts.service.ts'
import { forgetResetCodes } from '#server/workflows/accounts/messages/use-code.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'
import { confirmIdentity, type Proof } from '#server/workflows/accounts/checks/confirm-identity.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyOwner } from '#server/workflows/accounts/messages/notify-owner.ts'

type ChangeInput = SignedInCaller &
  Proof & {
    readonly newPassword: string
    readonly language: Language
  }

/** Changes the password and ends all other sessions. Requires the old password, and the second factor if enabled. */
export async function changePassword(deps: IdentityDeps, input: ChangeInput): Promise<void> {
  refuseFields({
    password: input.password ? null : 'PasswordRequired',
    newPassword: await checkPasswordChoice(input.newPassword, await listOwnNames(deps.database, input.userId)),
  })
  const account = await confirmIdentity(deps, input, input)
  const passwordHash = await hashPassword(input.newPassword, `account ${input.userId}`)
  await deps.database.transaction(async (tx) => {
    if (!(await replacePassword(tx, input.userId, passwordHash, account.passwordHash)))
      throw new AppError('WrongPassword', { password: 'PasswordWrong' })
    await forgetSteps(tx, input.userId)
    await endSessionsOf(tx, input.userId, input.sessionId)
    await forgetResetCodes(tx, deps, input.userId)
    await notifyOwner(tx, deps, input, 'password-changed')
  })
  deps.nudgeJobs()
}
