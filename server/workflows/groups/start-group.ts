import { AppError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { findGroupGoods } from '#server/modules/catalog/group-prices.queries.ts'
import { createGroup, lockGroup, type Group } from '#server/modules/groups/groups.service.ts'
import { start } from '#server/modules/groups/group-steps.rules.ts'
import type { GroupSize, PaymentType } from '#server/modules/groups/seats.rules.ts'
import type { Method } from '#shared/method.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import { seatOrder } from '#server/workflows/payments/apply/decide-seats.rules.ts'
import { makeOrder, type OrderPlan } from '#server/workflows/orders/make-order.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import type { Buyer } from '#server/workflows/payments/attempts/open-attempt.ts'

type GroupStart = {
  userId: string
  goodsId: string
  size: GroupSize
  paymentType: PaymentType
  currency: Currency
  method: Method
  expectedTotalMinor: number
  listed?: boolean
  idempotencyKey: string
} & Buyer

/**
 * Starts a group with the creator's order for one seat or all seats. Takes no promo code, because the group price is a
 * discount already. Throws `InvalidProduct` if the plan has no price for this size, `PriceChanged`, and the errors of
 * placing an order (`makeOrder`).
 */
export async function startGroup(deps: PaymentDeps, call: GroupStart): Promise<{ orderId: string }> {
  const { goodsId, currency, method, expectedTotalMinor, size, paymentType } = call
  const request = { goodsId, currency, method, expectedTotalMinor, group: `start ${size} ${paymentType}` }
  return makeOrder(deps, { ...call, request }, async (): Promise<OrderPlan> => {
    const goods = await findGroupGoods(deps.database, goodsId, size, currency)
    if (!goods) throw new AppError('InvalidProduct')
    const { names: productNames, months, bonusDays, maxDevices, perPersonMinor } = goods
    const seats = paymentType === 'pay_all' ? size : 1
    const totalMinor = perPersonMinor * seats
    if (totalMinor !== expectedTotalMinor) throw new AppError('PriceChanged')
    const plan = { goodsId, productNames, months, bonusDays, maxDevices, difference: null }
    let group: Group | undefined
    return {
      async draft(tx) {
        const offer = {
          size,
          paymentType,
          currency,
          unitPriceMinor: perPersonMinor,
          creatorId: call.userId,
          listed: call.listed ?? false,
        }
        group = await createGroup(tx, { ...plan, ...offer })
        return {
          ...plan,
          totalMinor,
          priceMinor: totalMinor,
          discountMinor: 0,
          promoCode: null,
          groupId: group.id,
          seats,
        }
      },
      async placed(tx, order) {
        const made = group ?? (await lockGroup(tx, order.groupId ?? ''))
        await changeGroup(tx, made, start(made, seatOrder(order)), 'buyer')
        // The job runs a second late: a Date drops the microseconds of `expires_at`, and too early it would do nothing.
        const runAt = new Date(made.expiresAt.getTime() + 1_000)
        await enqueueJob(tx, 'expire-group', { groupId: made.id }, { runAt, uniqueKey: made.id, lane: 'settlement' })
      },
    }
  })
}
