import type { ActionOutput } from '#shared/contract/operator.ts'
import { money } from '#shared/money.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { findOrder, type Order } from '#server/modules/orders/orders.queries.ts'
import { listOfOrder } from '#server/modules/payouts/commissions.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

export type OrderEffects = Pick<
  ActionOutput<'reviews.decide'>,
  'orderStatus' | 'memberUntil' | 'onceSent' | 'commission'
>
export const noEffects: OrderEffects = { orderStatus: null, memberUntil: null, onceSent: null, commission: null }

type ActivePurchase = {
  readonly status: string
  readonly expiresAt: Date | null
  readonly commissionMinor: number | null
}

export async function readActivePurchase(
  tx: Transaction,
  { id, userId }: Pick<Order, 'id' | 'userId'>,
): Promise<ActivePurchase> {
  const [order, membership, commissions] = await Promise.all([
    findOrder(tx, id),
    findMembership(tx, userId),
    listOfOrder(tx, id),
  ])
  return {
    status: order?.status ?? '',
    expiresAt: membership?.expiresAt ?? null,
    commissionMinor:
      commissions.length === 0 ? null : commissions.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }
}

export function compareStandings(before: ActivePurchase, after: ActivePurchase): Omit<OrderEffects, 'onceSent'> {
  const of = (minor: number | null) => money(minor ?? 0, 'USD')
  return {
    orderStatus: { before: before.status, after: after.status },
    memberUntil: { before: before.expiresAt, after: after.expiresAt },
    commission:
      before.commissionMinor === null && after.commissionMinor === null
        ? null
        : { before: of(before.commissionMinor), after: of(after.commissionMinor) },
  }
}
