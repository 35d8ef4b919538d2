import { beneficiary, seatGrantId, type SoldGroup } from '#server/modules/groups/groups.rules.ts'
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
  type Making,
  type PartTaken,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import { nextGrantId, type PaidOrder } from '#server/modules/orders/orders.rules.ts'

/** Time that someone gets by an order or a seat of it, or loses. `settleParts`: what partial refunds take of a grant that stands. */
export type TimeChange = {
  readonly kind: 'grant' | 'takeBack' | 'settleParts'
  readonly userId: string
  readonly source: 'order' | 'group'
  readonly sourceId: string
  readonly orderId: string
  /** The number of the seat, and how many grants stand behind it then; of a plain order the seat is null. */
  readonly seat: number | null
  readonly grantsMade: number
  readonly plan: Bought
  /** Of an order that buys no time but more devices for what is left. */
  readonly difference: { readonly pieces: readonly DifferencePiece[] } | null
  /** For `settleParts`: the seconds that each partial refund of the order takes so far. */
  readonly parts?: readonly PartTaken[]
}

/** At most one grant stands for an order at any moment, and only while its money does. */
export function timeOfOrder(order: PaidOrder, entitled: boolean): TimeChange[] {
  const { id: orderId, userId, standingGrant, grantsMade, difference } = order
  const about = { userId, source: 'order', orderId, seat: null, plan: order, difference } as const
  if (entitled && standingGrant === null)
    return [{ ...about, kind: 'grant', sourceId: nextGrantId(order), grantsMade: grantsMade + 1 }]
  if (!entitled && standingGrant !== null) return [{ ...about, kind: 'takeBack', sourceId: standingGrant, grantsMade }]
  return []
}

/** Each seat stands for at most one grant at any moment. */
export const timeOfSeats = (group: SoldGroup): TimeChange[] =>
  group.seats.flatMap((seat): TimeChange[] => {
    const userId = beneficiary(group, seat)
    const { orderId, standingGrant, grantsMade } = seat
    const about = { source: 'group', orderId, seat: seat.seat, plan: group, difference: null } as const
    if (userId !== null && standingGrant === null)
      return [{ ...about, kind: 'grant', userId, sourceId: seatGrantId(group.id, seat), grantsMade: grantsMade + 1 }]
    // What no one took before the end became the creator's.
    const owner = seat.userId ?? group.creatorId
    if (userId === null && standingGrant !== null)
      return [{ ...about, kind: 'takeBack', userId: owner, sourceId: standingGrant, grantsMade }]
    return []
  })

/**
 * What partial refunds of an order take of the grant that stands for it once `times` are made. An order for several seats
 * refunds whole seats: none of its refunds takes days.
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

/** A change that was made: until when the time runs by it, or null. `takenSeconds`: what partial refunds took by it. */
export type TimeChanged = TimeChange & { readonly expiresAt: Date | null; readonly takenSeconds?: number }

/** Makes the changes in the ledgers, one after another. */
export function applyTime(
  ledgers: Ledgers,
  changes: readonly TimeChange[],
  rates: readonly PlanRate[],
  making: Making,
): { ledgers: Ledgers; changed: readonly TimeChanged[] } {
  const after = new Map(ledgers)
  const changed = changes.flatMap((change): TimeChanged[] => {
    const { userId, source, sourceId } = change
    const ledger = ledgerOf(after, userId)
    if (change.kind === 'grant') {
      const granted = grant(ledger, change, rates, making)
      if (!granted) throw new Error(`the ledger knows a grant ${sourceId} that its order or seat does not`)
      after.set(userId, granted)
      return [{ ...change, expiresAt: expiryOf(granted) }]
    }
    if (!findEntry(ledger, source, sourceId)) throw new Error(`${userId} was never granted ${sourceId}`)
    if (change.kind === 'settleParts') {
      const settled = settleParts(ledger, change, change.parts ?? [], rates, making)
      if (settled.entries.length === ledger.entries.length) return []
      after.set(userId, settled)
      const takenSeconds = foldLedger(ledger).totalSeconds - foldLedger(settled).totalSeconds
      return [{ ...change, expiresAt: expiryOf(settled), takenSeconds }]
    }
    const reversal = { source, sourceId, reversedBy: sourceId, note: null }
    after.set(userId, takeBack(ledger, reversal, rates, making) ?? ledger)
    return [{ ...change, expiresAt: null }]
  })
  return { ledgers: after, changed }
}

const grant = (ledger: TimeLedger, change: TimeChange, rates: readonly PlanRate[], making: Making) => {
  const { source, sourceId, plan, difference } = change
  return difference
    ? addDifference(ledger, { source, sourceId, maxDevices: plan.maxDevices, ...difference }, rates, making)
    : addPlan(ledger, { ...planOf(change), source, sourceId }, rates, making)
}

const planOf = ({ plan: { months, bonusDays, maxDevices } }: TimeChange): Bought => ({ months, bonusDays, maxDevices })
