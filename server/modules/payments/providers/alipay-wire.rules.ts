import { fromDecimal } from '#shared/money.ts'

const beijing = 8 * 3_600_000

/** Formats a time for Alipay: Beijing time without a zone, such as "2026-11-20 09:14:00". */
export const toBeijingTime = (at: Date): string =>
  new Date(at.getTime() + beijing).toISOString().slice(0, 19).replace('T', ' ')

export function fromBeijingTime(text: string | undefined): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text)) return null
  const at = new Date(Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`) - beijing)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Trade as stated in a notification or query answer. Amounts are decimal yuan. */
export type StatedTrade = {
  readonly tradeNo: string
  readonly outTradeNo: string
  readonly status: string
  readonly total: string
  /** Currency if given; domestic products omit it and mean CNY. */
  readonly currency: string | undefined
  readonly paidAt: Date | null
  readonly refundedTotal: string | undefined
  /** Time of the statement, for facts without their own time. */
  readonly statedAt: Date
}
type TradeFact = {
  readonly kind: 'paid' | 'closed' | 'refunded'
  readonly providerTxnId: string
  readonly amount: { readonly amountMinor: number; readonly currency: string }
  readonly at: Date
}

/** Facts of a trade; null for an unknown status or invalid amount. */
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
      // Alipay uses TRADE_CLOSED for a trade that was never paid and for one that was fully refunded. Only the payment
      // time distinguishes them.
      if (!trade.paidAt) return [fact('closed', 0, null)]
      return [paid(), ...(refund.length > 0 ? refund : [fact('refunded', total.amountMinor, null)])]
    default:
      return null
  }
}
