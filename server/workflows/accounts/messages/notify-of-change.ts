import type { Language } from '#shared/language.ts'
import type { AddressKind } from '#shared/account-rules.ts'
import type { ChangeKind } from '#server/modules/account-changes/account-changes.rules.ts'
import { queueMessage, notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { reachesOf } from '#server/deps/identity-deps.ts'
import type { Config } from '#server/platform/config.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import { changeToken, type ChangeLink } from '#server/modules/account-changes/account-changes.service.ts'

export const changePage = (keyring: Keyring, link: ChangeLink, changeId: string): string =>
  `/account-change/${link}/${changeToken(keyring, link, changeId)}`

const changeAddress = (
  { keyring, publicOrigin }: { keyring: Keyring; publicOrigin: string },
  link: ChangeLink,
  { changeId, language }: { changeId: string; language: Language },
): string => `${publicOrigin}/${language}${changePage(keyring, link, changeId)}`

type Address = { readonly kind: AddressKind; readonly value: string }
type Told = {
  readonly userId: string
  readonly language: Language
  readonly changeId: string
  readonly kind: ChangeKind
  readonly dueAt: Date
}

export const reachable = (config: Config, addresses: readonly Address[]): Address[] =>
  addresses.filter(({ kind, value }) => reachesOf(config)(kind, value))

export async function notifyOfChange(
  tx: Transaction,
  config: Config,
  { userId, language, changeId, kind, dueAt }: Told,
  addresses: readonly Address[],
): Promise<void> {
  const keyring = createKeyring(config.secretKey)
  const facts = { changeId, kind, at: tx.now.toISOString(), dueAt: dueAt.toISOString() }
  await notifyPeople(tx, [{ userId, event: `change-asked ${changeId}`, template: 'change-asked', facts }])
  const link = changeAddress({ keyring, publicOrigin: config.publicOrigin }, 'stop', { changeId, language })
  for (const { value } of reachable(config, addresses).filter((each) => each.kind === 'phone'))
    await queueMessage(
      tx,
      keyring,
      { channel: 'sms', template: 'change-asked', usefulUntil: null },
      { to: value, language, code: null, link },
    )
}

export async function sendChangeCode(
  tx: Transaction,
  config: Config,
  { to, code, lapsesAt, ...about }: { to: Address; code: string; lapsesAt: Date; changeId: string; language: Language },
): Promise<void> {
  const keyring = createKeyring(config.secretKey)
  const link = changeAddress({ keyring, publicOrigin: config.publicOrigin }, 'confirm', about)
  await queueMessage(
    tx,
    keyring,
    { channel: to.kind === 'email' ? 'mail' : 'sms', template: 'code-change', usefulUntil: lapsesAt },
    { to: to.value, language: about.language, code, link },
  )
}
