import { money, type Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readReference } from './fact-reference.rules.ts'
import { deriveMoney, knownPayments, type KnownPayment, type OrderMoney } from './order-money.rules.ts'
import type { FactView } from './payment-views.rules.ts'
import * as repo from './payments.repo.ts'
import type { PaymentOutcome } from './payments.rules.ts'
import { listAttempts, listRefunds, type Attempt, type ListedAttempt, type Refund } from './payments.queries.ts'

export type PricedOrder = {
  readonly id: string
  readonly totalMinor: number
  readonly currency: Currency
  readonly status: string
}
export type ReadMoney = Omit<OrderMoney, 'attempts' | 'refunds'> & {
  readonly attempts: readonly (ListedAttempt & { readonly addsUp: boolean })[]
  readonly refunds: readonly Refund[]
}

export async function readMoney(db: Queryable, order: PricedOrder, takesBack = false): Promise<ReadMoney> {
  const [read] = await readMoneyOf(db, [order], takesBack)
  if (!read) throw new Error(`no money of ${order.id}`)
  return read
}

/**
 * `takesBack`: an operator takes these free orders back now. Later their status says so, because they have no payment
 * that could.
 */
export async function readMoneyOf(
  db: Queryable,
  orders: readonly PricedOrder[],
  takesBack = false,
): Promise<ReadMoney[]> {
  const ids = orders.map(({ id }) => id)
  const [attempts, facts, refunds] = await Promise.all([
    listAttempts(db, ids),
    repo.listFacts(db, ids),
    listRefunds(db, ids),
  ])
  return orders.map(({ id, totalMinor, currency, status }) => {
    const own = <T extends { orderId: string }>(some: readonly T[]) => some.filter(({ orderId }) => orderId === id)
    const views = own(facts).map((fact): FactView => ({
      ...fact,
      ...readReference(fact.reference),
      byOperator: fact.source === 'operator',
    }))
    const added = own(attempts).map((attempt) => ({ ...attempt, addsUp: addsUp(attempt) }))
    const known = own(refunds)
    return {
      ...deriveMoney({
        orderId: id,
        total: money(totalMinor, currency),
        isTakenBack: takesBack || (totalMinor === 0 && status === 'refunded'),
        attempts: added,
        facts: views,
        refunds: known,
      }),
      attempts: added,
      refunds: known,
    }
  })
}

/**
 * True for cryptocurrency, where a transfer can have any amount, so that several add up. Other providers take exactly
 * the attempt's amount.
 */
const addsUp = ({ provider }: Attempt): boolean => provider === 'crypto'

export const readPaymentOutcome = async (db: Queryable, order: PricedOrder): Promise<PaymentOutcome> =>
  (await readMoney(db, order)).paymentOutcome

export async function listPayments(db: Queryable, order: PricedOrder): Promise<KnownPayment<Attempt['provider']>[]> {
  const { paymentOutcome, attempts } = await readMoney(db, order)
  return knownPayments(paymentOutcome, attempts)
}
