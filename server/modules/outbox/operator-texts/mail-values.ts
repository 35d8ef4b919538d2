import {
  isNews,
  securityChanges,
  type Facts,
  type PeopleTemplate,
  type PersonMessage,
} from '../customer-messages.rules.ts'
import { templates, type AccountTemplate } from '../code-and-security-texts.ts'
import type { MessageData } from '../customers/message-data.ts'
import { type Words, decideBy, placeOf } from '../customers/format-values.ts'

/**
 * Value of a placeholder in one message. Null if the message has no such value; the product's text is then sent instead
 * of the operator's.
 */
type Value<T extends PeopleTemplate> = (facts: Facts[T], known: MessageData, words: Words) => string | null
type Mail<T extends PeopleTemplate> = {
  /** Variants of the message, each with its own text. Absent if there is only one. */
  readonly cases?: {
    readonly names: readonly string[]
    readonly of: (facts: Facts[T], known: MessageData, words: Words) => string
  }
  readonly values: Readonly<Record<string, Value<T>>>
  /** Placeholders that every text must contain, such as amounts and deadlines that the reader needs. */
  readonly needs: readonly string[]
}

const until = ({ membershipUntil: end, now }: MessageData, { day }: Words): string | null =>
  end && end > now ? day(end) : null
const planOf = ({ order }: MessageData, { language }: Words): string | null => order?.names[language] ?? null
/**
 * Name of the payment method in a refund message. Null for cryptocurrency, whose refunds only the product's text
 * explains.
 */
function methodOf({ order }: MessageData, { method, language }: Words): string | null {
  if (!order || order.method === 'crypto') return null
  return order.method === 'card' && language === 'en' ? 'your card' : method(order.method)
}
const answerBy = (at: string, { reviewHours }: MessageData, { deadline }: Words): string | null => {
  const by = decideBy(at, reviewHours)
  return by && deadline(by)
}

