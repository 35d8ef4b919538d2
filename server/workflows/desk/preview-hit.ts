import type { ActionInput, ActionOutput } from '#shared/contract/operator.ts'
import { money } from '#shared/money.ts'
import { listIdentifiers, listUids } from '#server/modules/accounts/accounts.queries.ts'
import { findBlockTime } from '#server/modules/accounts/blocks.service.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { listBought, type BoughtOrder } from '#server/modules/orders/find-orders.queries.ts'
import { findLastPayment } from '#server/modules/payments/find-payments.queries.ts'
import { listOpenReviewsOf } from '#server/modules/payments/review-queue.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'
import { shownName } from './find-anything.ts'

type Preview = ActionOutput<'search.preview'>
const mostOrders = 20

type Subject = {
  readonly userId: string
  readonly orders: readonly Omit<BoughtOrder, 'paidAt'>[]
}

export async function previewHit(
  tx: Transaction,
  { kind, id }: ActionInput<'search.preview'>,
  mayRead: boolean,
): Promise<Preview> {
  const { userId, orders } = kind === 'order' ? await ofOrder(tx, id) : await ofPerson(tx, id)
  const ids = orders.map((order) => order.id)
  const [[user], [name], membership, devices, blocked, [review], payment] = await Promise.all([
    listUids(tx, [userId]),
    listIdentifiers(tx, userId),
    findMembership(tx, userId),
    listDevices(tx, userId),
    findBlockTime(tx, userId),
    listOpenReviewsOf(tx, ids),
    findLastPayment(tx, ids),
  ])
  const numberOf = (orderId: string | null) => orders.find((order) => order.id === orderId)?.number ?? ''
  const [newest] = orders
  return {
    user: user?.uid ?? 0,
    name: shownName(name ?? { kind: null, value: null }, mayRead),
    memberUntil: membership?.expiresAt ?? null,
    devices: devices.length,
    maxDevices: membership?.maxDevices ?? 0,
    blocked,
    order: newest
      ? {
          number: newest.number,
          product: newest.productNames,
          total: money(newest.totalMinor, newest.currency),
          status: newest.status,
          method: newest.method,
          made: newest.createdAt,
        }
      : null,
    payment: payment
      ? {
          order: numberOf(payment.orderId),
          provider: payment.provider,
          sum: { amountMinor: payment.amountMinor, currency: payment.currency },
          state: payment.state,
          at: payment.at,
        }
      : null,
    review: review ? { order: numberOf(review.orderId), reason: review.reason, since: review.openedAt } : null,
  }
}

async function ofOrder(tx: Transaction, number: string): Promise<Subject> {
  const order = await requireOrder(tx, number)
  return { userId: order.userId, orders: [order] }
}

async function ofPerson(tx: Transaction, uid: string): Promise<Subject> {
  const { id } = await requireUser(tx, uid)
  return { userId: id, orders: await listBought(tx, id, mostOrders) }
}
