import { beneficiary, seatGrantId, type SoldGroup } from '#server/modules/groups/seats.rules.ts'
import type { Bought, PlanRate } from '#server/modules/membership/conversion.rules.ts'
import type { DifferencePiece } from '#server/modules/membership/difference.rules.ts'
import {
  addDifference,
  addPlan,
  expiryOf,
  findEntry,
  foldLedger,
  settleParts,
  takeBack,
  type NewRowIds,
  type PartTaken,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import { nextGrantId, type PaidOrder } from '#server/modules/orders/orders.rules.ts'

/**
 * Membership time granted or taken by an order or one of its seats. `settleParts`: seconds that partial refunds take
 * from a current grant.
 */
export type TimeChange = {
  readonly kind: 'grant' | 'takeBack' | 'settleParts'
  readonly userId: string
  readonly source: 'order' | 'group'
  readonly sourceId: string
  readonly orderId: string
  /**
   * Seat number. Null for an order without group. `grantsMade`: number of grants of the seat or order after the change.
   */
  readonly seat: number | null
  readonly grantsMade: number
  readonly plan: Bought
  readonly difference: { readonly pieces: readonly DifferencePiece[] } | null
  /** For `settleParts` only: seconds taken so far by each partial refund of the order. */
  readonly parts?: readonly PartTaken[]
}

export function timeOfOrder(order: PaidOrder, entitled: boolean): TimeChange[] {
  const { id: orderId, userId, standingGrant, grantsMade, difference } = order
  const about = { userId, source: 'order', orderId, seat: null, plan: order, difference } as const
  if (entitled && standingGrant === null)
    return [{ ...about, kind: 'grant', sourceId: nextGrantId(order), grantsMade: grantsMade + 1 }]
  if (!entitled && standingGrant !== null) return [{ ...about, kind: 'takeBack', sourceId: standingGrant, grantsMade }]
  return []
}

export const timeOfSeats = (group: SoldGroup): TimeChange[] =>
  group.seats.flatMap((seat): TimeChange[] => {
    const userId = beneficiary(group, seat)
    const { orderId, standingGrant, grantsMade } = seat
    const about = { source: 'group', orderId, seat: seat.seat, plan: group, difference: null } as const
    if (userId !== null && standingGrant === null)
      return [{ ...about, kind: 'grant', userId, sourceId: seatGrantId(group.id, seat), grantsMade: grantsMade + 1 }]
    // The creator of a group gets the membership time of seats that nobody had taken at its end.
    const owner = seat.userId ?? group.creatorId
    if (userId === null && standingGrant !== null)
      return [{ ...about, kind: 'takeBack', userId: owner, sourceId: standingGrant, grantsMade }]
    return []
  })

/**
 * Change of an order's current grant by the seconds that partial refunds take, once `times` are applied; none without
 * such a grant. Orders for several seats refund whole seats and take no days.
 */
export function timeOfParts(
  order: PaidOrder,
  group: SoldGroup | null,
  times: readonly TimeChange[],
  parts: readonly PartTaken[],
): TimeChange[] {
  const change = times.find(({ orderId }) => orderId === order.id)
  if (change) return change.kind === 'grant' ? [{ ...change, kind: 'settleParts', parts }] : []
  if (!group) {
    const { id: orderId, userId, standingGrant: sourceId, grantsMade, difference } = order
    const about = { userId, source: 'order', orderId, seat: null, plan: order, difference, grantsMade } as const
    return sourceId === null ? [] : [{ ...about, kind: 'settleParts', sourceId, parts }]
  }
  const seat = group.seats.find(({ orderId, standingGrant }) => orderId === order.id && standingGrant !== null)
  if (!seat || seat.standingGrant === null) return []
  const { orderId, grantsMade, standingGrant: sourceId } = seat
  const about = { source: 'group', orderId, seat: seat.seat, plan: group, difference: null, grantsMade } as const
  return [{ ...about, kind: 'settleParts', userId: seat.userId ?? group.creatorId, sourceId, parts }]
}

export type Ledgers = ReadonlyMap<string, TimeLedger>
export function ledgerOf(ledgers: Ledgers, userId: string): TimeLedger {
  const ledger = ledgers.get(userId)
  if (!ledger) throw new Error(`the membership of ${userId} was not read`)
  return ledger
}

export type TimeChanged = TimeChange & { readonly expiresAt: Date | null; readonly takenSeconds?: number }

export function applyTime(
  ledgers: Ledgers,
  changes: readonly TimeChange[],
  rates: readonly PlanRate[],
  ids: NewRowIds,
): { ledgers: Ledgers; changed: readonly TimeChanged[] } {
  const after = new Map(ledgers)
  const changed = changes.flatMap((change): TimeChanged[] => {
    const { userId, source, sourceId } = change
    const ledger = ledgerOf(after, userId)
    if (change.kind === 'grant') {
      const granted = grant(ledger, change, rates, ids)
      if (!granted) throw new Error(`the ledger knows a grant ${sourceId} that its order or seat does not`)
      after.set(userId, granted)
      return [{ ...change, expiresAt: expiryOf(granted) }]
    }
    if (!findEntry(ledger, source, sourceId)) throw new Error(`${userId} was never granted ${sourceId}`)
    if (change.kind === 'settleParts') {
      const settled = settleParts(ledger, change, change.parts ?? [], rates, ids)
      if (settled.entries.length === ledger.entries.length) return []
      after.set(userId, settled)
      const takenSeconds = foldLedger(ledger).totalSeconds - foldLedger(settled).totalSeconds
      return [{ ...change, expiresAt: expiryOf(settled), takenSeconds }]
    }
    const reversal = { source, sourceId, reversedBy: sourceId, note: null }
    after.set(userId, takeBack(ledger, reversal, rates, ids) ?? ledger)
    return [{ ...change, expiresAt: null }]
  })
  return { ledgers: after, changed }
}

const grant = (ledger: TimeLedger, change: TimeChange, rates: readonly PlanRate[], ids: NewRowIds) => {
  const { source, sourceId, plan, difference } = change
  return difference
    ? addDifference(ledger, { source, sourceId, maxDevices: plan.maxDevices, ...difference }, rates, ids)
    : addPlan(ledger, { ...planOf(change), source, sourceId }, rates, ids)
}

const planOf = ({ plan: { months, bonusDays, maxDevices } }: TimeChange): Bought => ({ months, bonusDays, maxDevices })
