import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import { amountOf, refundedMinor, type GatewayPayment, type GatewayRefund } from '../fake-gateway/gateway-payments.ts'
import { buyerOf, statusOf, toBeijing, toYuan } from './wire.ts'

const zero = toYuan(0)
const namesOf = (trade: GatewayPayment) => ({ out_trade_no: trade.number, trade_no: trade.txn })
const buyer = (trade: GatewayPayment) => ({
  buyer_user_id: buyerOf(trade),
  buyer_logon_id: cardHolderOf(trade.txn).maskedEmail,
})
const received = (amount: string) => ({
  buyer_pay_amount: amount,
  invoice_amount: amount,
  point_amount: zero,
  receipt_amount: amount,
})

/** Alipay's answer to a query about a payment. One that was closed unpaid has no received amounts. */
export function alipayTrade(trade: GatewayPayment): Record<string, unknown> {
  const paid = trade.paidAt !== null
  const amount = toYuan(amountOf(trade))
  return {
    ...namesOf(trade),
    ...buyer(trade),
    trade_status: statusOf(trade),
    total_amount: amount,
    ...((paid || trade.closedAt === null) && received(paid ? amount : zero)),
    ...(trade.paidAt !== null && {
      send_pay_date: toBeijing(trade.paidAt),
      fund_bill_list: [{ amount, fund_channel: 'PCREDIT' }],
      // Real Alipay sends the buyer's name only to shops with a special agreement.
      buyer_user_name: cardHolderOf(trade.txn).name,
    }),
  }
}

export const alipayRefund = (trade: GatewayPayment, moved: boolean): Record<string, unknown> => ({
  ...namesOf(trade),
  ...buyer(trade),
  fund_change: moved ? 'Y' : 'N',
  refund_fee: toYuan(refundedMinor(trade)),
  send_back_fee: zero,
})

/**
 * Alipay's answer about a refund. A pending or failed refund looks as if it did not exist; the refund's time is only
 * included if requested.
 */
export const alipayRefundState = (
  trade: GatewayPayment,
  refund: GatewayRefund | undefined,
  options: string | undefined,
): Record<string, unknown> =>
  !refund || refund.state !== undefined
    ? {}
    : {
        ...namesOf(trade),
        out_request_no: refund.number,
        total_amount: toYuan(trade.paidMinor),
        refund_amount: toYuan(refund.amountMinor),
        refund_status: 'REFUND_SUCCESS',
        ...(options?.includes('gmt_refund_pay') && { gmt_refund_pay: toBeijing(refund.at) }),
      }
