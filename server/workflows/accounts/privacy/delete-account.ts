import type { Language } from '#shared/language.ts'
import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { confirmIdentity, confirmNameless, type Proof } from '#server/workflows/accounts/checks/confirm-identity.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyByMail } from '#server/workflows/accounts/messages/notify-owner.ts'

type DeletionWish = {
  readonly userId: string
  readonly sessionId: string
  readonly proof: Partial<Proof> & { readonly deviceSecret?: string }
  readonly language: Language
}

/**
 * Signs the user out everywhere and schedules erasure in seven days. Signing in cancels it. Requires a proof of
 * identity.
 */
export async function requestDeletion(
  deps: IdentityDeps,
  { userId, sessionId, proof, language }: DeletionWish,
): Promise<{ eraseAt: Date }> {
  if (await hasPassword(deps.database, userId))
    await confirmIdentity(deps, { userId, sessionId }, { ...proof, password: proof.password ?? '' })
  else await confirmNameless(deps.database, { userId, sessionId, deviceSecret: proof.deviceSecret }, 'PasswordNotSet')
  const eraseAt = await deps.database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const date = await scheduleDeletion(tx, userId)
    await forgetSteps(tx, userId)
    await endSessionsOf(tx, userId)
    await notifyByMail(tx, deps, { userId, language }, 'deletion-requested')
    return date
  })
  deps.nudgeJobs()
  return { eraseAt }
}
