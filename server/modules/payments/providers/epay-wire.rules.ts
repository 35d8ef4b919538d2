import type { Method } from '#shared/method.ts'
import { fromDecimal } from '#shared/money.ts'
import { fromBeijingTime } from './alipay-wire.rules.ts'
import { isNumber } from './day-list.rules.ts'

export type EpayFields = Readonly<Record<string, string>>

/**
 * Parameters of a form or query string. Null if a name occurs twice, because programs differ in which of the two values
 * they use.
 */
export function readEpayForm(text: string): EpayFields | null {
  const pairs = [...new URLSearchParams(text)]
  return new Set(pairs.map(([name]) => name)).size === pairs.length ? Object.fromEntries(pairs) : null
}

/**
 * Values of an answer in the form in which PHP writes them into the signed text. Lists, objects and null are not
 * signed.
 */
export const fieldsOf = (answer: Readonly<Record<string, unknown>>): EpayFields =>
  Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]): [string, string][] => {
      if (typeof value === 'string') return [[name, value]]
      if (typeof value === 'number') return [[name, String(value)]]
      return typeof value === 'boolean' ? [[name, value ? '1' : '']] : []
    }),
  )

const types = { alipay: 'alipay', wechat: 'wxpay' } as const
export type EpayMethod = keyof typeof types

export const typeOf = (method: Method): string | null =>
  method === 'alipay' || method === 'wechat' ? types[method] : null
export const methodOf = (type: string | undefined): EpayMethod | 'other' =>
  (Object.keys(types) as EpayMethod[]).find((method) => types[method] === type) ?? 'other'

/**
 * Maximum bytes of an order name. Gateways cut a longer one, and compare the name when the same order is opened again.
 */
const nameBytes = 127
export function cutName(name: string): string {
  let cut = ''
  for (const character of name) {
    if (new TextEncoder().encode(cut + character).length > nameBytes) break
    cut += character
  }
  return cut
}

export type EpayFact = {
  readonly kind: 'paid' | 'refunded'
  readonly providerTxnId: string
  readonly amount: { readonly amountMinor: number; readonly currency: 'CNY' }
  readonly at: Date
  readonly method: EpayMethod | 'other'
  readonly payer?: string
}

/**
 * Payer's account. Left out if the number has an unexpected form, such as one with asterisks, which many payers share.
 */
const payerOf = (buyer: string | undefined) => (buyer && /^[\w@.-]{6,64}$/.test(buyer) ? { payer: buyer } : {})

/**
 * Facts of a paid order, or of a notification about one: the payment, and its refund if one is stated. Null if the
 * number or an amount has an unknown form. `money` is the sum that was ordered: a gateway may ask the payer for a few
 * cents more or less, to tell payers apart.
 */
export function factsOfPaid(order: EpayFields, now: Date): EpayFact[] | null {
  const { trade_no: providerTxnId = '', money = '', refundmoney = '', status, type, buyer } = order
  const total = fromDecimal(money, 'CNY')
  const refunded = refundmoney.trim() === '' ? null : fromDecimal(refundmoney, 'CNY')
  if (!isNumber(providerTxnId) || !total || (refundmoney.trim() !== '' && !refunded)) return null
  const method = methodOf(type)
  const fact = (kind: EpayFact['kind'], amountMinor: number, at: Date): EpayFact => ({
    kind,
    providerTxnId,
    amount: { amountMinor, currency: 'CNY' },
    at,
    method,
  })
  const paid = { ...fact('paid', total.amountMinor, timeOf(order) ?? now), ...payerOf(buyer) }
  // EPay version 1 reports a partial refund as "refunded" too and names no amount, so callers remove the refund fields
  // of version 1. In version 2, a refunded order without a refund amount was refunded in full.
  const isWhole = status === '2' && refunded === null
  const backMinor = isWhole ? total.amountMinor : (refunded?.amountMinor ?? 0)
  return backMinor > 0 ? [paid, fact('refunded', backMinor, now)] : [paid]
}

const timeOf = ({ endtime, timestamp }: EpayFields): Date | null =>
  fromBeijingTime(endtime) ?? (timestamp && /^\d{9,11}$/.test(timestamp) ? new Date(Number(timestamp) * 1_000) : null)

/** State of a payment at a gateway. `frozen`: the gateway withholds the money, so nothing is known yet. */
type State = 'open' | 'paid' | 'refunded' | 'frozen'
const states = new Map<string | undefined, State>([
  ['0', 'open'],
  ['1', 'paid'],
  ['2', 'refunded'],
  ['3', 'frozen'],
  // Code 4: the payment is authorised but not captured yet.
  ['4', 'open'],
])
export const stateOf = (status: string | undefined): State | 'unknown' => states.get(status) ?? 'unknown'

/**
 * Reason of a refusal, recognised by the sentences of public gateways, which have no codes. `other`: the sentence does
 * not say whether something was done.
 */
export function refusalOf(
  sentence: string,
): 'unknown_order' | 'unknown_refund' | 'stands' | 'busy' | 'final' | 'other' {
  // A sentence of more than 200 characters would slow down these regular expressions, and no gateway sends one.
  const message = sentence.slice(0, 200)
  if (/退款记录不存在/.test(message)) return 'unknown_refund'
  if (/订单(?:号|编号)?不存在|order (?:is )?not (?:found|exist)/i.test(message)) return 'unknown_order'
  if (/订单.*已(?:完成)?支付|参数有变化/.test(message)) return 'stands'
  if (/创建订单失败|系统(?:错误|繁忙)|稍后|频繁/.test(message)) return 'busy'
  const isFinal =
    /未开启|不支持.*退款|不支持API|接口订单号不存在|不能(?:大于|超过)|已(?:全额)?退款|余额不足|只支持退款|金额(?:输入错误|不合法)/
  return isFinal.test(message) ? 'final' : 'other'
}

const isWeb = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)

type Step = { readonly kind: 'redirect'; readonly url: string } | { readonly kind: 'qr'; readonly content: string }

/**
 * Next step of the buyer according to an answer. Null if a web page cannot take the step, such as opening an app or
 * posting a form. A phone only opens URLs, because it cannot scan a QR code on its own screen.
 */
export function stepOf(answer: EpayFields, device: 'desktop' | 'phone', gateway: string): Step | null {
  const { pay_type: kind, pay_info: info = '' } = answer
  const [code = '', address = ''] =
    kind === undefined
      ? [answer.qrcode, (device === 'phone' && answer.payurl2) || answer.payurl]
      : [kind === 'qrcode' ? info : '', kind === 'jump' ? info : '']
  const whole = (text: string): string =>
    text.startsWith('/') && URL.canParse(text, gateway) ? new URL(text, gateway).href : text
  if (device === 'desktop' && code !== '') return { kind: 'qr', content: whole(code) }
  return (
    [address, code]
      .map(whole)
      .filter(isWeb)
      .map((url) => ({ kind: 'redirect', url }) as const)[0] ?? null
  )
}
