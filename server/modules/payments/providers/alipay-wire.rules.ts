import { fromDecimal } from '#shared/money.ts'

const beijing = 8 * 3_600_000

/** Alipay writes instants as Beijing wall time without a zone: "2026-11-20 09:14:00". Whole seconds. */
export const toBeijingTime = (at: Date): string =>
  new Date(at.getTime() + beijing).toISOString().slice(0, 19).replace('T', ' ')

/** Null for anything that is not such a text. */
export function fromBeijingTime(text: string | undefined): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text)) return null
  const at = new Date(Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`) - beijing)
  return Number.isNaN(at.getTime()) ? null : at
}

/** What Alipay says of one trade, by a notification or in answer to a query. Amounts are decimal yuan. */
export type StatedTrade = {
  readonly tradeNo: string
  readonly outTradeNo: string
  readonly status: string
  readonly total: string
  /** The currency if it says one; the domestic products say none and mean CNY. */
  readonly currency: string | undefined
  readonly paidAt: Date | null
  /** What was refunded in all so far, if it says so. */
  readonly refundedTotal: string | undefined
  /** When this was stated: the time of whatever has no time of its own. */
  readonly statedAt: Date
}
export type TradeFact = {
  readonly kind: 'paid' | 'closed' | 'refunded'
  readonly providerTxnId: string
  readonly amount: { readonly amountMinor: number; readonly currency: string }
  readonly at: Date
}

/** The facts in a stated trade; null if it makes no sense: an unknown status, an amount that is none. */
export function factsOfTrade(trade: StatedTrade): TradeFact[] | null {
  const total = fromDecimal(trade.total, 'CNY')
  if (!total) return null
  const currency = trade.currency || 'CNY'
  const fact = (kind: TradeFact['kind'], amountMinor: number, at: Date | null): TradeFact => ({
    kind,
    providerTxnId: trade.tradeNo || trade.outTradeNo,
    amount: { amountMinor, currency },
    at: at ?? trade.statedAt,
  })
  const paid = () => fact('paid', total.amountMinor, trade.paidAt)
  const refunded = trade.refundedTotal ? fromDecimal(trade.refundedTotal, 'CNY') : null
  if (trade.refundedTotal && !refunded) return null
  const refund = refunded && refunded.amountMinor > 0 ? [fact('refunded', refunded.amountMinor, null)] : []
  switch (trade.status) {
    case 'WAIT_BUYER_PAY':
      return []
    case 'TRADE_SUCCESS':
    case 'TRADE_FINISHED':
      return [paid(), ...refund]
    case 'TRADE_CLOSED':
      // Closed without a payment, or closed because all of a payment went back: only the time of payment tells them apart.
      if (!trade.paidAt) return [fact('closed', 0, null)]
      return [paid(), ...(refund.length > 0 ? refund : [fact('refunded', total.amountMinor, null)])]
    default:
      return null
  }
}
