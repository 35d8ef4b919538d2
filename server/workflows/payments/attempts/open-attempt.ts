import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { AppError } from '#shared/errors.ts'
import { money } from '#shared/money.ts'
import { changeStatus } from '#server/modules/orders/orders.service.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { ProviderRefused, type Created, type Fact } from '#server/modules/payments/providers/port.ts'
import type { Signal } from '#server/modules/risk/signals.rules.ts'
import type { Method } from '#shared/method.ts'
import { saveCreated } from '#server/modules/payments/attempts.service.ts'
import type { Database } from '#server/platform/database.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

type OpenableAttempt = { id: string; provider: Fact['provider']; method: Method; expiresAt: Date }
export type Buyer = {
  readonly device?: 'desktop' | 'phone'
  readonly clientIp?: string
  readonly signals?: readonly Signal[]
}

/**
 * Opens a payment attempt at its provider; call it outside transactions. Idempotent, because repeated calls use the
 * same order number at the provider. A refusal ends the attempt and throws `ProviderUnavailable`. Without an answer the
 * attempt becomes `unknown`, and the reconciler queries the provider before it tries again.
 */
export async function openAttempt(
  { database, payments, log }: PaymentDeps,
  order: Order,
  attempt: OpenableAttempt,
  { device = 'desktop', clientIp }: Buyer = {},
): Promise<void> {
  const provider = payments.byId(attempt.provider)
  const language = order.currency === 'CNY' ? 'zh-CN' : 'en'
  let created: Created | null = null
  try {
    created = await provider.create({
      id: attempt.id,
      orderId: order.id,
      method: attempt.method,
      amount: money(order.totalMinor, order.currency),
      subject: `${order.productNames[language]} ${order.number}`,
      expiresAt: attempt.expiresAt,
      device,
      ...(clientIp !== undefined && { clientIp }),
    })
    log.info({ order: order.id, attempt: attempt.id, provider: attempt.provider }, 'asked to pay')
  } catch (error) {
    log.warn({ err: error, order: order.id, attempt: attempt.id }, 'the provider did not open an attempt')
    if (error instanceof ProviderRefused) {
      await refuseAttempt(database, order.id, attempt)
      throw new AppError('ProviderUnavailable', {}, { cause: error })
    }
  }
  await database.transaction(
    async (tx) => {
      const locked = await lockOrder(tx, order.id)
      tx.last(saveCreated(tx, attempt.id, created))
      if (locked.status === 'created') {
        const reason = created ? 'attempt_opened' : 'attempt_unknown'
        tx.last(changeStatus(tx, locked, { to: 'awaiting_payment', reason, actor: 'server' }))
      }
    },
    { early: true },
  )
}

const refuseAttempt = (database: Database, orderId: string, attempt: OpenableAttempt) =>
  database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!isOpen(order.status)) return
    const fact: Fact = {
      provider: attempt.provider,
      kind: 'failed',
      attemptId: attempt.id,
      providerTxnId: attempt.id,
      refundId: null,
      amount: { amountMinor: 0, currency: order.currency },
      at: tx.now,
      rawHash: '',
    }
    await applyPaymentFacts(tx, { orderId, facts: [fact], source: 'query' })
  })
