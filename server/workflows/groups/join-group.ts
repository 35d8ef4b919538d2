import { AppError } from '#shared/errors.ts'
import { findGroup, wasMember, checkUnpaidSeatLimit, type Group } from '#server/modules/groups/groups.service.ts'
import { orderOpenSeats, orderSeat, occupyFreeSeat } from '#server/modules/groups/group-steps.rules.ts'
import { openSeats, refuseJoin, refuseRest } from '#server/modules/groups/seats.rules.ts'
import type { Method } from '#shared/method.ts'
import type { Database } from '#server/platform/database.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import { seatOrder } from '#server/workflows/payments/apply/decide-seats.rules.ts'
import { extendArrivingLeases, lockGroupWithLeases } from '#server/workflows/payments/apply/lock-group-leases.ts'
import { makeOrder } from '#server/workflows/orders/make-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import type { Buyer } from '#server/workflows/payments/attempts/open-attempt.ts'

type SharePurchase = {
  userId: string
  groupId: string
  method: Method
  expectedTotalMinor: number
  idempotencyKey: string
} & Buyer

const refuse = (refusal: ReturnType<typeof refuseJoin>): void => {
  if (refusal) throw new AppError(refusal)
}

const findKept = async (database: Database, groupId: string) =>
  extendArrivingLeases(database, await findGroup(database, groupId))

/** Takes a seat that the creator has paid for. Throws `NotFound` or one of the errors that begin with `Group`. */
export async function joinGroup(database: Database, userId: string, groupId: string): Promise<void> {
  // Checks without the lock first, so that a crowd that joins at once does not queue for it.
  refuse(refuseJoin(await findKept(database, groupId), userId, 'free'))
  await database.transaction(async (tx) => {
    const group = await lockGroupWithLeases(tx, groupId)
    refuse(refuseJoin(group, userId, 'free'))
    await changeGroup(tx, group, occupyFreeSeat(group, userId), 'buyer')
  })
}

/**
 * Reserves a seat for as long as its order can be paid. `GroupSeatFree` means that the creator has already paid for a
 * seat. Also throws the errors of placing an order (`makeOrder`).
 */
export async function joinForPay(deps: PaymentDeps, call: SharePurchase): Promise<{ orderId: string }> {
  const { database } = deps
  const found = await findKept(database, call.groupId)
  return makeOrder(deps, { ...call, ...requestOf(found, call, 'join') }, async () => {
    refuse(refuseJoin(found, call.userId, 'pay'))
    let group = found
    return {
      async draft(tx) {
        group = await lockGroupWithLeases(tx, call.groupId)
        refuse(refuseJoin(group, call.userId, 'pay'))
        await checkUnpaidSeatLimit(tx, call.groupId, call.userId)
        return draftOf(group, 1, call.expectedTotalMinor)
      },
      placed: (tx, order) => changeGroup(tx, group, orderSeat(group, seatOrder(order)), 'buyer'),
    }
  })
}

/**
 * Orders all open seats for the creator, except those that others are paying for. Throws `NotFound` for strangers,
 * `Forbidden` for members who are not the creator, the refusals of `refuseRest`, `PriceChanged`, and the errors of
 * placing an order (`makeOrder`).
 */
export async function payRest(deps: PaymentDeps, call: SharePurchase): Promise<{ orderId: string }> {
  const { database } = deps
  const found = await findKept(database, call.groupId)
  if (found.creatorId !== call.userId)
    throw new AppError((await wasMember(database, call.groupId, call.userId)) ? 'Forbidden' : 'NotFound')
  return makeOrder(deps, { ...call, ...requestOf(found, call, 'rest') }, async () => {
    refuse(refuseRest(found))
    let group = found
    return {
      async draft(tx) {
        group = await lockGroupWithLeases(tx, call.groupId)
        refuse(refuseRest(group))
        return draftOf(group, openSeats(group).length, call.expectedTotalMinor)
      },
      placed: (tx, order) => changeGroup(tx, group, orderOpenSeats(group, seatOrder(order)), 'buyer'),
    }
  })
}

const requestOf = ({ id, goodsId, currency }: Group, { method, expectedTotalMinor }: SharePurchase, what: string) => ({
  currency,
  request: { goodsId, currency, method, expectedTotalMinor, group: `${what} ${id}` },
})

/** Uses the price stored when the group started, not the current catalogue. */
function draftOf(group: Group, seats: number, expectedTotalMinor: number) {
  const { id: groupId, goodsId, productNames, months, bonusDays, maxDevices, unitPriceMinor } = group
  const totalMinor = unitPriceMinor * seats
  if (totalMinor !== expectedTotalMinor) throw new AppError('PriceChanged')
  const plan = { goodsId, productNames, months, bonusDays, maxDevices, difference: null }
  return { ...plan, totalMinor, priceMinor: totalMinor, discountMinor: 0, promoCode: null, groupId, seats }
}
