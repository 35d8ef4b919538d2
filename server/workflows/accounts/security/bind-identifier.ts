import { checkCode as checkCodeFormat, type AddressKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { bindIdentifier, lockAccount, lockPassword, listAddresses } from '#server/modules/accounts/accounts.service.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { checkIdentifier, readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import { checkOwnPassword, type SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'
import { confirmFactor, confirmIdentity, type Proof } from '#server/workflows/accounts/checks/confirm-identity.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyAddresses } from '#server/workflows/accounts/messages/notify-owner.ts'
import { readAddress } from '#server/workflows/accounts/messages/send-code.ts'
import { checkCode } from '#server/workflows/accounts/messages/use-code.ts'

type BindInput = SignedInCaller & {
  readonly kind: AddressKind
  readonly identifier: string
  readonly code: string
  readonly password: string
  /**
   * Code of the authenticator app. The other field, `code`, is the one sent to the new email address or phone number.
   */
  readonly factorCode?: string | undefined
  readonly recoveryCode?: string | undefined
  readonly language: Language
}

/**
 * Adds or replaces an email address or phone number of the account and notifies all previous ones. Requires the
 * password, a code sent to the new one, and the second factor if enabled. Throws `InvalidInput`, `WrongPassword`,
 * `WrongCode`, `IdentifierTaken`.
 */
export async function bindAddress(deps: IdentityDeps, input: BindInput, caller: Caller): Promise<void> {
  const { userId, kind, language } = input
  refuseFields({ identifier: checkIdentifier(kind, input.identifier), code: checkCodeFormat(input.code) })
  const address = readAddress(deps, input)
  const account = await checkOwnPassword(deps, input, input.password)
  const { claim } = await checkCode(deps, { purpose: 'bind', kind, address: address.lookupKey, userId }, input, caller)
  const { factorCode: code, recoveryCode } = input
  await confirmFactor(
    deps,
    input,
    { ...(code !== undefined && { code }), ...(recoveryCode !== undefined && { recoveryCode }) },
    'factorCode',
  )
  await deps.database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await claim(tx)
    const before = await listAddresses(tx, userId)
    const replaced = await bindIdentifier(tx, userId, address)
    if (!(await lockPassword(tx, account))) throw new AppError('WrongPassword', { password: 'PasswordWrong' })
    if (replaced === address.value) return
    await notifyAddresses(tx, deps, { userId, language }, `${kind}-changed`, before)
  })
  deps.nudgeJobs()
}

export async function setAccountName(
  deps: IdentityDeps,
  input: SignedInCaller & Proof & { readonly accountName: string; readonly language: Language },
): Promise<void> {
  refuseFields({ accountName: checkIdentifier('account_name', input.accountName) })
  const name = readIdentifier('account_name', input.accountName)
  if (!name) throw new AppError('InvalidInput', { accountName: 'AccountNameFormat' })
  const account = await confirmIdentity(deps, input, input)
  const { database, digest } = deps
  if ((await findProfile(database, input.userId))?.accountName === name.value) return
  await countTry(database, digest, 'rename-account', input.userId)
  await database.transaction(async (tx) => {
    await bindIdentifier(tx, input.userId, name)
    if (!(await lockPassword(tx, account))) throw new AppError('WrongPassword', { password: 'PasswordWrong' })
    await notifyAddresses(tx, deps, input, 'name-changed', await listAddresses(tx, input.userId))
  })
  deps.nudgeJobs()
}
