import { toBeijing, toYuan } from '../alipay/wire.ts'
import { amountOf, payerOf, type GatewayPayment } from '../fake-gateway/gateway-payments.ts'
import type { SignedNotification, Wire } from '../fake-gateway/fake-gateway.ts'
import { signMd5, signRsa, type EpayKeys, type EpayParams } from './signing.ts'

/** Merchant ids known to the simulator: one account for each version of the protocol. */
export const epayPid = { epay1: '1001', epay2: '1002' } as const
export type EpayName = keyof typeof epayPid
export const isRsa = (name: EpayName): boolean => name === 'epay2'

/**
 * Behaviour in which EPay gateways differ. `postsNotifications`: notifies by POST instead of GET. `refusesRefunds`: the
 * merchant may not refund by API. `answersOldOrder`: a repeated number with another amount gets the old order, not a
 * refusal. `changesCents`: asks payers for a few cents more or less, but states the ordered amount. `opensBy`: how the
 * answer to a new order lets the buyer pay.
 */
export type EpayManners = {
  postsNotifications: boolean
  refusesRefunds: boolean
  answersOldOrder: boolean
  changesCents: boolean
  opensBy: 'code' | 'address' | 'path' | 'app' | 'form'
}
export const usualManners = (): EpayManners => ({
  postsNotifications: false,
  refusesRefunds: false,
  answersOldOrder: false,
  changesCents: false,
  opensBy: 'code',
})

/** Writes an amount as PHP does, without trailing zeros: 268, 268.5, 268.01. */
const toFloat = (amountMinor: number): string => String(amountMinor / 100)

const statedMinor = (order: GatewayPayment, { changesCents }: EpayManners): number =>
  changesCents ? order.totalMinor : amountOf(order)

/** Unsigned parameters of the notification about a completed payment. */
export function epayPaid(name: EpayName, order: GatewayPayment, manners: EpayManners, now: number): EpayParams {
  const common = {
    pid: epayPid[name],
    trade_no: order.txn,
    out_trade_no: order.number,
    type: order.extra.type ?? '',
    name: order.subject,
    money: toFloat(statedMinor(order, manners)),
    trade_status: 'TRADE_SUCCESS',
  }
  if (!isRsa(name)) return common
  const buyer = payerOf(order)
  return { ...common, api_trade_no: `4200${order.txn}`, buyer, timestamp: String(Math.floor(now / 1_000)) }
}

/** Signs parameters as this version of the protocol does, and writes them into the URL or as a form. */
export function writeEpay(
  name: EpayName,
  params: EpayParams,
  { key, providerPrivatePem }: Pick<EpayKeys, 'key' | 'providerPrivatePem'>,
  by: 'GET' | 'POST' = 'GET',
): SignedNotification {
  const signed = isRsa(name) ? signRsa(params, providerPrivatePem) : signMd5(params, key)
  const headers = by === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  return { headers, body: new URLSearchParams(signed).toString(), ...(by === 'GET' && { method: by }) }
}

/** Order as API calls return it. Version 1 does not tell how much was refunded. */
export function epayOrder(name: EpayName, order: GatewayPayment, manners: EpayManners): Record<string, unknown> {
  const back = order.refunds.reduce((sum, { amountMinor, state }) => (state === undefined ? sum + amountMinor : sum), 0)
  const status = order.paidAt === null ? 0 : back > 0 ? 2 : 1
  const common = {
    trade_no: order.txn,
    out_trade_no: order.number,
    api_trade_no: order.paidAt === null ? null : `4200${order.txn}`,
    type: order.extra.type,
    pid: Number(epayPid[name]),
    addtime: toBeijing(order.createdAt),
    endtime: order.paidAt === null ? null : toBeijing(order.paidAt),
    name: order.subject,
    money: toYuan(statedMinor(order, manners)),
    param: null,
    buyer: order.paidAt === null ? null : payerOf(order),
    status,
  }
  if (!isRsa(name)) return { ...common, status: String(status), payurl: null }
  const whole = { ...common, clientip: '203.0.113.7', refundmoney: back > 0 ? toYuan(back) : null }
  // Leaves out fields without a value, as version 2 of the protocol does.
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null))
}

export const epayWire = (name: EpayName, keys: EpayKeys, manners: EpayManners): Wire => ({
  write(order, { kind }, now) {
    if (kind !== 'paid') return null
    return writeEpay(name, epayPaid(name, order, manners, now), keys, manners.postsNotifications ? 'POST' : 'GET')
  },
  // True if the shop acknowledged a notification: any response body with this word counts.
  isRead: ({ body }) => /success/i.test(body),
  // The buyer's browser returns to the shop with the same parameters, signed as well.
  returnUrl(order, now) {
    if (order.paidAt === null) return order.returnUrl
    const { body } = writeEpay(name, epayPaid(name, order, manners, now), keys)
    return `${order.returnUrl}${order.returnUrl.includes('?') ? '&' : '?'}${body}`
  },
})
