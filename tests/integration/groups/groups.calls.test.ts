import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorText } from '#shared/errors.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { openGroups, plan, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
let app: TestApp
let names = 0
beforeAll(async () => {
  world = await openGroups()
  app = await createTestApp({ db: world.db, payments: () => world.deps.payments })
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const person = async () => {
  const name = `group.person.${names++}`
  const { token } = await registerThroughApi(app, name)
  return token
}
const purchase = (change: Record<string, unknown> = {}) => ({
  goodsId: plan.id,
  size: 3 as const,
  paymentType: 1 as const,
  currency: 'CNY' as const,
  method: 'alipay' as const,
  expectedTotalMinor: plan.unit[3] as number,
  idempotencyKey: randomUUID(),
  ...change,
})
const start = async (token: string, change: Record<string, unknown> = {}) =>
  app.call('/api/payment/payment_joint_purchase', purchase(change), { token })
const share = (group: string) => ({
  group,
  method: 'alipay' as const,
  expectedTotalMinor: plan.unit[3] as number,
  idempotencyKey: randomUUID(),
})
const written = async () =>
  (
    await world.rows(
      `select (select count(*) from orders) as orders, (select count(*) from group_seats) as seats,
         (select count(*) from group_events) as events, (select count(*) from payment_attempts) as attempts,
         (select sum(version) from groups) as versions, (select count(*) from pgboss.job) as jobs`,
    )
  )[0]

describe('group API', () => {
  it('a group can be started, shown to anyone with the link, and listed for its members', async () => {
    const [creator, friend] = [await person(), await person()]
    const { data } = await start(creator)
    expect(data.order).toMatchObject({ status: 'awaiting_payment', seats: 1, groupId: data.group.groupId })
    const group = data.group.groupId
    const card = await app.call('/api/payment/payment_joint_group', { group: group.toLowerCase() })
    expect(card.data).toMatchObject({ state: 'creator_unpaid', size: 3, paymentType: 1, unitPriceMinor: plan.unit[3] })
    expect(card.data).not.toHaveProperty('mine')
    await world.pay(data.order.orderId)
    const joined = await app.call('/api/payment/payment_joint_join_for_pay', share(group), { token: friend })
    expect(joined.data.group).toMatchObject({ state: 'open', openSeats: 1, mine: { state: 'unpaid', seat: 2 } })
    expect(joined.data.group.seats.map(({ state }) => state)).toEqual(['taken', 'held', 'open'])
    const created = await app.call('/api/payment/payment_joint_purchase_created', {}, { token: creator })
    expect(created.data.list.map(({ groupId }) => groupId)).toEqual([group])
    const none = await app.call('/api/payment/payment_joint_purchase_participated', {}, { token: creator })
    expect(none.data).toEqual({ list: [], more: false })
    const participated = await app.call('/api/payment/payment_joint_purchase_participated', {}, { token: friend })
    expect(participated.data.list).toEqual([expect.objectContaining({ groupId: group })])
    const left = await app.call('/api/payment/payment_joint_leave', { group }, { token: friend })
    expect(left.data.group.mine).toMatchObject({ state: 'left', seat: null })
  })

  it('each refusal has its own status in both languages and writes nothing', async () => {
    const [creator, friend, late] = [await person(), await person(), await person()]
    const refuse = async (status: Parameters<typeof errorText>[0], path: string, input: object, token: string) => {
      const before = await written()
      const call = path as '/api/payment/payment_joint_join'
      for (const [header, language] of [
        ['en', 'en'],
        ['zh_CN', 'zh-CN'],
      ] as const) {
        const answer = await app.call(call, input as { group: string }, { token, headers: { language: header } })
        expect(answer).toMatchObject({ status, code: answer.http, msg: errorText(status, language) })
      }
      expect(await written()).toEqual(before)
    }
    const join = '/api/payment/payment_joint_join'
    const joinForPay = '/api/payment/payment_joint_join_for_pay'
    const { data } = await start(creator, { size: 2, expectedTotalMinor: plan.unit[2] })
    const group = data.group.groupId
    const own = { ...share(group), expectedTotalMinor: plan.unit[2] }
    await refuse('GroupCreatorUnpaid', joinForPay, own, friend)
    await refuse('GroupCreatorUnpaid', join, { group }, friend)
    await world.pay(data.order.orderId)
    await refuse('GroupSeatNotFree', join, { group }, friend)
    await refuse('PriceChanged', joinForPay, { ...own, expectedTotalMinor: 1 }, friend)
    await refuse('GroupJoined', joinForPay, own, creator)
    await refuse('NotFound', '/api/payment/payment_joint_pay_rest', own, friend)
    await refuse('NotFound', '/api/payment/payment_joint_leave', { group }, friend)
    const seat = await app.call(joinForPay, { ...own, idempotencyKey: randomUUID() }, { token: friend })
    await refuse('Forbidden', '/api/payment/payment_joint_pay_rest', own, friend)
    await refuse('GroupJoined', joinForPay, { ...own, idempotencyKey: randomUUID() }, friend)
    await refuse('GroupSeatsHeld', joinForPay, own, late)
    await refuse('GroupSeatsHeld', join, { group }, late)
    await refuse('GroupNothingToPay', '/api/payment/payment_joint_pay_rest', own, creator)
    await world.pay(seat.data.order.orderId)
    await refuse('GroupFull', joinForPay, own, late)
    await refuse('GroupFinished', '/api/payment/payment_joint_leave', { group }, friend)
    const second = (await start(creator)).data
    await world.pay(second.order.orderId)
    await world.passTime(second.group.groupId)
    await refuse('GroupExpired', joinForPay, share(second.group.groupId), late)
    await refuse('GroupExpired', '/api/payment/payment_joint_leave', { group: second.group.groupId }, creator)
  })

  it('a stranger sees no part of a group, and a made-up code is not found', async () => {
    const [creator, stranger] = [await person(), await person()]
    const { data } = await start(creator)
    const before = await written()
    for (const ask of [undefined, true]) {
      const about = (group: string) =>
        app.call('/api/payment/payment_joint_order', { group, ...(ask && { ask }) }, { token: stranger })
      const answer = await about(data.group.groupId)
      expect(answer).toMatchObject({ http: 200, status: 'OK' })
      expect(answer.data).toEqual({ group: null })
      expect(await about('0000000000A')).toMatchObject({ http: 404, status: 'NotFound' })
      const own = await app.call('/api/payment/payment_joint_order', { group: data.group.groupId }, { token: creator })
      expect(own.data.group?.mine).toMatchObject({ isCreator: true, state: 'unpaid' })
    }
    expect(await written()).toEqual(before)
  })

  it('concurrent calls with one idempotency key create one order, and the key is refused for another call', async () => {
    const [creator, friend] = [await person(), await person()]
    const input = purchase()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.call('/api/payment/payment_joint_purchase', input, { token: creator })),
    )
    expect(new Set(answers.map(({ data }) => data.order.orderId)).size).toBe(1)
    expect(new Set(answers.map(({ data }) => data.group.groupId)).size).toBe(1)
    const made = await world.rows('select from groups where id = $1', [answers[0]!.data.group.groupId])
    expect(made).toHaveLength(1)
    const other = await start(creator, { ...input, paymentType: 0, expectedTotalMinor: 3 * plan.unit[3] })
    expect(other.status).toBe('IdempotencyConflict')
    await world.pay(answers[0]!.data.order.orderId)
    const joining = share(answers[0]!.data.group.groupId)
    const joins = await Promise.all(
      Array.from({ length: 12 }, () => app.call('/api/payment/payment_joint_join_for_pay', joining, { token: friend })),
    )
    expect(new Set(joins.map(({ status }) => status))).toEqual(new Set(['OK']))
    expect(new Set(joins.map(({ data }) => data.order.orderId)).size).toBe(1)
  })

  it('price and plan in the body are checked, and a promo code is refused before anything is written', async () => {
    const creator = await person()
    const before = await written()
    expect((await start(creator, { expectedTotalMinor: 1 })).status).toBe('PriceChanged')
    expect((await start(creator, { goodsId: 'plan-1' })).status).toBe('InvalidProduct')
    expect((await start(creator, { size: 4 })).status).toBe('InvalidInput')
    expect((await start(creator, { method: 'card' })).status).toBe('MethodNotOffered')
    expect((await start(creator, { promoCode: 'WELCOME10' })).status).toBe('PromoNotForGroup')
    for (const path of ['payment_joint_join_for_pay', 'payment_joint_pay_rest'] as const) {
      const answer = await app.call(
        `/api/payment/${path}`,
        { ...share('00000000000'), promoCode: 'WELCOME10' },
        { token: creator },
      )
      expect(answer.status).toBe('PromoNotForGroup')
    }
    expect(await written()).toEqual(before)
    const made = await start(creator)
    expect(made.data.order).toMatchObject({ amountMinor: plan.unit[3], discountMinor: 0, promoCode: null })
  })

  it('a group keeps its price when the catalog changes, and an order that lost its seat cannot be repaid', async () => {
    const [creator, friend] = [await person(), await person()]
    const { data } = await start(creator)
    await world.pay(data.order.orderId)
    await world.rows(
      `update group_prices set per_person_minor = per_person_minor + 1 where size = 3 and currency = 'CNY'`,
    )
    const joined = await app.call('/api/payment/payment_joint_join_for_pay', share(data.group.groupId), {
      token: friend,
    })
    await world.rows(
      `update group_prices set per_person_minor = per_person_minor - 1 where size = 3 and currency = 'CNY'`,
    )
    const { orderId } = joined.data.order
    expect(joined.data.order.amountMinor).toBe(plan.unit[3])
    const repay = { orderId, method: 'alipay' as const }
    expect((await app.call('/api/payment/payment_repay', repay, { token: friend })).status).toBe('OK')
    await world.passTime(data.group.groupId)
    expect((await app.call('/api/payment/payment_repay', repay, { token: friend })).status).toBe('OrderOver')
  })
})
