import { money, type Currency } from '#shared/money.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { listPayments } from '#server/modules/payments/read-money.ts'
import { planRefund, type RefundPlan } from '#server/modules/payments/refunds.service.ts'
import { decideTime } from '#server/modules/payments/refund-time.rules.ts'
import { refundableMinor } from '#server/modules/payments/fold-payments.rules.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { enqueueRefunds } from '#server/workflows/payments/apply/enqueue-by-provider.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { settlePayment } from '#server/workflows/payments/apply/settle-payment.ts'

/** More was asked for than can still be given back, or nothing. */
export class RefundRefused extends Error {
  readonly availableMinor: number
  constructor(availableMinor: number) {
    super(`at most ${availableMinor} minor units can be refunded`)
    this.availableMinor = availableMinor
  }
}

/** More of the order would be back than one operator may give. */
export class RefundTakesTwo extends Error {}

/** What becomes of the time was not said, or cannot be as it was said. */
export class TimeUndecided extends Error {
  readonly time: 'ask' | 'clash'
  constructor(time: 'ask' | 'clash') {
    super(
      time === 'ask'
        ? 'a part of the money leaves all of the time: that has to be said'
        : 'all of the money takes the time with it',
    )
    this.time = time
  }
}

export type RefundWish = {
  readonly amountMinor: number | 'all'
  readonly reason: string
  readonly requestedBy: Operator
  /** Said of a refund of a part: all of the time stays. */
  readonly keepsTime?: boolean
  /** What one operator gives back of an order in all, in its currency; absent: as much as there is. */
  readonly mostMinor?: number | undefined
}

/** Whether more would be back of these payments than `mostMinor`; money in another currency cannot be measured by it. */
export const isBeyond = ({ goneMinor, amountMinor, others }: RefundPreview, mostMinor: number): boolean =>
  goneMinor + amountMinor > mostMinor || others.length > 0

/**
 * Promises to give money of a locked order back: all refunds together never exceed what came in. The provider is told by a
 * job. Returns the refunds' ids, none if there is less than was asked for; throws TimeUndecided, RefundTakesTwo.
 */
export async function promiseRefund(
  tx: Transaction,
  order: { id: string; totalMinor: number; currency: Currency },
  { amountMinor, reason, requestedBy, keepsTime = false, mostMinor }: RefundWish,
): Promise<RefundPlan> {
  // Under the lock: of two refunds at once the second counts the first.
  const preview = mostMinor === undefined ? null : await tryPreviewRefund(tx, order, amountMinor)
  if (preview && isBeyond(preview, mostMinor ?? 0)) throw new RefundTakesTwo()
  const owned = { id: order.id, total: money(order.totalMinor, order.currency) }
  const plan = await planRefund(tx, owned, { amountMinor, reason, requestedBy: requestedBy.name })
  if (plan.ids.length > 0) {
    const time = decideTime({ amountMinor, availableMinor: plan.availableMinor }, keepsTime)
    if (time === 'ask' || time === 'clash') throw new TimeUndecided(time)
  }
  await enqueueRefunds(tx, plan.ids)
  await settlePayment(tx, { orderId: order.id, facts: [], source: 'operator', actor: requestedBy.name })
  return plan
}

/**
 * Promises a refund under the order's lock. Membership time is taken back when the provider says that the money went, not
 * before. Returns the refunds' ids; throws RefundRefused, TimeUndecided, RefundTakesTwo.
 */
export const requestRefund = (
  database: Database,
  { orderId, ...request }: RefundWish & { readonly orderId: string },
): Promise<readonly string[]> =>
  database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const { ids, availableMinor } = await promiseRefund(tx, order, request)
    if (ids.length === 0) throw new RefundRefused(availableMinor)
    await recordAction(tx, {
      operator: request.requestedBy,
      action: 'refund',
      subject: `order ${order.number}`,
      details: {
        amountMinor: request.amountMinor,
        reason: request.reason,
        refundIds: ids,
        // What the operator said becomes of the time.
        keepsTime: request.keepsTime === true,
      },
    })
    return ids
  })

/** The same as `previewRefund`, and null where that is refused. */
export const tryPreviewRefund: (...asked: Parameters<typeof previewRefund>) => Promise<RefundPreview | null> = (
  ...asked
) =>
  previewRefund(...asked).catch((error: unknown) => {
    if (error instanceof RefundRefused) return null
    throw error
  })

export type RefundPreview = {
  readonly availableMinor: number
  /** What went back of this order before, or is on its way, whatever came in for it. */
  readonly goneMinor: number
  readonly amountMinor: number
  readonly takesTimeBack: boolean
  /** What goes back besides, in currencies that are not the order's. */
  readonly others: readonly { readonly amountMinor: number; readonly currency: string }[]
}

/** What a refund would do, without doing it: what is left of the order's money, and whether its time would go. */
export async function previewRefund(
  database: Queryable,
  order: { id: string; totalMinor: number; currency: Currency },
  amountMinor: number | 'all',
): Promise<RefundPreview> {
  const payments = await listPayments(database, { id: order.id, total: money(order.totalMinor, order.currency) })
  const open = payments
    .map((payment) => ({ amountMinor: refundableMinor(payment), currency: payment.currency }))
    .filter((left) => left.amountMinor > 0)
  const own = open.filter(({ currency }) => currency === order.currency)
  const others = amountMinor === 'all' ? open.filter(({ currency }) => currency !== order.currency) : []
  const availableMinor = own.reduce((total, left) => total + left.amountMinor, 0)
  const wanted = amountMinor === 'all' ? availableMinor : amountMinor
  if ((wanted <= 0 && others.length === 0) || wanted > availableMinor) throw new RefundRefused(availableMinor)
  const goneMinor = payments
    .filter(({ currency }) => currency === order.currency)
    .reduce((total, { refundedMinor, pendingMinor }) => total + refundedMinor + pendingMinor, 0)
  const takesTimeBack = decideTime({ amountMinor: wanted, availableMinor }, false) === 'goes'
  return { availableMinor, goneMinor, amountMinor: wanted, takesTimeBack, others }
}
