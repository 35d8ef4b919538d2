import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { createGate, eventually } from '../payments/payments.setup.ts'
import { arrive, drop, openGroups, plan, type GroupWorld } from './groups.setup.ts'

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

const person = async () => (await registerThroughApi(app, `listed.person.${names++}`)).token
const terms = (seats = 1) => ({
  method: 'alipay' as const,
  expectedTotalMinor: plan.unit[2] * seats,
  idempotencyKey: randomUUID(),
})
async function start(
  token: string,
  { listed, paymentType = 1, paid = true }: { listed?: boolean; paymentType?: 0 | 1; paid?: boolean },
) {
  const { data } = await app.call(
    '/api/payment/payment_joint_purchase',
    {
      goodsId: plan.id,
      size: 2,
      paymentType,
      currency: 'CNY',
      ...terms(paymentType === 0 ? 2 : 1),
      ...(listed !== undefined && { listed }),
    },
    { token },
  )
  if (paid) await world.pay(data.order.orderId)
  return data.group.groupId
}
const page = async (after?: string) =>
  (await app.call('/api/payment/payment_joint_open', after === undefined ? {} : { after })).data
const listed = async () => (await page()).list.map(({ groupId }) => groupId)
const change = (token: string, group: string, wish: boolean) =>
  app.call('/api/payment/payment_joint_list', { group, listed: wish }, { token })

it('only paid groups that their creators listed and where each member pays are shown publicly, with masked names', async () => {
  const creator = await person()
  const chosen = await start(creator, { listed: true })
  await start(creator, {})
  await start(creator, { listed: false })
  await start(creator, { listed: true, paid: false })
  await start(creator, { listed: true, paymentType: 0 })
  expect(await listed()).toEqual([chosen])
  const [card] = (await page()).list
  expect(card).not.toHaveProperty('mine')
  expect(JSON.stringify(card)).not.toContain('listed.person')
  expect(card?.creator).toMatch(/\*/)
})

it('only the creator can change the listing, and for others the group is not found', async () => {
  const [creator, stranger] = [await person(), await person()]
  const group = await start(creator, {})
  expect((await change(stranger, group, true)).status).toBe('NotFound')
  expect((await change(creator, 'ZZZZZZZZZZZ', true)).status).toBe('NotFound')
  expect(await listed()).not.toContain(group)
  expect((await change(creator, group, true)).data.group.mine.listed).toBe(true)
  expect(await listed()).toContain(group)
  // Members do not see whether the group is listed.
  const joined = await app.call('/api/payment/payment_joint_join_for_pay', { group, ...terms() }, { token: stranger })
  expect(joined.data.group.mine.listed).toBe(false)
  expect((await change(stranger, group, false)).status).toBe('NotFound')
  expect((await change(creator, group, false)).data.group.mine.listed).toBe(false)
})

it('a group leaves the list while its last seat is held, and for good when full, expired or ended', async () => {
  const [creator, friend, late] = [await person(), await person(), await person()]
  const group = await start(creator, { listed: true })
  const first = await app.call('/api/payment/payment_joint_join_for_pay', { group, ...terms() }, { token: friend })
  expect(await listed()).not.toContain(group)
  await world.closeWindow(first.data.order.orderId)
  expect(await listed()).toContain(group)
  const second = await app.call('/api/payment/payment_joint_join_for_pay', { group, ...terms() }, { token: late })
  const tooLate = await app.call(
    '/api/payment/payment_joint_join_for_pay',
    { group, ...terms() },
    { token: await person() },
  )
  expect(tooLate.status).toBe('GroupSeatsHeld')
  await world.pay(second.data.order.orderId)
  expect(await listed()).not.toContain(group)
  const full = await app.call(
    '/api/payment/payment_joint_join_for_pay',
    { group, ...terms() },
    { token: await person() },
  )
  expect(full.status).toBe('GroupFull')
  expect((await change(creator, group, true)).status).toBe('GroupFull')

  const over = await start(creator, { listed: true })
  await world.passTime(over)
  expect(await listed()).not.toContain(over)
  expect((await change(creator, over, true)).status).toBe('GroupExpired')
  const ended = await start(creator, { listed: true })
  await app.call('/api/payment/payment_joint_leave', { group: ended }, { token: creator })
  expect(await listed()).not.toContain(ended)
  expect((await change(creator, ended, true)).status).toBe('GroupClosed')
})

