import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { displayDate } from '#web/display/display-date.ts'
import { amountText } from '#web/display/token-amount.ts'
import type { OutcomeTexts, Told } from '#text/en/site/outcome.ts'
import { displayDay, displayTime } from './display-day.ts'
import type { Order } from './order.ts'

export function sumText(amountMinor: number, currency: string, language: Language): string {
  if (currency === 'CNY' || currency === 'USD') return formatMoney({ amountMinor, currency }, language)
  return `${(amountMinor / 100).toFixed(2)}\u00a0${currency}`
}

export function summarizeOrder(
  order: Order,
  t: OutcomeTexts,
  language: Language,
  now: number,
  confirmations: { readonly done: number; readonly needed: number } | null = null,
): Told {
  const sum = (amountMinor: number) => sumText(amountMinor, order.currency, language)
  const arrived = (amountMinor: number) => sumText(amountMinor, order.receivedCurrency, language)
  const day = (at: number | null) => (at === null ? null : displayDay(at, language, now))
  const date = (at: number | null) => (at === null ? null : displayDate(at, language))
  const time = (at: number) => displayTime(at, t, language, now)
  const { token, group, secondPayment } = order
  const units = (amount: string) => amountText(amount, token?.decimals ?? 0)
  return {
    isCard: order.method === 'card',
    isChain: order.method === 'crypto',
    by: t.by[order.method],
    to: t.to[order.method],
    total: sum(order.amountMinor),
    received: arrived(order.receivedMinor),
    refunded: arrived(order.refundedMinor),
    refundedOn: day(order.refundedAt),
    refunding: arrived(order.refundingMinor),
    since: day(order.refundingSince),
    stuck: arrived(order.stuckMinor),
    disputed: arrived(order.disputedMinor),
    kept: arrived(order.receivedMinor - order.refundedMinor),
    minutes: Math.max(0, Math.ceil((order.payableUntil - now) / 60_000)),
    promoCode: order.promoCode,
    until: date(order.membershipExpiresAt),
    memberUntil: date(order.memberUntil),
    isMember: (order.memberUntil ?? 0) > now,
    days: order.boughtDays,
    devices: order.difference && { before: order.difference.devicesBefore, after: order.difference.devicesAfter },
    paidAt: order.paidAt === null ? null : time(order.paidAt),
    payableUntil: time(order.payableUntil),
    endedAt: time(order.endedBy === 'time' ? order.payableUntil : (order.endedAt ?? order.payableUntil)),
    endedBy: order.endedBy,
    decideBy: order.decideBy === null ? null : time(order.decideBy),
    second: secondPayment && {
      sum: sum(secondPayment.amountMinor),
      on: day(secondPayment.refundedAt),
      isStuck: secondPayment.isStuck,
    },
    token: {
      symbol: token?.symbol ?? '',
      asked: units(token?.asked ?? '0'),
      received: units(token?.received ?? '0'),
      arriving: units(token?.arriving ?? '0'),
      missing: units(token?.missing ?? '0'),
      excess: units(token?.excess ?? '0'),
      confirmations,
    },
    group: group && {
      state: group.state,
      seats: order.seats,
      missing: group.missing,
      ends: time(group.expiresAt),
    },
  }
}

export const emptySummary: Told = {
  isCard: false,
  isChain: false,
  by: '',
  to: '',
  total: '',
  received: '',
  refunded: '',
  refundedOn: null,
  refunding: '',
  since: null,
  stuck: '',
  disputed: '',
  kept: '',
  minutes: 0,
  promoCode: null,
  until: null,
  memberUntil: null,
  isMember: false,
  days: null,
  devices: null,
  paidAt: null,
  payableUntil: '',
  endedAt: '',
  endedBy: null,
  decideBy: null,
  second: null,
  token: { symbol: '', asked: '', received: '', arriving: '', missing: '', excess: '', confirmations: null },
  group: null,
}
