import type { OrderReason } from '#shared/order-outcome.ts'
import { createHash, randomInt, randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction, Database } from '#server/platform/database.ts'
import * as repo from './orders.repo.ts'
import {
  canBecome,
  lateAttemptMinutes,
  refusalOf,
  secondsUntilRoom,
  windowMinutesOf,
  type OrderStatus,
  type StatusChange,
  unpaidOrderDays,
} from './orders.rules.ts'
import type { Order } from './orders.queries.ts'
import type { Method } from '#shared/method.ts'
import type { DeleteBatch } from '#server/platform/delete-in-batches.ts'

export type OrderDraft = Omit<repo.NewOrder, 'id' | 'number' | 'requestHash' | 'windowMinutes'>

/** Crockford's base 32: without I, L, O and U, because order numbers are read aloud. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawNumber = (): string =>
  Array.from({ length: 8 }, (_, index) => `${index === 4 ? '-' : ''}${crockford.charAt(randomInt(32))}`).join('')

export type PurchaseRequest = {
  goodsId: string
  currency: string
  method: string
  expectedTotalMinor: number
  promoCode?: string | undefined
  onlyDifference?: boolean | undefined
  /**
   * Role of the order in a group buy (create, join, pay the remaining seats), and the code by which others join the
   * group.
   */
  group?: string | undefined
}

/**
 * Locks an order that is not in a group. Returns undefined for an order in a group, which needs the group's lock first.
 */
export const lockPlainOrder = (tx: Transaction, id: string) => repo.lockOrder(tx, id, false)

/**
 * Locks an order of any kind. The caller must already hold the group's lock; taking the two locks in the opposite order
 * would cause deadlocks.
 */
export async function lockOrderInGroup(tx: Transaction, id: string): Promise<Order> {
  const order = await repo.lockOrder(tx, id, true)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

/** Hash of everything that identifies a purchase. A repeated idempotency key with a different hash is an error. */
const hashRequest = ({ onlyDifference, ...request }: PurchaseRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        request.goodsId,
        request.currency,
        request.method,
        request.expectedTotalMinor,
        ...(request.promoCode ? [request.promoCode] : []),
        ...(request.group ? [{ group: request.group }] : []),
        ...(onlyDifference ? [{ onlyDifference }] : []),
      ]),
    )
    .digest('hex')

/**
 * Finds the earlier order with the same idempotency key. Throws `IdempotencyConflict` if the key was used for a
 * different purchase.
 */
export async function findRepeated(
  db: Queryable,
  userId: string,
  key: string,
  request: PurchaseRequest,
): Promise<Order | undefined> {
  const found = await repo.findOrderByKey(db, userId, key)
  if (found && found.requestHash !== hashRequest(request)) throw new AppError('IdempotencyConflict')
  return found
}

export const hasPaid = async (db: Queryable, userId: string): Promise<boolean> =>
  (await repo.findStandingOrder(db, userId)) !== undefined

/** Error while another order of the same buyer is being created. Retry after releasing the database connection. */
export class BuyerBusy extends Error {}

/**
 * Creates an order, or returns the earlier order with the same idempotency key and `isNew` false. Throws `BuyerBusy`
 * while another transaction holds the buyer's lock, `TooManyRequests` or `TooManyOpenOrders` if the buyer has placed
 * too many orders, and `IdempotencyConflict` for a key of another request.
 */
export async function createOrder(
  tx: Transaction,
  draft: OrderDraft,
  request: PurchaseRequest,
): Promise<{ order: Order; isNew: boolean }> {
  for (;;) {
    const id = randomUUIDv7()
    const requestHash = hashRequest(request)
    const row = { ...draft, id, number: drawNumber(), requestHash, windowMinutes: windowMinutesOf(draft.method) }
    const [{ locked }, inserted, recent, order] = await Promise.all([
      repo.tryLockBuyer(tx, draft.userId),
      repo.insertOrder(tx, row),
      repo.countRecent(tx, draft.userId),
      repo.lockOrder(tx, id, true),
    ])
    if (!locked) throw new BuyerBusy()
    if (inserted === 1 && order) {
      const retryAfterSeconds = secondsUntilRoom(recent, tx.now)
      if (retryAfterSeconds !== null) throw new AppError(refusalOf(recent), {}, { retryAfterSeconds })
      tx.last(repo.insertEvent(tx, { orderId: id, from: null, to: 'created', reason: 'placed', actor: 'buyer' }))
      return { order, isNew: true }
    }
    const repeated = await findRepeated(tx, draft.userId, draft.idempotencyKey, request)
    if (repeated) return { order: repeated, isNew: false }
    // The order number is already taken, so another one is drawn.
  }
}