const mails: { readonly [T in PeopleTemplate]: Mail<T> } = {
  receipt: {
    cases: {
      names: ['plan', 'seat', 'last-seat', 'seats'],
      of: ({ group, expiresAt }, { order }) => {
        if (!group) return 'plan'
        if ((order?.seats ?? 1) > 1) return 'seats'
        return expiresAt ? 'last-seat' : 'seat'
      },
    },
    values: {
      sum: (_facts, { order }, words) => order && words.sum(order.totalMinor, order.currency),
      plan: (_facts, known, words) => planOf(known, words),
      method: (_facts, { order }, words) => order && words.method(order.method),
      paidOn: ({ at }, _known, words) => words.day(at),
      runsTo: ({ expiresAt }, _known, words) => expiresAt && words.day(expiresAt),
      seats: (_facts, { order }) => (order && order.seats > 1 ? String(order.seats) : null),
      deadline: ({ group }, _known, words) => group && words.deadline(group.endsAt),
    },
    needs: ['sum'],
  },
  refund: {
    cases: {
      names: ['part', 'days', 'whole', 'ended', 'devices', 'twice', 'over', 'unused', 'group', 'free'],
      of: ({ why, takenDays }, known, words) => {
        if (why === 'part' && takenDays) return 'days'
        if (why !== 'whole') return why
        if (known.order?.difference) return 'devices'
        return until(known, words) ? 'whole' : 'ended'
      },
    },
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      day: ({ at }, _known, words) => words.shortDay(at),
      method: (_facts, known, words) => methodOf(known, words),
      kept: ({ paidMinor, refundedMinor, currency }, _known, words) => words.sum(paidMinor - refundedMinor, currency),
      runsTo: (_facts, known, words) => until(known, words),
      devices: (_facts, { order }) => (order?.difference ? String(order.difference.devicesBefore) : null),
      days: ({ takenDays }) => (takenDays ? String(takenDays) : null),
    },
    needs: ['sum'],
  },
  'refund-failed': {
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      method: (_facts, known, words) => methodOf(known, words),
      deadline: ({ at }, known, words) => answerBy(at, known, words),
    },
    needs: ['sum'],
  },
  review: {
    cases: { names: ['differs', 'short', 'contested', 'other'], of: ({ why }) => why },
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      asked: (_facts, { order }, words) => order && words.sum(order.totalMinor, order.currency),
      deadline: ({ at }, known, words) => answerBy(at, known, words),
    },
    needs: ['sum'],
  },
  'group-joined': {
    cases: { names: ['paying', 'paid'], of: ({ isPaid }) => (isPaid ? 'paid' : 'paying') },
    values: {
      person: (_facts, { person }) => person,
      // For a single open seat English needs a different sentence, so the placeholder has no value and the product's
      // text is sent.
      left: ({ size, taken }) => (size - taken > 1 ? String(size - taken) : null),
      deadline: ({ endsAt }, _known, words) => words.deadline(endsAt),
    },
    needs: [],
  },
  'group-full': {
    cases: { names: ['paid', 'taken'], of: ({ isTaken }) => (isTaken ? 'taken' : 'paid') },
    values: {
      size: ({ size }) => String(size),
      runsTo: ({ expiresAt }, _known, words) => expiresAt && words.day(expiresAt),
    },
    needs: [],
  },
  'group-expired': {
    cases: { names: ['expired', 'closed', 'no-seat'], of: ({ why }) => why },
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      day: ({ at }, _known, words) => words.shortDay(at),
      method: (_facts, known, words) => methodOf(known, words),
    },
    needs: ['sum'],
  },
  'expiry-7': {
    values: {
      day: ({ endsAt }, _known, words) => words.day(endsAt),
      shortDay: ({ endsAt }, _known, words) => words.shortDay(endsAt),
      days: ({ endsAt }, { now }, words) => {
        const days = words.daysBetween(now, endsAt)
        return days < 2 ? null : String(days)
      },
    },
    needs: ['day'],
  },
  'group-removed': {
    cases: {
      names: ['own', 'own-paid', 'open', 'open-paid', 'free', 'creator', 'closed', 'closed-paid'],
      of: ({ isOwn, back, becomes }) => (isOwn ? 'own' : becomes) + (back ? '-paid' : ''),
    },
    values: { sum: ({ back }, _known, words) => back && words.sum(back.amountMinor, back.currency) },
    needs: [],
  },
  'expiry-1': {
    cases: {
      names: ['today', 'tomorrow'],
      of: ({ endsAt }, { now }, words) => (words.daysBetween(now, endsAt) === 0 ? 'today' : 'tomorrow'),
    },
    values: { time: ({ endsAt }, _known, words) => words.clock(endsAt) },
    needs: ['time'],
  },
  expired: {
    cases: {
      names: ['today', 'before'],
      of: ({ endsAt }, { now }, words) => (words.daysBetween(now, endsAt) === 0 ? 'today' : 'before'),
    },
    values: { day: ({ endsAt }, _known, words) => words.shortDay(endsAt) },
    needs: [],
  },
  'aff-approved': {
    cases: {
      names: ['ready', 'no-address'],
      of: (_facts, { affiliate }) => (affiliate?.hasAddress ? 'ready' : 'no-address'),
    },
    values: {
      firstRate: (_facts, { affiliate }, words) => affiliate && words.percent(affiliate.firstBps),
      renewalRate: (_facts, { affiliate }, words) => affiliate && words.percent(affiliate.renewalBps),
      minPayout: (_facts, { affiliate }, words) => affiliate && words.round(affiliate.minPayoutMinor, 'USD'),
      holdDays: (_facts, { affiliate }) => affiliate && String(affiliate.holdDays),
    },
    needs: [],
  },
  'aff-first': {
    cases: { names: ['campaign', 'link'], of: (_facts, { campaign }) => (campaign ? 'campaign' : 'link') },
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      plan: (_facts, known, words) => planOf(known, words),
      campaign: (_facts, { campaign }) => campaign,
      heldUntil: ({ heldUntil }, _known, words) => words.shortDay(heldUntil),
    },
    needs: ['sum', 'heldUntil'],
  },
  'aff-void': {
    cases: { names: ['held', 'paid'], of: ({ paidMinor }) => (paidMinor > 0 ? 'paid' : 'held') },
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      plan: ({ commissions = 1 }, known, words) => (commissions > 1 ? null : planOf(known, words)),
      paid: ({ paidMinor, currency }, _known, words) => (paidMinor > 0 ? words.sum(paidMinor, currency) : null),
    },
    needs: ['sum'],
  },
  'aff-prepared': {
    cases: {
      names: ['ready', 'no-address'],
      of: (_facts, { affiliate }) => (affiliate?.hasAddress ? 'ready' : 'no-address'),
    },
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      month: ({ period }) => period,
    },
    needs: ['sum'],
  },
  // Each reason for withholding a payout has its own text. The operator's text is appended to it.
  'aff-held': {
    cases: { names: ['accounts', 'purchase', 'other'], of: ({ why }) => why },
    values: {},
    needs: [],
  },
  'aff-name-removed': {
    cases: { names: ['greeting', 'link'], of: ({ link }) => (link === null ? 'greeting' : 'link') },
    values: { link: ({ link }) => link },
    needs: [],
  },
  'aff-suspended': { values: {}, needs: [] },
  'aff-resumed': { values: {}, needs: [] },
  'aff-cancelled': {
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      month: ({ period }) => period,
    },
    needs: ['sum'],
  },
  'aff-payout': {
    values: {
      sum: ({ amountMinor, currency }, _known, words) => words.sum(amountMinor, currency),
      chain: ({ chain }, _known, words) => words.chain(chain),
      addressEnd: ({ addressEnd }) => addressEnd,
      month: ({ period }) => period,
    },
    needs: ['sum', 'addressEnd'],
  },
  'account-blocked': { values: {}, needs: [] },
  'account-unblocked': { values: {}, needs: [] },
  'choose-password': { values: {}, needs: [] },
  'account-opened': { values: {}, needs: [] },
  'new-sign-in': {
    values: {
      device: ({ device, browser, system }, _known, { language }) => device ?? placeOf(browser, system, language),
      time: ({ at }, _known, words) => words.moment(at),
    },
    needs: ['device', 'time'],
  },
  'account-changed': {
    cases: {
      names: securityChanges,
      of: ({ what }) => what,
    },
    values: { time: ({ at }, _known, words) => words.moment(at) },
    needs: ['time'],
  },
  'support-answer': {
    cases: {
      names: ['by-mail', 'with-words', 'in-account'],
      of: (_facts, { answer, replyTo }) => {
        if (!answer) return 'in-account'
        return replyTo === null ? 'with-words' : 'by-mail'
      },
    },
    values: {},
    needs: [],
  },
  'change-asked': {
    cases: { names: ['factor', 'email', 'phone'], of: ({ kind }) => kind },
    values: { deadline: ({ dueAt }, _known, words) => words.deadline(dueAt) },
    needs: ['deadline'],
  },
  // News has no placeholders, because an operator writes each mailing.
  mailing: { values: {}, needs: [] },
  'legal-changed': {
    cases: { names: ['later', 'now'], of: (_facts, { legal }) => (legal?.from ? 'later' : 'now') },
    values: {
      title: (_facts, { legal }, { language }) => legal?.titles[language] ?? null,
      day: (_facts, { legal }, words) => (legal?.from ? words.day(legal.from) : null),
    },
    needs: ['title'],
  },
  'payout-changed': {
    cases: { names: ['set', 'changed'], of: ({ before }) => (before ? 'changed' : 'set') },
    values: {
      before: ({ before }) => before,
      after: ({ after }) => after,
      chain: ({ chain }, _known, words) => words.chain(chain),
      time: ({ at }, _known, words) => words.moment(at),
    },
    needs: ['after', 'chain'],
  },
}

