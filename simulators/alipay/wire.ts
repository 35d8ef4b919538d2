import { randomUUID } from 'node:crypto'
import { amountOf, refundedMinor, type GatewayPayment } from '../fake-gateway/gateway-payments.ts'
import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import type { Wire } from '../fake-gateway/fake-gateway.ts'
import { signParams, type Params } from './signing.ts'

export const merchant = { appId: '2026000000000001', sellerId: '2088000000000001' } as const

export const toYuan = (amountMinor: number): string => {
  const digits = String(amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
export const fromYuan = (text: string | undefined): number | null => {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text ?? '')
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}
/** Writes a time as Alipay does: in Beijing time without a zone. */
export const toBeijing = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
export const fromBeijing = (text: string | undefined): number =>
  Date.parse(`${(text ?? '').replace(' ', 'T')}Z`) - 8 * 3_600_000

export const buyerOf = ({ payer, txn }: GatewayPayment): string => `2088${payer ?? txn}`

const closedAtOf = (trade: GatewayPayment): number | null =>
  trade.closedAt ??
  (trade.paidAt !== null && refundedMinor(trade) === trade.paidMinor ? (trade.refunds.at(-1)?.at ?? null) : null)
export const statusOf = (trade: GatewayPayment): string =>
  closedAtOf(trade) !== null ? 'TRADE_CLOSED' : trade.paidAt !== null ? 'TRADE_SUCCESS' : 'WAIT_BUYER_PAY'

/** False for a QR code that nobody has scanned yet: Alipay knows a payment only after that. */
export const isTrade = ({ extra, paidAt }: GatewayPayment): boolean =>
  extra.code === undefined || extra.scanned !== undefined || paidAt !== null

/** Parameters of a notification about the payment's current state. `requestNo`: number of the refund that caused it. */
export function notificationOf(
  trade: GatewayPayment,
  context: { id: string; at: number; requestNo?: string; privateKeyPem: string },
): Params {
  const refunded = refundedMinor(trade)
  const [amount, closedAt] = [toYuan(amountOf(trade)), closedAtOf(trade)]
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
    trade_no: trade.txn,
    out_trade_no: trade.number,
    trade_status: statusOf(trade),
    subject: trade.subject,
    total_amount: amount,
    gmt_create: toBeijing(trade.createdAt),
    ...(trade.paidAt !== null && {
      gmt_payment: toBeijing(trade.paidAt),
      receipt_amount: amount,
      buyer_id: buyerOf(trade),
      buyer_logon_id: cardHolderOf(trade.txn).maskedEmail,
      invoice_amount: amount,
      buyer_pay_amount: amount,
      point_amount: toYuan(0),
      fund_bill_list: JSON.stringify([{ amount: amount, fundChannel: 'PCREDIT' }]),
    }),
    ...(closedAt !== null && { gmt_close: toBeijing(closedAt) }),
    ...(refunded > 0 && { refund_fee: toYuan(refunded), gmt_refund: `${toBeijing(context.at)}.000` }),
    ...(context.requestNo !== undefined && { out_biz_no: context.requestNo }),
  }
  return signParams(params, context.privateKeyPem)
}

export function returnUrlOf(trade: GatewayPayment, context: { at: number; privateKeyPem: string }): string {
  const params = signParams(
    {
      charset: 'utf-8',
      method: 'alipay.trade.page.pay.return',
      out_trade_no: trade.number,
      trade_no: trade.txn,
      total_amount: toYuan(amountOf(trade)),
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

/** Writes notifications as forms. Only the bare word "success" in the shop's answer acknowledges one. */
export const alipayWire = (privateKeyPem: string): Wire => ({
  write(trade, { kind, refund }, at) {
    // Returns null for events about which Alipay sends no notification: those of a QR code that nobody has scanned yet,
    // pending or failed refunds, and disputes.
    if (!isTrade(trade) || refund?.state !== undefined || kind.startsWith('dispute')) return null
    const id = randomUUID().replaceAll('-', '')
    const about = refund ? { requestNo: refund.number } : {}
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams(notificationOf(trade, { id, at, privateKeyPem, ...about })).toString(),
    }
  },
  isRead: ({ body }) => body === 'success',
  returnUrl: (trade, at) =>
    trade.paidAt === null || trade.returnUrl === '' ? trade.returnUrl : returnUrlOf(trade, { at, privateKeyPem }),
})
