import type { Language } from '#shared/language.ts'
import { tierAt } from '#shared/affiliate-terms.ts'
import type { Addressee } from '#server/modules/accounts/accounts.queries.ts'
import { findMaskedNames } from '#server/modules/accounts/accounts.service.ts'
import { findAffiliate, listCampaigns } from '#server/modules/affiliates/affiliates.queries.ts'
import { listGoods } from '#server/modules/catalog/catalog.queries.ts'
import type { Settings } from '#server/modules/catalog/catalog.service.ts'
import { findMailing, type KeptTexts } from '#server/modules/mailings/mailings.queries.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { findLastBought, findOrder } from '#server/modules/orders/orders.queries.ts'
import type { MessageData, OrderLine } from '#server/modules/outbox/customers/message-data.ts'
import type { Facts, PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { countForTier } from '#server/modules/referrals/referrals.service.ts'
import { referralCode } from '#server/modules/referrals/referrals.rules.ts'
import { readEntry } from '#server/modules/support/support.service.ts'
import { changePage } from './notify-of-change.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'

type Asked = {
  readonly settings: Settings
  readonly addressee: Addressee
  readonly told: Pick<PersonMessage, 'userId' | 'template' | 'facts'>
  readonly publicOrigin: string
  readonly language?: Language
  readonly keyring: Keyring
  readonly readsAnswer?: boolean
  readonly replyAddressOf?: ((threadId: string) => string) | null
}

export async function readMessageData(database: Queryable, asked: Asked): Promise<MessageData> {
  const { addressee, told } = asked
  const { userId, template } = told
  const facts = told.facts as Partial<
    Facts['aff-first'] & Facts['group-joined'] & Facts['support-answer'] & Facts['change-asked'] & Facts['mailing']
  >
  const isAboutEnd = template === 'expiry-7' || template === 'expiry-1' || template === 'expired'
  const [membership, order, names, plan, affiliate, campaigns, answer, mailing] = await Promise.all([
    template === 'refund' ? findMembership(database, userId) : undefined,
    facts.orderId === undefined ? null : readOrderLine(database, facts.orderId),
    facts.personId === undefined ? null : findMaskedNames(database, [facts.personId]),
    isAboutEnd ? readPlan(database, userId) : null,
    template === 'aff-approved' || template === 'aff-prepared' ? readAffiliate(database, asked) : null,
    template === 'aff-first' ? listCampaigns(database, userId) : [],
    asked.readsAnswer && facts.entryId !== undefined ? readEntry(database, asked.keyring, facts.entryId) : null,
    facts.mailingId === undefined ? undefined : findMailing(database, facts.mailingId),
  ])
  return {
    now: new Date(),
    account: addressee.accountName ?? String(addressee.uid),
    membershipUntil: membership?.expiresAt ?? null,
    order,
    person: names?.get(facts.personId ?? '') ?? '',
    plan,
    reviewHours: asked.settings.reviewHours,
    affiliate,
    campaign: campaigns.find(({ id, slug }) => id === facts.campaignId && slug !== '')?.name ?? null,
    answer: answer?.text ?? null,
    replyTo: answer ? (asked.replyAddressOf?.(answer.threadId) ?? null) : null,
    ...mailingContent(mailing?.texts, asked.language ?? addressee.language),
    stopPage: facts.changeId === undefined ? null : changePage(asked.keyring, 'stop', facts.changeId),
  }
}

export function mailingContent(
  texts: KeptTexts | undefined,
  language: Language,
): Pick<MessageData, 'mailing' | 'legal'> {
  if (!texts) return { mailing: null, legal: null }
  if ('legal' in texts) {
    const { slug, titles, from } = texts.legal
    return { mailing: null, legal: { slug, titles, from: from === null ? null : new Date(from) } }
  }
  const t = texts.news
  const said =
    language === 'en'
      ? { subject: t.subjectEn, heading: t.headingEn, text: t.bodyEn, button: t.buttonEn }
      : { subject: t.subjectZh, heading: t.headingZh, text: t.bodyZh, button: t.buttonZh }
  return { mailing: { ...said, text: said.text.trim(), page: t.page }, legal: null }
}

async function readOrderLine(database: Queryable, orderId: string): Promise<OrderLine | null> {
  const order = await findOrder(database, orderId)
  return order ? { ...order, names: order.productNames } : null
}

async function readPlan(database: Queryable, userId: string): Promise<MessageData['plan']> {
  const bought = await findLastBought(database, userId)
  const goods = bought && (await listGoods(database)).find(({ id }) => id === bought.goodsId)
  const price = goods?.prices.find(({ currency }) => currency === bought?.currency)
  return goods && price ? { names: goods.names, priceMinor: price.priceMinor, currency: price.currency } : null
}

async function readAffiliate(
  database: Queryable,
  { settings, addressee, told: { userId }, publicOrigin }: Asked,
): Promise<MessageData['affiliate']> {
  const { affiliateTerms: terms } = settings
  const [found, payers] = await Promise.all([findAffiliate(database, userId), countForTier(database, userId, terms)])
  const tier = terms.tiers.find(({ id }) => id === found?.tier) ?? tierAt(terms, payers)
  return {
    link: `${publicOrigin}/?r=${referralCode(addressee.inviteCode)}`,
    firstBps: tier.firstBps,
    renewalBps: tier.renewalBps,
    holdDays: terms.holdDays,
    reserve: tier.reserve ?? null,
    minPayoutMinor: terms.minPayoutMinor,
    hasAddress: (found?.payoutAddress ?? null) !== null,
  }
}
