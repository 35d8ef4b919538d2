import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTold } from '../../support/sent-messages.ts'
import { openGroups, plan, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const told = async (userId: string) => {
  const rows = await listTold(world.rows, userId)
  return rows.map(({ template, facts }) => ({ template, ...facts }))
}
const templates = async (userId: string) => (await told(userId)).map(({ template }) => template)

describe('messages of a group with shares', () => {
  it('the creator is notified of each friend, and everyone when the group is complete', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const [ann, ben] = [await world.user(), await world.user()]
    const first = await world.joinForPay(ann, groupId)
    await world.pay(first)
    await world.pay(first)
    expect(await templates(creatorId)).toEqual(['receipt', 'group-joined'])
    expect((await told(creatorId))[1]).toMatchObject({ personId: ann, taken: 2, size: 3, isPaid: false })
    expect(await told(ann)).toMatchObject([{ template: 'receipt', expiresAt: null, group: { id: groupId } }])

    await world.pay(await world.joinForPay(ben, groupId))
    for (const userId of [creatorId, ann, ben]) {
      const full = (await told(userId)).filter(({ template }) => template === 'group-full')
      const paid = { amountMinor: plan.unit[3], currency: 'CNY' }
      expect(full).toMatchObject([{ groupId, size: 3, isTaken: false, paid, expiresAt: expect.stringMatching(/^20/) }])
    }
    expect((await templates(creatorId)).filter((template) => template === 'group-joined')).toHaveLength(1)
  })

  it('each payer of an expired group is notified once with the amount', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const [ann, ben] = [await world.user(), await world.user()]
    await world.pay(await world.joinForPay(ann, groupId))
    await world.joinForPay(ben, groupId)
    await world.passTime(groupId)
    await Promise.all([world.work(), world.work()])
    await world.work()
    for (const userId of [creatorId, ann]) {
      const back = (await told(userId)).filter(({ template }) => template.startsWith('group-expired'))
      expect(back).toHaveLength(1)
      expect(await templates(userId)).toContain('refund')
    }
    const [refund] = (await listTold(world.rows, ann)).filter(({ template }) => template === 'refund')
    expect(refund!.event).toContain(`:CNY:${plan.unit[3]}`)
    expect(await templates(ben)).toEqual([])
  })

  it('a payer is notified once when the refund fails', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    world.bank.refuseRefunds = true
    await world.passTime(groupId)
    await world.work()
    world.bank.refuseRefunds = false
    await world.work()
    expect(await templates(creatorId)).toEqual(['receipt', 'group-expired', 'refund-failed'])
    expect((await told(creatorId)).at(-1)).toMatchObject({ amountMinor: plan.unit[2], currency: 'CNY' })
  })

  it('a member who leaves is notified of the refund, and not that the group failed', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const ann = await world.user()
    await world.pay(await world.joinForPay(ann, groupId))
    await world.leave(ann, groupId)
    await world.work()
    expect(await templates(ann)).toEqual(['receipt', 'refund'])
  })

  it('a payer is notified when the creator closes the group', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const ann = await world.user()
    await world.pay(await world.joinForPay(ann, groupId))
    await world.leave(creatorId, groupId)
    expect((await told(ann)).at(-1)).toMatchObject({
      template: 'group-expired',
      why: 'closed',
      amountMinor: plan.unit[3],
    })
  })

  it('a payer of a seat that was gone is notified of that and gets no receipt', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const [ann, ben] = [await world.user(), await world.user()]
    const late = await world.joinForPay(ann, groupId)
    await world.closeWindow(late)
    await world.pay(await world.joinForPay(ben, groupId))
    await world.pay(late)
    expect(await told(ann)).toMatchObject([{ template: 'group-expired', why: 'no-seat', amountMinor: plan.unit[2] }])
  })

  it('a creator who paid for the open seats is notified of each friend who takes one', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    await world.pay(await world.payRest(creatorId, groupId, 2))
    expect(await templates(creatorId)).toEqual(['receipt', 'group-full', 'receipt'])
    const [ann, ben] = [await world.user(), await world.user()]
    await world.joinFree(ann, groupId)
    expect((await told(creatorId)).at(-1)).toMatchObject({ template: 'group-joined', taken: 2, isPaid: true })
    await world.joinFree(ben, groupId)
    expect(await told(ben)).toMatchObject([{ template: 'group-full', isTaken: true, paid: null }])
  })
})

describe('messages of a group paid by its creator', () => {
  it('the receipt says until when seats can be taken, and all are notified when each is taken', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_all')
    expect(await told(creatorId)).toMatchObject([
      { template: 'receipt', expiresAt: expect.stringMatching(/^20/), group: { id: groupId } },
    ])
    const ann = await world.user()
    await world.joinFree(ann, groupId)
    expect(await templates(creatorId)).toEqual(['receipt', 'group-full'])
    expect(await told(ann)).toMatchObject([{ isTaken: true, paid: null, expiresAt: expect.stringMatching(/^20/) }])
  })
})
