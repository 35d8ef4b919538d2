import type { groupCalls } from '#shared/contract/group.ts'
import { normalizeGroupId } from '#server/modules/groups/groups.service.ts'
import { joinForPay, joinGroup, payRest } from '#server/workflows/groups/join-group.ts'
import { freeHeldSeat } from '#server/workflows/groups/free-seat.ts'
import { changeListing, listOpenGroups } from '#server/workflows/groups/list-groups.ts'
import { leaveGroup } from '#server/workflows/groups/leave-group.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { askForGroup, readCard, readGroup, readGroups, readPart } from '#server/workflows/groups/read-groups.ts'
import { AppError } from '#shared/errors.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import type { CallContext } from './call-context.ts'
import type { Handlers } from './register-calls.ts'

export const groupHandlers = (deps: PaymentDeps): Handlers<typeof groupCalls> => {
  const { database } = deps
  const answer = async ({ orderId }: { orderId: string }, { userId, language }: CallContext) => {
    const order = await readOrder(database, userId, orderId, language)
    return { order, group: await readGroup(database, userId, order.groupId ?? '', language) }
  }
  const buyer = ({ userId, isPhone, clientIp, caller }: CallContext) =>
    ({ userId, clientIp, device: isPhone ? 'phone' : 'desktop', signals: caller.signals?.() ?? [] }) as const
  /**
   * Rejects a promo code, because codes do not apply to group prices. Ignoring it silently would make the buyer pay
   * more than expected.
   */
  const withoutPromo = <Input extends { promoCode?: string }>({ promoCode, ...input }: Input) => {
    if (promoCode) throw new AppError('PromoNotForGroup')
    return input
  }
  const page = (before: number | undefined) => (before === undefined ? null : new Date(before))
  return {
    '/api/payment/payment_joint_group': ({ group }, { language }) =>
      readCard(database, normalizeGroupId(group), language),
    '/api/payment/payment_joint_purchase': async ({ paymentType, ...asked }, context) => {
      const input = withoutPromo(asked)
      const type = paymentType === 0 ? 'pay_all' : 'pay_self'
      return answer(await startGroup(deps, { ...input, ...buyer(context), paymentType: type }), context)
    },
    '/api/payment/payment_joint_join': async ({ group }, { userId, language }) => {
      const groupId = normalizeGroupId(group)
      await joinGroup(database, userId, groupId)
      return { group: await readGroup(database, userId, groupId, language) }
    },
    '/api/payment/payment_joint_join_for_pay': async ({ group, ...asked }, context) =>
      answer(
        await joinForPay(deps, { ...withoutPromo(asked), ...buyer(context), groupId: normalizeGroupId(group) }),
        context,
      ),
    '/api/payment/payment_joint_pay_rest': async ({ group, ...asked }, context) =>
      answer(
        await payRest(deps, { ...withoutPromo(asked), ...buyer(context), groupId: normalizeGroupId(group) }),
        context,
      ),
    '/api/payment/payment_joint_leave': async ({ group }, { userId, language }) => {
      const groupId = normalizeGroupId(group)
      await leaveGroup(deps, userId, groupId)
      return { group: await readGroup(database, userId, groupId, language) }
    },
    '/api/payment/payment_joint_free_seat': async ({ group, seat }, { userId, language }) => {
      const groupId = normalizeGroupId(group)
      await freeHeldSeat(database, userId, groupId, seat)
      return { group: await readGroup(database, userId, groupId, language) }
    },
    '/api/payment/payment_joint_order': async ({ group, ask }, { userId, language }) => {
      const groupId = normalizeGroupId(group)
      return {
        group: ask
          ? await askForGroup(deps, userId, groupId, language)
          : await readPart(database, userId, groupId, language),
      }
    },
    '/api/payment/payment_joint_open': ({ after }, { language }) =>
      listOpenGroups(database, after === undefined ? null : normalizeGroupId(after), language),
    '/api/payment/payment_joint_list': async ({ group, listed }, { userId, language }) => {
      const groupId = normalizeGroupId(group)
      await changeListing(database, userId, groupId, listed)
      return { group: await readGroup(database, userId, groupId, language) }
    },
    '/api/payment/payment_joint_purchase_created': ({ before }, { userId, language }) =>
      readGroups(database, userId, 'created', page(before), language),
    '/api/payment/payment_joint_purchase_participated': ({ before }, { userId, language }) =>
      readGroups(database, userId, 'participated', page(before), language),
  }
}
