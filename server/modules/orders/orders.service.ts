import type { OrderReason } from '#shared/order-outcome.ts'
import { createHash, randomInt, randomUUIDv7 } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './orders.repo.ts'
import {
  canBecome,
  lateAttemptMinutes,
  refusalOf,
  secondsUntilRoom,
  windowMinutesOf,
  type OrderStatus,
  type StatusChange,
} from './orders.rules.ts'
import type { Order } from './orders.queries.ts'
import type { Method } from '#shared/method.ts'

export type OrderDraft = Omit<repo.NewOrder, 'id' | 'number' | 'requestHash' | 'windowMinutes'>

/** No I, L, O and U: the number is read out loud. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawNumber = (): string =>
  Array.from({ length: 8 }, (_, index) => `${index === 4 ? '-' : ''}${crockford.charAt(randomInt(32))}`).join('')

export type PurchaseRequest = {
  goodsId: string
  currency: string
  method: string
  expectedTotalMinor: number
  promoCode?: string | undefined
  /** More devices for the time that is left, and no time. */
  onlyDifference?: boolean | undefined
  /** Of a group: what is asked of which one. */
  group?: string | undefined
}

/** Locks an order of no group; undefined for one of a group. */
export const lockPlainOrder = (tx: Transaction, id: string) => repo.lockOrder(tx, id, false)

/** Locks any order. For one of a group the caller holds the group's lock: that comes first, everywhere. */
export async function lockOrderInGroup(tx: Transaction, id: string): Promise<Order> {
  const order = await repo.lockOrder(tx, id, true)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

/** What makes two purchases the same one. */
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

/** The order that this key made before, if any; throws `IdempotencyConflict` if it was another purchase. */
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

/** Whether a purchase of this user stands. */
export const hasPaid = async (db: Queryable, userId: string): Promise<boolean> =>
  (await repo.findStandingOrder(db, userId)) !== undefined

/** Another order of the same buyer is being made. Anyone who waits for it must hold no connection meanwhile. */
export class BuyerBusy extends Error {}

/**
 * Makes the order, or returns the one that the same key made a moment ago. `isNew` tells them apart. Throws
 * `TooManyOpenOrders` or `TooManyRequests` for a buyer who has many, with the seconds until there is room; and BuyerBusy.
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
    // Neither ours nor another purchase: the number was taken. Draw another.
  }
}

/** Makes a transition and its row in the history. The caller holds the order's lock. */
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
 * Lets an order that waits be paid once more, by this method. Its window becomes the one that it would have had: someone who
 * turns to a chain late has the time that this takes. An attempt shortly before its end extends it, once. Returns the end of the window; the caller holds the order's lock.
 */
export const changeMethod = (tx: Transaction, orderId: string, method: Method): Promise<{ payableUntil: Date }> =>
  repo.setMethod(tx, orderId, method, windowMinutesOf(method), lateAttemptMinutes)

/** Writes transitions that `deriveStatus` decided. The caller holds the order's lock. */
export async function saveStatuses(tx: Transaction, orderId: string, changes: readonly StatusChange[]): Promise<void> {
  await Promise.all(
    changes.flatMap(({ paidAt, ...change }) => [
      repo.setStatus(tx, orderId, change.to, paidAt),
      repo.insertEvent(tx, { orderId, ...change }),
    ]),
  )
}

/** Writes which grant an order stands for now. The caller holds the order's lock. */
export const saveStanding = (tx: Transaction, orderId: string, standing: repo.Standing) =>
  repo.setStanding(tx, orderId, standing)

/** Number and name of the orders behind ids of the membership ledger; ids that are not orders are left out. */
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

/** What this order number, order id, group or user id names, and these orders, newest first. */
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
