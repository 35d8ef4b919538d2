import type { Language } from '#shared/language.ts'
import { defaultWishes, listWishes } from '#server/modules/alerts/notification-settings.service.ts'
import { listAddressees } from '#server/modules/operators/operators.queries.ts'
import { openAddress } from '#server/modules/operators/operators.service.ts'
import type { OperatorNotice } from '#server/modules/outbox/operator-notices.ts'
import { queueMessage } from '#server/modules/outbox/outbox.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'

/** Effects of a proposal, as lines of a mail in the reader's language and time zone. */
export type EffectsFor = (reader: { readonly language: Language; readonly timeZone: string }) => readonly string[]

/** Mails a notice to all operators with an email address. `effectsFor` adds the effects of a proposal. */
export async function notifyOperators(
  tx: Transaction,
  config: Config,
  notice: OperatorNotice,
  effectsFor: EffectsFor = () => [],
): Promise<void> {
  const wishes = await listWishes(tx)
  for (const addressee of await listAddressees(tx)) {
    const to = openAddress(createKeyring(config.secretKey), addressee)
    const { timeZone } = wishes.get(addressee.id) ?? defaultWishes
    const { language } = addressee
    const effects = effectsFor({ language, timeZone })
    const own = notice.kind === 'proposal' ? { ...notice, timeZone, effects } : notice
    if (to !== null) await notifyAddress(tx, config, { to, language }, own)
  }
}

export async function notifyOwners(
  tx: Transaction,
  config: Config,
  aboutId: string,
  notice: OperatorNotice,
): Promise<void> {
  for (const addressee of await listAddressees(tx)) {
    if (addressee.id !== aboutId && addressee.role !== 'owner') continue
    const to = openAddress(createKeyring(config.secretKey), addressee)
    if (to !== null) await notifyAddress(tx, config, { to, language: addressee.language }, notice)
  }
}

export async function notifyAllOwners(tx: Transaction, config: Config, notice: OperatorNotice): Promise<void> {
  for (const addressee of await listAddressees(tx)) {
    const to = addressee.role === 'owner' ? openAddress(createKeyring(config.secretKey), addressee) : null
    if (to !== null) await notifyAddress(tx, config, { to, language: addressee.language }, notice)
  }
}

/**
 * Queues a mail with a notice to one email address of an operator. Does nothing if this deployment cannot send mail.
 */
export async function notifyAddress(
  tx: Transaction,
  config: Pick<Config, 'mail' | 'secretKey'>,
  content: Readonly<{ to: string; language: 'en' | 'zh-CN' }>,
  notice: OperatorNotice,
): Promise<void> {
  if (!config.mail) return
  const mail = { channel: 'mail', template: 'operator-notice', usefulUntil: null } as const
  await queueMessage(tx, createKeyring(config.secretKey), mail, { ...content, code: null, notice })
}
