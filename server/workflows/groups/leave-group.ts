import { AppError } from '#shared/errors.ts'
import { findGroup, wasMember, lockGroup, checkLeaveLimit } from '#server/modules/groups/groups.service.ts'
import { leave } from '#server/modules/groups/group-steps.rules.ts'
import { refuseLeave } from '#server/modules/groups/seats.rules.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'

/** Number of attempts to leave: a payment may arrive during the first one, and the second one then refunds it. */
const looks = 2

/**
 * Gives up a seat before the group is complete and refunds it; does nothing for somebody who has already left. If the
 * creator leaves, the group ends. Throws `NotFound` for somebody who was never a member, the refusals of `refuseLeave`,
 * `GroupLeavePause` after leaving too many paid seats, and the errors of `cancelOrder`.
 */
export async function leaveGroup(deps: PaymentDeps, userId: string, groupId: string): Promise<void> {
  const { database } = deps
  for (let look = 1; look <= looks; look++) {
    const group = await findGroup(database, groupId)
    const own = group.seats.find((seat) => seat.userId === userId)
    if (!own) {
      if (look === 1 && !(await wasMember(database, groupId, userId))) throw new AppError('NotFound')
      return
    }
    const refusal = refuseLeave(group)
    // The first attempt cancelled the creator's order, which ends the group.
    if (refusal && refusal !== 'GroupFinished' && look > 1) return
    // `GroupFinished` in the second attempt: a payment that arrived meanwhile completed the group, so the seat is kept.
    if (refusal) throw new AppError(refusal)
    if (own.state === 'held') await cancelOrder(deps, userId, own.orderId)
    else
      return database.transaction(async (tx) => {
        const locked = await lockGroup(tx, groupId)
        const late = refuseLeave(locked)
        if (late) throw new AppError(late)
        if (own.payerId === userId) await checkLeaveLimit(tx, userId)
        await changeGroup(tx, locked, leave(locked, userId), 'buyer')
      })
  }
}