type Told = Pick<PersonMessage, 'template' | 'facts'>
type AnyMail = Mail<PeopleTemplate>
/**
 * TypeScript cannot express that the template and the facts belong together. They do, because they were stored
 * together.
 */
const mailFor = (template: PeopleTemplate): AnyMail => mails[template] as unknown as AnyMail
const slugOf = (template: string, name: string) => `${template}-${name}`

/** Key of a message's text, such as `refund-part`, by which an operator's own text is found. */
export function mailSlug({ template, facts }: Told, known: MessageData, words: Words): string {
  const { cases } = mailFor(template)
  return cases ? slugOf(template, cases.of(facts, known, words)) : template
}
export const accountSlug = (template: AccountTemplate): string => `account-${template}`

export const valuesOf = (
  { template, facts }: Told,
  known: MessageData,
  words: Words,
  brand: string,
): Readonly<Record<string, string | null>> => ({
  brand,
  ...Object.fromEntries(
    Object.entries(mailFor(template).values).map(([name, value]) => [name, value(facts, known, words)]),
  ),
})

type MailSpec = {
  readonly slug: string
  readonly template: PeopleTemplate | AccountTemplate
  readonly placeholders: readonly string[]
  readonly needs: readonly string[]
}
const specsOf = (template: PeopleTemplate): MailSpec[] => {
  const { cases, values, needs } = mailFor(template)
  const rest = { template, placeholders: ['brand', ...Object.keys(values)], needs }
  return cases ? cases.names.map((name) => ({ slug: slugOf(template, name), ...rest })) : [{ slug: template, ...rest }]
}

export const mailSpecs: readonly MailSpec[] = [
  ...(Object.keys(mails) as PeopleTemplate[]).filter((template) => !isNews(template)).flatMap(specsOf),
  ...templates.map((template) => ({ slug: accountSlug(template), template, placeholders: ['brand'], needs: [] })),
]
export const findMailSpec = (slug: string): MailSpec | undefined => mailSpecs.find((spec) => spec.slug === slug)
