import { randomInt } from 'node:crypto'

export type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
export type TradeRefund = {
  readonly requestNo: string
  readonly amountMinor: number
  readonly at: number
  /** Absent: the money went. `failed`: it came back, or never went. */
  state?: 'pending' | 'failed'
}
/** Instants are milliseconds of the simulator's clock; amounts are fen. */
export type Trade = {
  readonly tradeNo: string
  readonly outTradeNo: string
  readonly subject: string
  readonly notifyUrl: string
  readonly returnUrl: string
  readonly createdAt: number
  readonly expiresAt: number
  totalMinor: number
  status: TradeStatus
  paidAt: number | null
  closedAt: number | null
  refunds: TradeRefund[]
  /** Which account it was paid from; absent: one that nobody else pays from. */
  payer?: string
}

/** As Alipay calls the account that paid. */
export const buyerOf = ({ payer, tradeNo }: Trade): string => `2088${payer ?? tradeNo}`

/** A refusal in Alipay's words, like ACQ.TRADE_NOT_EXIST. */
export class TradeError extends Error {}

export const refundedMinor = (trade: Trade): number =>
  trade.refunds.reduce((total, { amountMinor, state }) => total + (state === 'failed' ? 0 : amountMinor), 0)
/** Those whose money went. */
export const doneRefunds = ({ refunds }: Trade): TradeRefund[] => refunds.filter(({ state }) => state === undefined)

/** What makes a trade; `at` is the day in its number. */
export function newTrade(
  draft: Pick<Trade, 'outTradeNo' | 'subject' | 'notifyUrl' | 'returnUrl' | 'totalMinor' | 'expiresAt'>,
  at: number,
): Trade {
  const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
  const tradeNo = `${day}22001${String(randomInt(1e9)).padStart(9, '0')}${String(randomInt(1e6)).padStart(6, '0')}`
  return { ...draft, tradeNo, createdAt: at, status: 'WAIT_BUYER_PAY', paidAt: null, closedAt: null, refunds: [] }
}

/** True if the trade closed because its time is over. */
export function closeIfOver(trade: Trade, now: number): boolean {
  if (trade.status !== 'WAIT_BUYER_PAY' || now < trade.expiresAt) return false
  trade.status = 'TRADE_CLOSED'
  trade.closedAt = trade.expiresAt
  return true
}

/** `deltaMinor`: the buyer pays that much more or less than was asked for. */
export function payTrade(trade: Trade, at: number, deltaMinor = 0): void {
  if (trade.status !== 'WAIT_BUYER_PAY') throw new TradeError('ACQ.TRADE_STATUS_ERROR')
  trade.status = 'TRADE_SUCCESS'
  trade.paidAt = at
  trade.totalMinor += deltaMinor
}

export function closeTrade(trade: Trade, at: number): void {
  if (trade.status !== 'WAIT_BUYER_PAY') throw new TradeError('ACQ.TRADE_STATUS_ERROR')
  trade.status = 'TRADE_CLOSED'
  trade.closedAt = at
}

/** Idempotent by `requestNo`: answers false if that refund was made before. All of the money back closes the trade. */
export function refundTrade(trade: Trade, { requestNo, amountMinor, at, state }: TradeRefund): boolean {
  const known = trade.refunds.find((refund) => refund.requestNo === requestNo)
  if (known && known.amountMinor !== amountMinor) throw new TradeError('ACQ.DISCORDANT_REPEAT_REQUEST')
  if (known) return false
  if (trade.status !== 'TRADE_SUCCESS') throw new TradeError('ACQ.TRADE_STATUS_ERROR')
  if (amountMinor <= 0 || refundedMinor(trade) + amountMinor > trade.totalMinor)
    throw new TradeError('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
  trade.refunds.push({ requestNo, amountMinor, at, ...(state && { state }) })
  if (refundedMinor(trade) === trade.totalMinor) {
    trade.status = 'TRADE_CLOSED'
    trade.closedAt = at
  }
  return true
}

/** A refund that waited comes to its end; one that was done comes back, and the trade is open for refunds again. */
export function settleRefund(trade: Trade, requestNo: string, end: 'done' | 'failed'): void {
  const refund = trade.refunds.find((known) => known.requestNo === requestNo)
  if (!refund) throw new TradeError('ACQ.TRADE_NOT_EXIST')
  if (end === 'done') delete refund.state
  else {
    refund.state = 'failed'
    trade.status = 'TRADE_SUCCESS'
    trade.closedAt = null
  }
}
