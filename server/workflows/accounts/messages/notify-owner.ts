import type { AddressKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { listAddresses } from '#server/modules/accounts/accounts.service.ts'
import { queueMessage } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

type Notice =
  | 'password-changed'
  | 'password-reset'
  | 'address-changed'
  | 'names-changed'
  | 'ways-in-changed'
  | 'deletion-requested'
  | 'payout-address'
type Deps = Pick<IdentityDeps, 'keyring' | 'reaches'>

/** Notifies the owner of an important change at one address, preferably by mail. */
export async function notifyOwner(
  tx: Transaction,
  deps: Deps,
  userId: string,
  notice: Notice,
  language: Language,
): Promise<void> {
  const addresses = await listAddresses(tx, userId)
  const address = addresses.find(({ kind }) => kind === 'email') ?? addresses[0]
  if (address) await notifyAddress(tx, deps, address, notice, language)
}

/** Same by mail only, for texts too long for SMS. */
export async function notifyByMail(
  tx: Transaction,
  deps: Deps,
  userId: string,
  notice: Notice,
  language: Language,
): Promise<void> {
  const address = (await listAddresses(tx, userId)).find(({ kind }) => kind === 'email')
  if (address) await notifyAddress(tx, deps, address, notice, language)
}

export async function notifyAddress(
  tx: Transaction,
  { keyring, reaches }: Deps,
  { kind, value }: { kind: AddressKind; value: string },
  template: Notice,
  language: Language,
): Promise<void> {
  if (!reaches(kind, value)) return
  const channel = kind === 'email' ? 'mail' : 'sms'
  await queueMessage(tx, keyring, { channel, template, usefulUntil: null }, { to: value, language, code: null })
}
