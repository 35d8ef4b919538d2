import type { Money } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readReference } from './fact-reference.rules.ts'
import { deriveMoney, knownPayments, type KnownPayment, type OrderMoney } from './order-money.rules.ts'
import type { FactView } from './payment-views.rules.ts'
import * as repo from './payments.repo.ts'
import type { PaymentOutcome } from './payments.rules.ts'
import { listAttempts, listRefunds, type Attempt } from './payments.queries.ts'

type Asked = { readonly id: string; readonly total: Money }
export type ReadMoney = OrderMoney & { readonly attempts: readonly Attempt[] }

/** The order's money as it is known; with the facts that decide it. */
export async function readMoney(db: Queryable, { id: orderId, total }: Asked): Promise<ReadMoney> {
  const [attempts, facts, refunds] = await Promise.all([
    listAttempts(db, [orderId]),
    repo.listFacts(db, orderId),
    listRefunds(db, orderId),
  ])
  const views = facts.map((fact): FactView => ({
    ...fact,
    ...readReference(fact.reference),
    byOperator: fact.source === 'operator',
  }))
  const added = attempts.map((attempt) => ({ ...attempt, addsUp: addsUp(attempt) }))
  return { ...deriveMoney({ orderId, total, attempts: added, facts: views, refunds }), attempts: added }
}

/** A chain takes any amount from anyone; the others take exactly what an attempt asks for. */
const addsUp = ({ provider }: Attempt): boolean => provider === 'crypto'

/** What is known about the order's money now, without changing anything. */
export const readPaymentOutcome = async (db: Queryable, order: Asked): Promise<PaymentOutcome> =>
  (await readMoney(db, order)).paymentOutcome

/** The payments of an order as they are known now. */
export async function listPayments(db: Queryable, order: Asked): Promise<KnownPayment<Attempt['provider']>[]> {
  const { paymentOutcome, attempts } = await readMoney(db, order)
  return knownPayments(paymentOutcome, attempts)
}
