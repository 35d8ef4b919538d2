import { cardHolderOf } from '../till/card-holder.ts'
import { signParams, type Params } from './signing.ts'
import { buyerOf, refundedMinor, type Trade } from './trades.ts'

/** The merchant that the simulator knows: the demo account of the configuration. */
export const merchant = { appId: '2026000000000001', sellerId: '2088000000000001' } as const

export const toYuan = (amountMinor: number): string => {
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
/** Null for what is no amount of yuan and fen. */
export const fromYuan = (text: string | undefined): number | null => {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text ?? '')
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}
/** Alipay's clock shows Beijing's time, without saying so. */
export const toBeijing = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
export const fromBeijing = (text: string | undefined): number =>
  Date.parse(`${(text ?? '').replace(' ', 'T')}Z`) - 8 * 3_600_000

/** The parameters of a notification about the trade as it is now, signed. `requestNo`: a refund was the occasion. */
export function notificationOf(
  trade: Trade,
  context: { id: string; at: number; requestNo?: string; privateKeyPem: string },
): Params {
  const refunded = refundedMinor(trade)
  const params = {
    notify_id: context.id,
    notify_time: toBeijing(context.at),
    notify_type: 'trade_status_sync',
    app_id: merchant.appId,
    auth_app_id: merchant.appId,
    seller_id: merchant.sellerId,
    seller_email: 'shop@example.com',
    charset: 'utf-8',
    version: '1.0',
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    trade_status: trade.status,
    subject: trade.subject,
    total_amount: toYuan(trade.totalMinor),
    gmt_create: toBeijing(trade.createdAt),
    ...(trade.paidAt !== null && {
      gmt_payment: toBeijing(trade.paidAt),
      receipt_amount: toYuan(trade.totalMinor),
      buyer_id: buyerOf(trade),
      buyer_logon_id: cardHolderOf(trade.tradeNo).maskedEmail,
      invoice_amount: toYuan(trade.totalMinor),
      buyer_pay_amount: toYuan(trade.totalMinor),
      point_amount: toYuan(0),
      fund_bill_list: JSON.stringify([{ amount: toYuan(trade.totalMinor), fundChannel: 'PCREDIT' }]),
    }),
    ...(trade.closedAt !== null && { gmt_close: toBeijing(trade.closedAt) }),
    ...(refunded > 0 && { refund_fee: toYuan(refunded), gmt_refund: `${toBeijing(context.at)}.000` }),
    ...(context.requestNo !== undefined && { out_biz_no: context.requestNo }),
  }
  return signParams(params, context.privateKeyPem)
}

/** Where the browser goes after paying, with the signed parameters that Alipay appends. */
export function returnUrlOf(trade: Trade, context: { at: number; privateKeyPem: string }): string {
  const params = signParams(
    {
      charset: 'utf-8',
      method: 'alipay.trade.page.pay.return',
      out_trade_no: trade.outTradeNo,
      trade_no: trade.tradeNo,
      total_amount: toYuan(trade.totalMinor),
      app_id: merchant.appId,
      auth_app_id: merchant.appId,
      seller_id: merchant.sellerId,
      version: '1.0',
      timestamp: toBeijing(context.at),
    },
    context.privateKeyPem,
  )
  const url = new URL(trade.returnUrl)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}
