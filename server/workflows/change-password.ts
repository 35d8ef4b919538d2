import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { checkPasswordChoice, listOwnNames, replacePassword } from '#server/modules/accounts/accounts.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.service.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { checkOwnPassword } from './check-password.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { notifyOwner } from './notify-owner.ts'

export type ChangeInput = {
  readonly userId: string
  /** The one that stays; all others end. */
  readonly sessionId: string
  readonly password: string
  readonly newPassword: string
  readonly language: Language
}

/** Changes the password of somebody who knows the old one. Throws `InvalidInput`, `WrongPassword`, `TooManyRequests`. */
export async function changePassword(deps: IdentityDeps, input: ChangeInput): Promise<void> {
  refuseFields({
    password: input.password ? null : 'PasswordRequired',
    newPassword: await checkPasswordChoice(input.newPassword, await listOwnNames(deps.database, input.userId)),
  })
  const account = await checkOwnPassword(deps, input.userId, input.password)
  const passwordHash = await hashPassword(input.newPassword)
  await deps.database.transaction(async (tx) => {
    if (!(await replacePassword(tx, input.userId, passwordHash, account.passwordHash)))
      throw new AppError('WrongPassword', { password: 'PasswordWrong' })
    await forgetSteps(tx, input.userId)
    await endSessionsOf(tx, input.userId, input.sessionId)
    await notifyOwner(tx, deps, input.userId, 'password-changed', input.language)
  })
  deps.nudgeJobs()
}
