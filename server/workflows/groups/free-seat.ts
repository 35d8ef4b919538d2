import { AppError } from '#shared/errors.ts'
import { isArriving } from '#server/modules/chains/chains.service.ts'
import { freeSeat } from '#server/modules/groups/group-steps.rules.ts'
import { listFreeableSeats } from '#server/modules/groups/groups.service.ts'
import { refuseRest } from '#server/modules/groups/seats.rules.ts'
import type { Database } from '#server/platform/database.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import { lockGroupWithLeases } from '#server/workflows/payments/apply/lock-group-leases.ts'

/**
 * Releases a reserved, unpaid seat at the creator's request and closes its order. `PaymentArriving` means that a
 * transfer is pending, and `GroupSeatNotHeld` that the seat is paid, gone, or was reserved only minutes ago.
 */
export async function freeHeldSeat(database: Database, userId: string, groupId: string, seat: number): Promise<void> {
  await database.transaction(async (tx) => {
    const group = await lockGroupWithLeases(tx, groupId)
    if (group.creatorId !== userId) throw new AppError('NotFound')
    const ended = refuseRest(group)
    if (ended === 'GroupClosed' || ended === 'GroupExpired') throw new AppError(ended)
    const held = group.seats.find((each) => each.seat === seat && each.state === 'held')
    if (!held || !(await listFreeableSeats(tx, group, tx.now)).includes(seat)) throw new AppError('GroupSeatNotHeld')
    if (await isArriving(tx, held.orderId)) throw new AppError('PaymentArriving')
    await changeGroup(tx, group, freeSeat(group, seat), 'creator')
  })
}
