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

type OrderCall = {
  userId: string
  currency: Currency
  method: Method
  idempotencyKey: string
  /** Request of the purchase. It must be the same in two calls with the same idempotency key. */
  request: PurchaseRequest
} & Buyer

export type OrderPlan = {
  draft(tx: Transaction): Promise<Omit<OrderDraft, 'userId' | 'currency' | 'method' | 'idempotencyKey'>>
  /**
   * True if `draft` makes no query, so that the order can be inserted in the same round trip that starts the
   * transaction.
   */
  readonly isReady?: boolean
  placed(tx: Transaction, order: Order): Promise<void>
}

type ReadGoods = (tx: Transaction) => Promise<PricedGoods | undefined>

/** Longest wait, in milliseconds, for another order of the same buyer: as long as the longest provider call. */
const waitMs = 8_000

/** Thrown if the idempotency key was used before. It rolls the transaction back, and that order is returned. */
class Repeated extends Error {
  readonly orderId: string
  constructor(orderId: string) {
    super('repeated')
    this.orderId = orderId
  }
}

/**
 * Creates an order. The order and its first payment attempt are committed before the provider is called. The same
 * idempotency key and request return the same order, also concurrently. Throws the errors of `prepare`, which checks
 * what is bought, of `createOrder` and of `requireProvider`, `TooManyRequests` if another order of the buyer takes too
 * long, `IdempotencyConflict` for a key of another request, `NotInRehearsal` for a rehearsal with a group or promo
 * code, and `ProviderUnavailable` only if payment is impossible.
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
  // The refusal may only mean that an identical request just succeeded, so look for its order first.
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
        if (made.order.isTest && (draft.groupId !== null || draft.promoCode !== null))
          throw new AppError('NotInRehearsal')
        // Sends the risk signals of the network together with the commit, to save a round trip.
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
 * Sends the first queries in one round trip on one connection, because many orders start at once. They are repeated
 * whenever the order is tried again, because price and provider may change while a buyer waits. An error is thrown
 * where its result is used.
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
      // The promise is wrapped in an object, because the commit would otherwise wait for it.
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

/** The buyer chooses network and token next; `prepareDeposit` then opens the payment attempt. */
const awaitChoice = (tx: Transaction, order: Order): Promise<Order> =>
  changeStatus(tx, order, { to: 'awaiting_payment', reason: 'awaiting_choice', actor: 'server' })

/**
 * Waits for the provider's answer to the first request with this key. If that request crashed, the wait ends and the
 * reconciler continues it.
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
