import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/errors.ts'
import { money, type Currency } from '#shared/money.ts'
import {
  BuyerBusy,
  changeStatus,
  createOrder,
  findRepeated,
  type OrderDraft,
  type PurchaseRequest,
} from '#server/modules/orders/orders.service.ts'
import { findOrder, type Order } from '#server/modules/orders/orders.queries.ts'
import type { PricedGoods } from '#server/modules/catalog/catalog.queries.ts'
import type { Method } from '#shared/method.ts'
import { prepareAttempt } from '#server/modules/payments/attempts.service.ts'
import { noteSignals } from '#server/modules/risk/signals.queries.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { requireProvider } from '#server/workflows/payments/attempts/find-offers.ts'
import { openAttempt, type Buyer } from '#server/workflows/payments/attempts/open-attempt.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

export type OrderCall = {
  userId: string
  currency: Currency
  method: Method
  idempotencyKey: string
  /** What makes two calls under one key the same. */
  request: PurchaseRequest
} & Buyer

/** What is bought, once it is known that the key is new. Both run in the transaction that makes the order. */
export type OrderPlan = {
  /** Locks what comes before the order, and says what it costs. */
  draft(tx: Transaction): Promise<Omit<OrderDraft, 'userId' | 'currency' | 'method' | 'idempotencyKey'>>
  /** The draft asks nothing, not even the time: the order may go along with the beginning of its transaction. */
  readonly isReady?: boolean
  /** The order is there and new. */
  placed(tx: Transaction, order: Order): Promise<void>
}

type ReadGoods = (tx: Transaction) => Promise<PricedGoods | undefined>

/** As long as the longest call to a provider. */
const waitMs = 8_000

/** The key is used: whatever else the transaction did is undone, and that order is the answer. */
class Repeated extends Error {
  readonly orderId: string
  constructor(orderId: string) {
    super('repeated')
    this.orderId = orderId
  }
}

/**
 * Makes an order and opens its first attempt. The order and the attempt are committed before the provider hears of them.
 * The same key and request answer the same order, however many ask at once.
 *
 * Errors: whatever `prepare` and its plan throw, MethodNotOffered, IdempotencyConflict, TooManyRequests (the buyer has
 * many orders), ProviderUnavailable (only when it is certain that nothing can be paid).
 */
export async function makeOrder(
  deps: PaymentDeps,
  call: OrderCall,
  prepare: (goods: PricedGoods | undefined) => Promise<OrderPlan>,
  readGoods: ReadGoods = async () => undefined,
): Promise<{ orderId: string }> {
  const until = performance.now() + waitMs
  for (let pauseMs = 10; ; pauseMs = Math.min(200, pauseMs * 2)) {
    try {
      return await makeOnce(deps, call, prepare, readGoods)
    } catch (error) {
      if (error instanceof Repeated) return answerRepeated(deps, error.orderId)
      if (!(error instanceof BuyerBusy)) throw error
      if (performance.now() > until) throw new AppError('TooManyRequests')
    }
    await sleep(pauseMs * (0.5 + Math.random()))
  }
}

/** Throws BuyerBusy and Repeated besides. */
async function makeOnce(
  deps: PaymentDeps,
  call: OrderCall,
  prepare: (goods: PricedGoods | undefined) => Promise<OrderPlan>,
  readGoods: ReadGoods,
): Promise<{ orderId: string }> {
  const { database } = deps
  const { userId, currency, method, idempotencyKey, request } = call
  const answerIfRepeated = async (db: Queryable = database) => {
    const repeated = await findRepeated(db, userId, idempotencyKey, request)
    if (repeated) throw new Repeated(repeated.id)
  }
  // What is refused may be refused because the same call, a moment ago, has done it. Where no one can say, it is refused.
  const refuse = async (refusal: unknown): Promise<never> => {
    if (!(refusal instanceof AppError)) throw refusal
    try {
      await answerIfRepeated()
    } catch (error) {
      if (error instanceof Repeated) throw error
    }
    throw refusal
  }
  const [isNew, goods, routed] = await readFirst(deps, call, { answerIfRepeated, readGoods })
  valueOf(isNew)
  const plan = await prepare(valueOf(goods)).catch(refuse)
  const provider = valueOf(routed)

  const open = async (tx: Transaction, order: Order): Promise<{ order: Order; attemptId: string | null }> => {
    await plan.placed(tx, order)
    if (order.totalMinor === 0) {
      await applyPaymentFacts(tx, { orderId: order.id, facts: [], source: 'query', actor: 'buyer' })
      return { order, attemptId: null }
    }
    if (provider.caps.onChain) return { order: await awaitChoice(tx, order), attemptId: null }
    const total = money(order.totalMinor, order.currency)
    return { order, attemptId: prepareAttempt(tx, { ...order, total }, provider.id, call.device) }
  }
  const { order, attemptId } = await database
    .transaction(
      async (tx) => {
        const draft = { ...(await plan.draft(tx)), userId, currency, method, idempotencyKey }
        const made = await createOrder(tx, draft, request)
        if (!made.isNew) throw new Repeated(made.order.id)
        // Where they pay from goes along with the commit, and costs no trip of its own.
        tx.last(noteSignals(tx, userId, call.signals ?? []))
        return open(tx, made.order)
      },
      plan.isReady ? { early: true } : {},
    )
    .catch(refuse)
  if (attemptId)
    await openAttempt(
      deps,
      order,
      { id: attemptId, provider: provider.id, method, expiresAt: order.payableUntil },
      call,
    )
  return { orderId: order.id }
}

/**
 * What an order begins with, asked in one trip on one connection: many begin at once, and webhooks live from the same pool. Asked anew
 * in each round, because price and routes may change while a buyer waits. What failed is told where its turn is.
 */
async function readFirst(
  { database, payments }: PaymentDeps,
  { method, currency }: OrderCall,
  { answerIfRepeated, readGoods }: { answerIfRepeated: (tx: Transaction) => Promise<void>; readGoods: ReadGoods },
) {
  const sent = await database.transaction(
    async (tx) => {
      const answers = Promise.allSettled([
        answerIfRepeated(tx),
        readGoods(tx),
        requireProvider(tx, payments, method, currency),
      ] as const)
      tx.last(answers)
      // In an object: the commit goes out before they have answered.
      return { answers }
    },
    { oneMoment: true, early: true },
  )
  return sent.answers
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** An order to be paid on a chain waits for its buyer to choose network and token; `prepareDeposit` opens the attempt. */
const awaitChoice = (tx: Transaction, order: Order): Promise<Order> =>
  changeStatus(tx, order, { to: 'awaiting_payment', reason: 'awaiting_choice', actor: 'server' })

/**
 * The same answer to the same key: the second one waits until the first has its answer from the provider. If the
 * first died half-way, the wait ends and the reconciler takes the order up.
 */
async function answerRepeated({ database }: PaymentDeps, orderId: string): Promise<{ orderId: string }> {
  const until = performance.now() + waitMs
  for (let pauseMs = 20; performance.now() < until; pauseMs = Math.min(500, pauseMs * 2)) {
    const order = await findOrder(database, orderId)
    if (order?.status !== 'created' || Date.now() - order.createdAt.getTime() > 2 * waitMs) break
    await sleep(pauseMs)
  }
  return { orderId }
}
