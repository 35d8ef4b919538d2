import type { Money } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readReference } from './fact-reference.rules.ts'
import { deriveMoney, knownPayments, type KnownPayment, type OrderMoney } from './order-money.rules.ts'
import type { FactView } from './payment-views.rules.ts'
import * as repo from './payments.repo.ts'
import type { PaymentOutcome } from './payments.rules.ts'
import { listAttempts, listRefunds, type Attempt, type ListedAttempt, type Refund } from './payments.queries.ts'

export type Asked = { readonly id: string; readonly total: Money; readonly isTakenBack: boolean }
export type ReadMoney = Omit<OrderMoney, 'attempts' | 'refunds'> & {
  readonly attempts: readonly (ListedAttempt & { readonly addsUp: boolean })[]
  readonly refunds: readonly Refund[]
}

export async function readMoney(db: Queryable, asked: Asked): Promise<ReadMoney> {
  const [money] = await readMoneyOf(db, [asked])
  if (!money) throw new Error(`no money of ${asked.id}`)
  return money
}

export async function readMoneyOf(db: Queryable, asked: readonly Asked[]): Promise<ReadMoney[]> {
  const ids = asked.map(({ id }) => id)
  const [attempts, facts, refunds] = await Promise.all([
    listAttempts(db, ids),
    repo.listFacts(db, ids),
    listRefunds(db, ids),
  ])
  return asked.map(({ id, total, isTakenBack }) => {
    const own = <T extends { orderId: string }>(some: readonly T[]) => some.filter(({ orderId }) => orderId === id)
    const views = own(facts).map((fact): FactView => ({
      ...fact,
      ...readReference(fact.reference),
      byOperator: fact.source === 'operator',
    }))
    const added = own(attempts).map((attempt) => ({ ...attempt, addsUp: addsUp(attempt) }))
    const known = own(refunds)
    return {
      ...deriveMoney({ orderId: id, total, isTakenBack, attempts: added, facts: views, refunds: known }),
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

export const readPaymentOutcome = async (db: Queryable, order: Asked): Promise<PaymentOutcome> =>
  (await readMoney(db, order)).paymentOutcome

export async function listPayments(db: Queryable, order: Asked): Promise<KnownPayment<Attempt['provider']>[]> {
  const { paymentOutcome, attempts } = await readMoney(db, order)
  return knownPayments(paymentOutcome, attempts)
}
