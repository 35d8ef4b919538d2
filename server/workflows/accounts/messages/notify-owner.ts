import type { AddressKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import { listAddresses } from '#server/modules/accounts/accounts.service.ts'
import type { AccountTemplate } from '#server/modules/outbox/code-and-security-texts.ts'
import { queueMessage, notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { SecurityChange } from '#server/modules/outbox/customer-messages.rules.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

type Deps = Pick<IdentityDeps, 'keyring' | 'reaches'>
type Owner = { readonly userId: string; readonly language: Language }
type Address = { readonly kind: AddressKind; readonly value: string }

export async function notifyOwner(tx: Transaction, deps: Deps, owner: Owner, change: SecurityChange): Promise<void> {
  const addresses = reachable(deps, await listAddresses(tx, owner.userId))
  const address = addresses.find(isMail) ?? addresses[0]
  await notifyAddresses(tx, deps, owner, change, address ? [address] : [])
}

export async function notifyByMail(tx: Transaction, deps: Deps, owner: Owner, change: SecurityChange): Promise<void> {
  await notifyAddresses(tx, deps, owner, change, (await listAddresses(tx, owner.userId)).filter(isMail))
}

/**
 * Queues a notice of the security change to every address that can be reached, and returns their number. If none of
 * them is an email address, the account area shows the change too, because an SMS does not say when it happened.
 */
export async function notifyAddresses(
  tx: Transaction,
  deps: Deps,
  { userId, language }: Owner,
  change: SecurityChange,
  addresses: readonly Address[],
): Promise<number> {
  const at = tx.now.toISOString()
  const sent = reachable(deps, addresses)
  for (const address of sent) {
    const message = { channel: isMail(address) ? 'mail' : 'sms', template: templateOf(change, address) } as const
    const content = { to: address.value, language, code: null, change: { userId, what: change, at } }
    await queueMessage(tx, deps.keyring, { ...message, usefulUntil: null }, content)
  }
  if (!sent.some(isMail)) await notifyPeople(tx, [notifyInAccount({ userId, what: change, at }, at)])
  return sent.length
}

export const notifyInAccount = (
  { userId, what, at }: { readonly userId: string; readonly what: SecurityChange; readonly at: string },
  cause: string,
) => ({ userId, event: `account-changed ${what} ${cause}`, template: 'account-changed', facts: { what, at } }) as const

const isMail = ({ kind }: Address): boolean => kind === 'email'
const reachable = <A extends Address>({ reaches }: Deps, addresses: readonly A[]): A[] =>
  addresses.filter(({ kind, value }) => reaches(kind, value))

function templateOf(change: SecurityChange, { kind }: Address): AccountTemplate {
  if (change === 'email-changed' || change === 'phone-changed')
    return change === `${kind}-changed` ? 'address-changed' : 'names-changed'
  return templates[change]
}
const templates = {
  'password-changed': 'password-changed',
  'password-reset': 'password-reset',
  'app-password-made': 'ways-in-changed',
  'name-changed': 'names-changed',
  'authenticator-added': 'ways-in-changed',
  'authenticator-removed': 'ways-in-changed',
  'recovery-codes-made': 'ways-in-changed',
  'passkey-added': 'ways-in-changed',
  'passkey-removed': 'ways-in-changed',
  'factors-removed': 'ways-in-changed',
  'deletion-requested': 'deletion-requested',
} as const satisfies Record<Exclude<SecurityChange, 'email-changed' | 'phone-changed'>, AccountTemplate>