it('a seat whose chain payment is pending after its window counts as held in the list, on the page and for buyers', async () => {
  const { groupId } = await world.paidGroup(3, 'pay_self')
  await world.rows('update groups set listed = true where id = $1', [groupId])
  const [first, second] = [await world.user(), await world.user()]
  const shares = [await world.joinForPay(first, groupId), await world.joinForPay(second, groupId)]
  await arrive(world, shares[0]!)
  for (const share of shares) await world.closeWindow(share)
  const counts = (card: { seats: { state: string }[]; openSeats: number } | undefined) =>
    card && [card.openSeats, ...card.seats.map(({ state }) => state)]
  const inList = async () => counts((await page()).list.find((card) => card.groupId === groupId))
  const onPage = async () => counts((await app.call('/api/payment/payment_joint_group', { group: groupId })).data)
  expect(await inList()).toEqual([1, 'taken', 'held', 'open'])
  expect(await onPage()).toEqual([1, 'taken', 'held', 'open'])
  await arrive(world, shares[1]!)
  expect(await inList()).toBeUndefined()
  expect(await onPage()).toEqual([0, 'taken', 'held', 'held'])
  await drop(world, shares[0]!)
  expect(await inList()).toEqual([1, 'taken', 'open', 'held'])
})

it('paging the list neither repeats nor skips groups, even with equal end times', async () => {
  await world.rows('update groups set listed = false')
  const creator = await person()
  const groups: string[] = []
  for (let index = 0; index < 15; index++) groups.push(await start(creator, { listed: true }))
  await world.rows(`update groups set expires_at = date_trunc('second', now()) + interval '5 hours' where listed`)
  const first = await page()
  const rest = await page(first.list.at(-1)?.groupId)
  expect([first.list.length, first.more, rest.list.length, rest.more]).toEqual([12, true, 3, false])
  expect([...first.list, ...rest.list].map(({ groupId }) => groupId)).toEqual(groups.toSorted())
  expect((await page('ZZZZZZZZZZZ')).list).toEqual([])
})

/** Runs all calls at the same time: they all wait for a lock on the group, which this function then releases. */
async function atOnce<T>(group: string, deeds: readonly (() => Promise<T>)[]): Promise<T[]> {
  const gate = createGate()
  const holding = world.deps.database.transaction(async (tx) => {
    await tx.run({ text: 'select from groups where id = $1 for update', values: [group], name: 'hold_group' })
    await gate.pass()
  })
  await gate.arrived
  const done = deeds.map((deed) => deed())
  await eventually(async () => {
    const [waiting] = await world.rows<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return waiting!.count >= deeds.length
  })
  gate.open()
  await holding
  return Promise.all(done)
}
const join = async (group: string) => {
  const token = await person()
  return () => app.call('/api/payment/payment_joint_join_for_pay', { group, ...terms() }, { token })
}

it('the last seat of a listed group goes to one of two concurrent buyers, and the other is told why', async () => {
  for (let round = 0; round < 3; round++) {
    const group = await start(await person(), { listed: true })
    const answers = await atOnce(group, [await join(group), await join(group)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['GroupSeatsHeld', 'OK'])
    expect(await listed()).not.toContain(group)
    expect(await world.rows('select from orders where group_id = $1', [group])).toHaveLength(2)
    expect((await world.seats(group)).map(({ state }) => state)).toEqual(['paid', 'held'])
  }
})

it('a group hidden while someone joins keeps the new seat, and stays hidden when the seat is free again', async () => {
  for (const first of ['join', 'hide'] as const) {
    const creator = await person()
    const group = await start(creator, { listed: true })
    const hide = () => change(creator, group, false)
    const taking = await join(group)
    const answers = await atOnce<{ status: string; data: unknown }>(
      group,
      first === 'join' ? [taking, hide] : [hide, taking],
    )
    expect(answers.map(({ status }) => status)).toEqual(['OK', 'OK'])
    expect(await listed()).not.toContain(group)
    const joined = answers[first === 'join' ? 0 : 1]!.data as { order: { orderId: string } }
    await world.closeWindow(joined.order.orderId)
    expect(await listed()).not.toContain(group)
    expect((await (await join(group))()).status).toBe('OK')
  }
})
