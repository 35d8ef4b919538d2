import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { lockAccount, lockPassword } from '#server/modules/accounts/accounts.service.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { countTry, uncountTry } from '#server/modules/limits/limits.service.ts'
import {
  beginTotp,
  confirmTotp,
  isTotpOn,
  removeTotp,
  renewRecoveryCodes,
} from '#server/modules/second-factors/second-factors.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'
import { confirmIdentity, type Proof, type SecurityDeps } from '#server/workflows/accounts/checks/confirm-identity.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyByMail } from '#server/workflows/accounts/messages/notify-owner.ts'

type Enrolment = SignedInCaller & { readonly issuer: string; readonly proof: Proof }

export async function startTotp(
  deps: SecurityDeps,
  { userId, sessionId, issuer, proof }: Enrolment,
): Promise<{ secret: string; uri: string }> {
  if (await isTotpOn(deps.database, userId)) throw new AppError('TotpOn')
  await confirmIdentity(deps, { userId, sessionId }, proof)
  return deps.database.transaction(async (tx) => {
    const profile = await findProfile(tx, userId)
    const label = profile?.accountName ?? profile?.email ?? profile?.phone ?? String(profile?.uid)
    return beginTotp(tx, deps.keyring, { userId, issuer, label })
  })
}

type Change = SignedInCaller & { readonly language: Language }

/** Enables the second factor and returns ten new recovery codes, because the user may never have saved the old ones. */
export async function finishTotp(
  deps: IdentityDeps,
  { userId, sessionId, language, code }: Change & { code: string },
): Promise<string[]> {
  const { database, keyring, digest } = deps
  await countTry(database, digest, 'factor-session', sessionId)
  const codes = await database.transaction(async (tx) => {
    // Locking the account serializes this with a password reset, which deletes TOTP secrets that were not confirmed.
    await lockAccount(tx, userId)
    await confirmTotp(tx, keyring, userId, code)
    await notifyByMail(tx, deps, { userId, language }, 'authenticator-added')
    // Ends unfinished sign-ins, which were not asked for the new second factor.
    await forgetSteps(tx, userId)
    return renewRecoveryCodes(tx, userId)
  })
  await uncountTry(database, digest, 'factor-session', sessionId)
  deps.nudgeJobs()
  return codes
}

export async function stopTotp(
  deps: IdentityDeps,
  { userId, sessionId, language, proof }: Change & { proof: Proof },
): Promise<void> {
  if (!(await isTotpOn(deps.database, userId))) throw new AppError('TotpOff')
  await confirmIdentity(deps, { userId, sessionId }, proof)
  await deps.database.transaction(async (tx) => {
    await removeTotp(tx, userId)
    await notifyByMail(tx, deps, { userId, language }, 'authenticator-removed')
  })
  deps.nudgeJobs()
}

export async function printRecoveryCodes(
  deps: IdentityDeps,
  { userId, sessionId, language, proof }: Change & { proof: Proof },
): Promise<string[]> {
  const account = await confirmIdentity(deps, { userId, sessionId }, proof)
  const codes = await deps.database.transaction(async (tx) => {
    // A password reset invalidates recovery codes, so a request that still has the old password must not create new
    // ones afterwards.
    if (!(await lockPassword(tx, account))) throw new AppError('WrongPassword', { password: 'PasswordWrong' })
    await notifyByMail(tx, deps, { userId, language }, 'recovery-codes-made')
    return renewRecoveryCodes(tx, userId)
  })
  deps.nudgeJobs()
  return codes
}
