import { randomUUIDv7 } from 'node:crypto'
import type { Currency } from '#shared/money.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as lines from './commission-lines.repo.ts'
import * as repo from './commissions.repo.ts'
import { adjustment, monthOf, type CommissionState } from './commissions.rules.ts'
import { listOfOrder } from './commissions.queries.ts'

export type CommissionOrder = {
  readonly orderId: string
  readonly affiliateId: string
  readonly referredId: string
  readonly campaignId: string | null
  /** What the customer paid and did not get back, in minor units of the order's currency. */
  readonly keptMinor: number
  readonly currency: Currency
}
/** By what a new commission is reckoned; rows that exist keep theirs. */
export type Rate = {
  readonly type: 'first' | 'renewal'
  readonly termsVersion: number
  readonly tier: string
  readonly rateBps: number
  readonly usdMicros: number
  readonly holdDays: number
}
/** A row that was added; negative where it takes back. In US cents. */
export type Booked = {
  readonly id: string
  readonly amountMinor: number
  readonly isNew: boolean
  /** The campaign that brought the customer, if any. */
  readonly campaignId: string | null
}

const dayMs = 86_400_000

/**
 * Brings the commission of an order in line with what is kept of its price: a first row, or one that takes back what is
 * too much, or gives back what was taken. The caller holds the order. Null: nothing was missing.
 */
export async function reconcileCommission(
  tx: Transaction,
  order: CommissionOrder,
  /** By which a first row is reckoned; null: there is none to be made. */
  frozen: Rate | null,
): Promise<Booked | null> {
  const rows = await listOfOrder(tx, order.orderId)
  const [first] = rows
  const rate = first ? { ...first, holdDays: 0 } : frozen
  if (!rate || (!first && order.keptMinor === 0)) return null
  const missing = adjustment(rows, order.keptMinor, rate)
  if (!missing) return null
  const id = randomUUIDv7()
  const { orderId, affiliateId, referredId, campaignId, currency } = order
  await repo.insertCommission(tx, {
    ...(first ?? {
      orderId,
      affiliateId,
      referredId,
      campaignId,
      paidCurrency: currency,
      ...rate,
      earnedAt: tx.now,
      heldUntil: new Date(tx.now.getTime() + rate.holdDays * dayMs),
      reviewReason: null,
    }),
    id,
    reverses: first?.id ?? null,
    ...missing,
  })
  const { amountMinor } = missing
  const owner = first?.affiliateId ?? affiliateId
  const earned = Math.max(0, amountMinor)
  const isFirst = (first ?? rate).type === 'first'
  await repo.addToMonth(tx, owner, monthOf(tx.now), {
    firstMinor: isFirst ? earned : 0,
    renewalMinor: isFirst ? 0 : earned,
    reversedMinor: Math.max(0, -amountMinor),
  })
  return { id, amountMinor, isNew: !first, campaignId: first ? first.campaignId : campaignId }
}

export type LineFilter = lines.LineFilter & { readonly state: CommissionState | null }

/** A page of an affiliate's commissions, newest first. `before`: the last id of the page before. */
export async function listLines(
  db: Queryable,
  affiliateId: string,
  filter: LineFilter,
  before: string,
  limit: number,
): Promise<lines.CommissionLine[]> {
  const { state } = filter
  const found =
    state === null
      ? await lines.findAll(db, affiliateId, filter, before, limit)
      : state === 'paid' || state === 'settling'
        ? await lines.findSettled(db, affiliateId, state === 'paid', filter, before, limit)
        : await lines.findUnsettled(db, affiliateId, state, filter, before, limit)
  const ids = found.map(({ id }) => id)
  return ids.length === 0 ? [] : lines.listLines(db, affiliateId, ids)
}

/** Undefined for one of somebody else's. */
export const findLine = async (
  db: Queryable,
  affiliateId: string,
  id: string,
): Promise<lines.CommissionLine | undefined> => (await lines.listLines(db, affiliateId, [id]))[0]
