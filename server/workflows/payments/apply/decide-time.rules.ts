import { beneficiary, seatGrantId, type SoldGroup } from '#server/modules/groups/groups.rules.ts'
import type { Bought, PlanRate } from '#server/modules/membership/conversion.rules.ts'
import type { DifferencePiece } from '#server/modules/membership/difference.rules.ts'
import {
  addDifference,
  addPlan,
  expiryOf,
  findEntry,
  takeBack,
  type Making,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import { nextGrantId, type PaidOrder } from '#server/modules/orders/orders.rules.ts'

/** Time that someone gets by an order or a seat of it, or loses. */
export type TimeChange = {
  readonly kind: 'grant' | 'takeBack'
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

export type Ledgers = ReadonlyMap<string, TimeLedger>
export function ledgerOf(ledgers: Ledgers, userId: string): TimeLedger {
  const ledger = ledgers.get(userId)
  if (!ledger) throw new Error(`the membership of ${userId} was not read`)
  return ledger
}

/** A change that was made: until when the time runs by it, or null. */
export type TimeChanged = TimeChange & { readonly expiresAt: Date | null }

/** Makes the changes in the ledgers, one after another. */
export function applyTime(
  ledgers: Ledgers,
  changes: readonly TimeChange[],
  rates: readonly PlanRate[],
  making: Making,
): { ledgers: Ledgers; changed: readonly TimeChanged[] } {
  const after = new Map(ledgers)
  const changed = changes.map((change): TimeChanged => {
    const { userId, source, sourceId } = change
    const ledger = ledgerOf(after, userId)
    if (change.kind === 'grant') {
      const granted = grant(ledger, change, rates, making)
      if (!granted) throw new Error(`the ledger knows a grant ${sourceId} that its order or seat does not`)
      after.set(userId, granted)
      return { ...change, expiresAt: expiryOf(granted) }
    }
    if (!findEntry(ledger, source, sourceId)) throw new Error(`${userId} was never granted ${sourceId}`)
    const reversal = { source, sourceId, reversedBy: sourceId, note: null }
    after.set(userId, takeBack(ledger, reversal, rates, making) ?? ledger)
    return { ...change, expiresAt: null }
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
