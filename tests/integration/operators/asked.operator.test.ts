import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { operatorActions, actionNames } from '#shared/contract/operator.ts'
import { requestedActionOf, requestActionOf } from '#shared/contract/operator/asking.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'

let world: GroupWorld
let desks: Record<'ann' | 'lin' | 'sam' | 'sue', OperatorDesk>
beforeAll(async () => {
  world = await openGroups()
  const ann = await OperatorDesk.open(world.db, readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
  await ann.firstOwner()
  desks = {
    ann,
    lin: (await ann.hire('lin', 'finance')).desk,
    sam: (await ann.hire('sam', 'support')).desk,
    sue: (await ann.hire('sue', 'support')).desk,
  }
})
afterAll(async () => {
  await Promise.all(Object.values(desks).map((desk) => desk.close()))
  await world.close()
})

const grant = (desk: OperatorDesk, id: string) => desk.run(['approvals', 'grant', '--id', id])
const idIn = (printed: string) => /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''
const because = ['--reason', 'they asked for it']

async function grantOnce(printed: string, untouched: () => Promise<void>): Promise<void> {
  expect(printed).toContain('Support asks for this. Finance or an owner decides.')
  const id = idIn(printed)
  await world.work()
  await untouched()
  await expect(grant(desks.sam, id)).rejects.toThrow('needs the role finance')
  await expect(grant(desks.sue, id)).rejects.toThrow('needs the role finance')
  await untouched()
  const granted = await Promise.allSettled([grant(desks.lin, id), grant(desks.ann, id)])
  expect(granted.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await world.work()
}

describe('support requests, and finance decides', () => {
  it('ending a group is proposed by support and granted by finance, which refunds its order once', async () => {
    const { groupId, orderId } = await world.paidGroup(3, 'pay_self')
    const printed = await desks.sam.run(['groups', 'ask-expire', '--group', groupId, ...because])
    expect(printed).toContain('1 order refunded')
    await grantOnce(printed, async () => {
      expect([await world.status(groupId), await world.orderStatus(orderId)]).toEqual(['unfinished', 'paid'])
    })
    expect([await world.status(groupId), await world.orderStatus(orderId)]).toEqual(['expired', 'refunded'])
  })

  it('removing a group seat is proposed by support and granted by finance, which refunds the seat and reopens it', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const orderId = await world.joinForPay(await world.user(), groupId)
    await world.pay(orderId)
    const printed = await desks.sam.run(['groups', 'ask-remove-seat', '--group', groupId, '--seat', '2', ...because])
    expect(printed).toContain('the seat is open again')
    await grantOnce(printed, async () => expect(await world.orderStatus(orderId)).toBe('paid'))
    expect([await world.status(groupId), await world.orderStatus(orderId)]).toEqual(['unfinished', 'refunded'])
  })

  it('a review decision proposed by support takes effect when finance grants it', async () => {
    const { orderId } = await world.paidGroup(2, 'pay_all')
    await world.state(orderId, 'disputed')
    const review = async () => {
      const [row] = await world.rows<{ id: string; resolution: string | null }>(
        'select id, resolution from review_items where order_id = $1',
        [orderId],
      )
      return row!
    }
    const { id } = await review()
    await desks.sam.run(['queue', 'take', '--id', id])
    const asking = ['reviews', 'ask-decide', '--id', id, '--decision', 'keep', ...because]
    await expect(desks.sue.run(asking)).rejects.toThrow('sam is working on this until')
    const printed = await desks.sam.run(asking)
    expect(printed).toContain('Would decide "keep"')
    await grantOnce(printed, async () => expect((await review()).resolution).toBeNull())
    expect((await review()).resolution).toBe('keep: they asked for it')
  })

  it('taking back granted time is proposed by support, and the user keeps it until finance grants', async () => {
    const userId = await world.user()
    const [{ uid }] = (await world.rows('select uid from users where id = $1', [userId])) as [{ uid: number }]
    const user = String(uid)
    const { database } = world.deps
    await perform(database, 'people.give-time', { user, days: 3, reason: 'a present' })
    await perform(database, 'people.give-time', { user, days: 7, reason: 'a present' })
    const time = async () => (await perform(database, 'people.show', { user })).time
    const [given] = await time()
    const asking = ['people', 'ask-reverse-grant', '--user', user, '--grant', given!.id, ...because]
    const printed = await desks.sam.run(asking)
    await grantOnce(printed, async () => expect(await time()).toHaveLength(2))
    expect((await time())[0]).toMatchObject({ state: 'reversal', note: 'they asked for it' })
  })
})

describe('actions with a proposal form', () => {
  it.each(actionNames.filter((name) => requestedActionOf(name) !== undefined))(
    'the action %s has the same input and output as the action that it requests',
    (name) => {
      const asked = requestedActionOf(name)!
      expect(requestActionOf(asked)).toBe(name)
      expect(operatorActions[name].input).toBe(operatorActions[asked].input)
      expect(operatorActions[name].output).toBe(operatorActions[asked].output)
    },
  )

  it('refunds, review decisions, ending groups, removing seats and taking back time can be requested by a lower role', () => {
    expect(actionNames.flatMap((name) => requestedActionOf(name) ?? []).toSorted()).toEqual([
      'groups.expire',
      'groups.remove-seat',
      'orders.refund',
      'people.reverse-grant',
      'reviews.decide',
    ])
  })
})
