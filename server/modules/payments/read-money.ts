import type { Money } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readReference } from './fact-reference.rules.ts'
import type { FactView } from './payment-views.rules.ts'
import type { Payment } from './fold-payments.rules.ts'
import * as repo from './payments.repo.ts'
import { decideOutcome, type PaymentOutcome } from './payments.rules.ts'
import type { ProviderId } from './providers/port.ts'
import { listAttempts, listRefunds, type Attempt } from './payments.queries.ts'

/** The order's money as it is known; with the facts that decide it. */
export async function readMoney(db: Queryable, order: { id: string; total: Money }) {
  const [attempts, facts, refunds] = [
    await listAttempts(db, [order.id]),
    await repo.listFacts(db, order.id),
    await listRefunds(db, order.id),
  ]
  const views = facts.map((fact): FactView => ({
    ...fact,
    ...readReference(fact.reference),
    byOperator: fact.source === 'operator',
  }))
  const attemptViews = attempts.map((attempt) => ({ ...attempt, addsUp: addsUp(attempt) }))
  return {
    attempts: attemptViews,
    facts: views,
    refunds,
    paymentOutcome: decideOutcome(order.total, attemptViews, views, refunds),
  }
}

/** A chain takes any amount from anybody; the others take exactly what an attempt asks for. */
const addsUp = ({ provider }: Attempt): boolean => provider === 'crypto'

/** A payment with where it came in and whether it is what its attempt asked for. */
export type KnownPayment = Payment & { readonly provider: ProviderId; readonly isMatched: boolean }
export const knownPayments = ({ payments, partsPay }: PaymentOutcome, attempts: readonly Attempt[]): KnownPayment[] =>
  payments.flatMap((payment) => {
    const attempt = attempts.find(({ id }) => id === payment.attemptId)
    const isMatched = payment.mismatch === null && (!payment.isPart || partsPay)
    return attempt ? [{ ...payment, provider: attempt.provider, isMatched }] : []
  })

/** What is known about the order's money now, without changing anything. */
export const readPaymentOutcome = async (db: Queryable, order: { id: string; total: Money }): Promise<PaymentOutcome> =>
  (await readMoney(db, order)).paymentOutcome

/** The payments of an order as they are known now. */
export async function listPayments(db: Queryable, order: { id: string; total: Money }): Promise<KnownPayment[]> {
  const { paymentOutcome, attempts } = await readMoney(db, order)
  return knownPayments(paymentOutcome, attempts)
}
