import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import { BadNotification, ProviderSilent, type AttemptRef, type Fact } from './port.ts'

type Merchant = { readonly merchantId: string; readonly appId: string }

/** Payment as stated in a notification or query answer. */
export type Transaction = {
  appid?: string
  mchid?: string
  out_trade_no?: string
  transaction_id?: string
  trade_state?: string
  success_time?: string
  payer?: { openid?: string }
  amount?: { total?: number; currency?: string }
}
/** Status of a refund. Notifications use another name for this field than answers. */
export type RefundState = {
  mchid?: string
  out_trade_no?: string
  transaction_id?: string
  out_refund_no?: string
  status?: string
  refund_status?: string
  success_time?: string
  create_time?: string
  amount?: { refund?: number; currency?: string }
}
export type Resource = { algorithm?: string; ciphertext?: string; associated_data?: string; nonce?: string }

/** Decrypts with AES-256-GCM. Only `final()` verifies the tag, so tampering would go unnoticed without this call. */
export function decrypt(
  { algorithm, ciphertext = '', associated_data: aad = '', nonce = '' }: Resource,
  key: string,
): string {
  if (algorithm !== 'AEAD_AES_256_GCM') throw new BadNotification('another algorithm')
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length < 17) throw new BadNotification('too short')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(-16))
    decipher.setAAD(Buffer.from(aad))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch (error) {
    throw new BadNotification('the resource cannot be opened', { cause: error })
  }
}

/**
 * Facts of a payment of ours. Throws BadNotification for another merchant or app, and for an incomplete or unknown
 * statement.
 */
export function transactionFacts(trade: Transaction, config: Merchant, rawHash: string): Fact[] {
  if (!same(trade.mchid, config.merchantId)) throw new BadNotification('another merchant')
  if (!same(trade.appid, config.appId)) throw new BadNotification('another app')
  const { out_trade_no: attemptId, trade_state: state, transaction_id: txn, amount } = trade
  if (!attemptId) throw new BadNotification('about no payment')
  const fact = (kind: Fact['kind'], amountMinor: number, currency: string, at: Date): Fact => ({
    provider: 'wechat',
    kind,
    attemptId,
    providerTxnId: txn || attemptId,
    refundId: null,
    amount: { amountMinor, currency },
    at,
    ...(kind === 'paid' && trade.payer?.openid && { payer: trade.payer.openid }),
    rawHash,
  })
  switch (state ?? '') {
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return []
    case 'CLOSED':
    case 'REVOKED':
      return [fact('closed', 0, 'CNY', new Date())]
    case 'PAYERROR':
      return [fact('failed', 0, 'CNY', new Date())]
    // WeChat's state REFUND means that the payment was paid and at least partly refunded. The refund itself states the
    // amount.
    case 'SUCCESS':
    case 'REFUND':
      if (!txn || !amount || !isAmount(amount.total) || !trade.success_time)
        throw new BadNotification('a payment without its number, amount or time')
      return [fact('paid', amount.total, amount.currency ?? 'CNY', readTime(trade.success_time))]
    default:
      throw new BadNotification(`a payment in status ${state}`)
  }
}

/** Facts of a refund notification; none unless the refund succeeded or failed. `at`: time of sending. */
export function refundFacts(
  refund: RefundState,
  config: Merchant,
  { at, rawHash }: { at: Date; rawHash: string },
): Fact[] {
  if (!same(refund.mchid, config.merchantId)) throw new BadNotification('another merchant')
  const { refund_status: status = '' } = refund
  return status === 'SUCCESS' || failures.has(status) ? [refundFact(refund, { status, at, rawHash })] : []
}

/**
 * Failed states of a refund. CLOSED: no money moved. ABNORMAL: the bank rejected the refund, possibly days later; the
 * shop keeps the money until it is paid out in the merchant platform.
 */
const failures = new Set(['CLOSED', 'ABNORMAL'])

function refundFact(refund: RefundState, { status, at, rawHash }: { status: string; at: Date; rawHash: string }): Fact {
  const { out_trade_no: attemptId, transaction_id: providerTxnId, out_refund_no: refundId, amount } = refund
  if (!attemptId || !providerTxnId || !refundId || !amount || !isAmount(amount.refund))
    throw new BadNotification('a refund without its numbers or amount')
  return {
    provider: 'wechat',
    kind: status === 'SUCCESS' ? 'refunded' : 'refund_failed',
    attemptId,
    providerTxnId,
    refundId,
    amount: { amountMinor: amount.refund, currency: amount.currency ?? 'CNY' },
    ...(status !== 'SUCCESS' && { failure: status }),
    at: status === 'SUCCESS' && refund.success_time ? readTime(refund.success_time) : at,
    rawHash,
  }
}

export function refundOf(refund: RefundState, refundId: string, ref: AttemptRef): Fact | 'pending' {
  if (refund.out_refund_no !== refundId || refund.out_trade_no !== ref.id)
    throw new ProviderSilent('an answer about another refund')
  const { status = '' } = refund
  if (status === 'PROCESSING') return 'pending'
  if (status !== 'SUCCESS' && !failures.has(status)) throw new ProviderSilent(`a refund in status ${status}`)
  return refundFact(refund, { status, at: new Date(), rawHash: hashOf(JSON.stringify(refund)) })
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const same = (stated: string | undefined, own: string): boolean =>
  stated !== undefined && stated.length === own.length && timingSafeEqual(Buffer.from(stated), Buffer.from(own))
export const hashOf = (raw: string | Uint8Array): string => createHash('sha256').update(raw).digest('hex')

export function readTime(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new BadNotification('a time that is none')
  return at
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