/** Changes the status and adds an entry to the history. The caller must hold the order's lock. */
export async function changeStatus(
  tx: Transaction,
  order: Order,
  change: { to: OrderStatus; reason: OrderReason; actor: string; paidAt?: Date | null },
): Promise<Order> {
  const { to, reason, actor, paidAt = null } = change
  if (!canBecome(order.status, to)) throw new Error(`order ${order.id} cannot go from ${order.status} to ${to}`)
  await Promise.all([
    repo.setStatus(tx, order.id, to, paidAt),
    repo.insertEvent(tx, { orderId: order.id, from: order.status, to, reason, actor }),
  ])
  return { ...order, status: to }
}

/**
 * Sets the payment method of an unpaid order and returns the end of its payment window. The window becomes that of the
 * method if that ends later, and an attempt shortly before its end extends it once. The caller must hold the order's
 * lock.
 */
export const changeMethod = (tx: Transaction, orderId: string, method: Method): Promise<{ payableUntil: Date }> =>
  repo.setMethod(tx, orderId, method, windowMinutesOf(method), lateAttemptMinutes)

/**
 * Saves the changes returned by `deriveStatus`, and the order's current membership grant with the last of them. Each
 * status is written on its own, because a trigger tells other systems of a status that lasts for a moment only. The
 * caller must hold the order's lock.
 */
export async function saveStatuses(
  tx: Transaction,
  orderId: string,
  changes: readonly StatusChange[],
  standing?: repo.Standing,
): Promise<void> {
  await Promise.all(
    changes.flatMap(({ paidAt, ...change }, index) => [
      standing && index === changes.length - 1
        ? repo.setStatusAndStanding(tx, orderId, { status: change.to, paidAt, ...standing })
        : repo.setStatus(tx, orderId, change.to, paidAt),
      repo.insertEvent(tx, { orderId, ...change }),
    ]),
  )
}

/**
 * Saves the order's current membership grant (null if none), its number of grants, and the membership's end. The caller
 * must hold the order's lock.
 */
export const saveStanding = (tx: Transaction, orderId: string, standing: repo.Standing) =>
  repo.setStanding(tx, orderId, standing)

export async function findOrderLabels(db: Queryable, grantIds: readonly string[]): Promise<repo.OrderLabel[]> {
  const orderIdOf = new Map(
    grantIds.flatMap((grantId): [string, string][] => {
      const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::\d+)?$/.exec(grantId)
      return match?.[1] ? [[grantId, match[1]]] : []
    }),
  )
  if (orderIdOf.size === 0) return []
  const labels = new Map(
    (await repo.listLabels(db, [...new Set(orderIdOf.values())])).map((label) => [label.id, label]),
  )
  return [...orderIdOf].flatMap(([grantId, orderId]) => {
    const label = labels.get(orderId)
    return label ? [{ ...label, id: grantId }] : []
  })
}

export function searchOrders(
  db: Queryable,
  typed: string,
  ids: readonly string[],
  limit: number,
  after: string | null = null,
): Promise<Order[]> {
  const text = typed.trim()
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
  return repo.searchOrders(db, { upper: text.toUpperCase(), uuid, ids }, limit, after)
}

export function sweepUnpaidOrders(database: Database): DeleteBatch {
  let after: repo.Place | null = null
  return async (limit) => {
    const page = await repo.listUnpaid(database, unpaidOrderDays, after, limit)
    const ids = page.map(({ id }) => id)
    if (ids.length > 0) await repo.forgetUnpaid(database, ids, unpaidOrderDays)
    after = page.at(-1) ?? after
    return page.length
  }
}
