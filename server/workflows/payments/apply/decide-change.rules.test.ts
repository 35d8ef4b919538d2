import { describe, expect, it } from 'vitest'
import { leave, stay } from '#server/modules/groups/group-steps.rules.ts'
import type { SoldGroup } from '#server/modules/groups/groups.rules.ts'
import type { TimeEntry } from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { FactView } from '#server/modules/payments/payment-views.rules.ts'
import { decideChange, decideWorth, ordersToRefund, worthOfStep, type Worth } from './decide-change.rules.ts'
import {
  atGateway,
  dayS,
  daysAgo,
  daysAhead,
  grantOf,
  groupOf,
  ids,
  ledgersOf,
  makingOf,
  now,
  orderOf,
  rates,
  seatOf,
  withFacts,
} from './decide.test-support.ts'

const known = (id: string, facts: readonly FactView[] = [], change: Partial<PaidOrder> = {}) => {
  const { order, money } = orderOf({ id, userId: id, ...change })
  return { order, money: withFacts(money, facts) }
}
const paid = (id: string) => atGateway(id, 'paid')
const worth = (group: SoldGroup | null, of: ReturnType<typeof known>) =>
  decideWorth({ ...of, group, actor: 'query' }, ids())
const decide = (
  of: Worth,
  held: Readonly<Record<string, readonly TimeEntry[]>>,
  refunded: ReturnType<typeof known>[] = [],
) => decideChange(of, { refunded, ledgers: ledgersOf(held), rates }, makingOf())

const forming = groupOf({ status: 'unfinished', seats: [seatOf(1, 'ann'), seatOf(2, 'ben', { state: 'held' })] })

describe('what the money of an order is worth', () => {
  it('is time of its own where it is no order of a group', () => {
    const ann = known('ann', [paid('ann')])
    const { change, group, times } = worth(null, ann)
    expect(change?.order.status).toBe('paid')
    expect(group).toBeNull()
    expect(times).toMatchObject([{ kind: 'grant', userId: 'ann', source: 'order', sourceId: 'ann' }])
    expect(worth(null, known('ann')).times).toEqual([])
  })

  it('is the seat of a group, and time for all once the last one is paid', () => {
    const { change, group, times } = worth(forming, known('ben', [paid('ben')], { groupId: 'G' }))
    expect(change?.order.status).toBe('paid')
    expect(group?.before).toBe(forming)
    expect(group?.step.group.status).toBe('finished')
    expect(times.map(({ kind, userId, sourceId }) => [kind, userId, sourceId])).toEqual([
      ['grant', 'ann', 'G:1'],
      ['grant', 'ben', 'G:2'],
    ])
  })

  it('is nothing to anyone while the group stays as it was', () => {
    // Its seats have no time yet, and a step that changes nothing is not what gives it to them.
    const group = groupOf()
    expect(worthOfStep(group, stay(group))).toEqual({
      change: null,
      group: { before: group, step: stay(group) },
      times: [],
    })
    const step = leave(forming, 'ann')
    expect(worthOfStep(forming, step)).toEqual({ change: null, group: { before: forming, step }, times: [] })
  })
})

describe('the other orders whose money goes back', () => {
  const closed = groupOf({ status: 'closed', ended: true })
  const of = (refund: readonly string[]) => worthOfStep(forming, { group: closed, events: [], refund, cancel: [] })

  it('are those of the group, each once, and not the order at hand', () => {
    expect(ordersToRefund(of(['cay', 'ben', 'ann', 'ben']))).toEqual(['ann', 'ben', 'cay'])
    const { change } = worth(null, known('ben', [paid('ben')]))
    expect(ordersToRefund({ ...of(['cay', 'ben', 'ann']), change })).toEqual(['ann', 'cay'])
  })

  it('are none where there is no group', () => {
    expect(ordersToRefund(worth(null, known('ann', [paid('ann')])))).toEqual([])
  })
})

describe('a change of orders, seats and time', () => {
  it('writes the order at hand first, gives it back if it found no seat, and then those that the group gives back', () => {
    const late = { ...forming, over: true }
    const of = worth(late, known('ben', [paid('ben')], { groupId: 'G' }))
    const ann = known('ann', [paid('ann')], { groupId: 'G', status: 'paid', paidAt: daysAgo(1) })
    const { orders, group, closings } = decide(of, {}, [ann])
    expect(
      orders.map(({ order, statuses, refunds }) => [order.id, order.status, statuses.length, refunds]),
    ).toMatchObject([
      ['ben', 'refunding', 2, [{ reason: 'group', amountMinor: 10_000 }]],
      ['ann', 'refunding', 1, [{ reason: 'group', amountMinor: 10_000 }]],
    ])
    expect(group).toBe(of.group)
    // Of Ben's two ways to pay, the one that he did not use.
    expect(closings).toEqual(['ben-chain'])
  })

  it('gives nothing back of an order whose seat is paid', () => {
    const { orders } = decide(worth(forming, known('ben', [paid('ben')], { groupId: 'G' })), { ann: [], ben: [] })
    expect(orders.map(({ order, refunds }) => [order.id, order.status, refunds])).toEqual([['ben', 'paid', []]])
  })

  it('has no order and no attempt to close where a group changes by itself', () => {
    const { orders, closings, times, withoutBenefits } = decide(worthOfStep(forming, leave(forming, 'ann')), {})
    expect({ orders, closings, times, withoutBenefits }).toEqual({
      orders: [],
      closings: [],
      times: [],
      withoutBenefits: [],
    })
  })

  it('makes the changes of time in the ledgers', () => {
    const { times, ledgers } = decide(worth(null, known('ann', [paid('ann')])), { ann: [] })
    expect(times).toMatchObject([{ kind: 'grant', userId: 'ann', expiresAt: daysAhead(365) }])
    expect(ledgers.get('ann')?.entries).toMatchObject([{ sourceId: 'ann', seconds: 365 * dayS }])
  })
})

describe('the benefits of a year', () => {
  const back = () =>
    known('ann', [paid('ann'), atGateway('ann', 'refunded')], {
      status: 'paid',
      paidAt: daysAgo(1),
      standingGrant: 'ann',
      grantsMade: 1,
    })
  const year = (sourceId: string, more: Partial<TimeEntry> = {}) => grantOf(sourceId, 365, { planMonths: 12, ...more })
  const withdrawn = (entries: readonly TimeEntry[]) => decide(worth(null, back()), { ann: entries }).withoutBenefits

  it('are withdrawn from who loses a year, and runs no other', () => {
    expect(withdrawn([year('ann')])).toEqual(['ann'])
    expect(withdrawn([year('ann'), grantOf('month', 30)])).toEqual(['ann'])
  })

  it('stay with who runs another year', () => {
    expect(withdrawn([year('ann'), year('other')])).toEqual([])
    expect(withdrawn([grantOf('ann', 30), year('other')])).toEqual([])
  })

  it('are withdrawn where the other year ends in this very moment, and not a second before its end', () => {
    // Ten days old, and then taken back what stood behind it.
    const other = (days: number) => year('other', { seconds: days * dayS, expiresAt: daysAhead(days - 10) })
    expect(withdrawn([other(10), year('ann')])).toEqual(['ann'])
    const longer = { ...other(10), seconds: 10 * dayS + 1, expiresAt: new Date(now.getTime() + 1000) }
    expect(withdrawn([longer, year('ann')])).toEqual([])
  })

  it('are no matter of who was granted time', () => {
    expect(decide(worth(null, known('ann', [paid('ann')], { months: 1 })), { ann: [] }).withoutBenefits).toEqual([])
  })

  it('are withdrawn once from who loses several seats', () => {
    const lost = { state: 'lost', grantsMade: 1, orderId: 'ann' } as const
    const seats = [1, 2].map((seat) => seatOf(seat, seat === 1 ? 'ann' : null, { ...lost, standingGrant: `G:${seat}` }))
    const group = groupOf({ ended: true, seats })
    const entries = [1, 2].map((seat) => year(`G:${seat}`, { source: 'group' }))
    const of = worthOfStep(groupOf({ ended: true }), { group, events: [], refund: [], cancel: [] })
    expect(decide(of, { ann: entries }).withoutBenefits).toEqual(['ann'])
  })
})

describe('an order that paid for more devices on time that goes', () => {
  const paidThen = { status: 'paid', paidAt: daysAgo(1), grantsMade: 1 } as const
  const back = () => known('ann', [paid('ann'), atGateway('ann', 'refunded')], { ...paidThen, standingGrant: 'ann' })
  const conversion = (cause: string, grantId: string, way: 'out' | 'in'): TimeEntry =>
    grantOf(`${cause}/${grantId}/${way}`, way === 'in' ? 200 : -200, {
      source: 'conversion',
      converts: grantId,
      ...(way === 'in' && { maxDevices: 10 }),
    })
  const raisedBy = (cause: string, base = grantOf('ann', 365)): TimeEntry[] => [
    base,
    conversion(cause, base.id, 'out'),
    conversion(cause, base.id, 'in'),
  ]
  const difference = (id: string) => grantOf(id, 0, { seconds: 1, planMonths: null, maxDevices: 10 })
  const emptied = (...entries: readonly TimeEntry[]) => decide(worth(null, back()), { ann: entries }).emptied

  it('is named with the order whose time went', () => {
    const named = { orderId: 'more', baseOrderId: 'ann', grantId: 'ann' }
    expect(emptied(...raisedBy('order:more'), difference('more'))).toEqual([named])
    // Granted again after it went back once.
    expect(emptied(...raisedBy('order:more:1'), difference('more:1'))).toEqual([named])
  })

  it('is named where it raised a seat of a group', () => {
    const seat = seatOf(1, 'ann', { state: 'lost', orderId: 'base', standingGrant: 'G:1', grantsMade: 1 })
    const group = groupOf({ ended: true, seats: [seat] })
    const of = worthOfStep(groupOf({ ended: true }), { group, events: [], refund: [], cancel: [] })
    const entries = [...raisedBy('order:more', grantOf('G:1', 365, { source: 'group' })), difference('more')]
    expect(decide(of, { ann: entries }).emptied).toEqual([{ orderId: 'more', baseOrderId: 'base', grantId: 'G:1' }])
  })

  it('is not named once its own money went back', () => {
    const own = difference('more')
    const reversal = { ...own, id: 'reversal', source: 'refund', seconds: -1, reverses: own.id } as const
    expect(emptied(...raisedBy('order:more'), own, reversal)).toEqual([])
  })

  it('is no larger plan, which brought time of its own, and no order without a conversion', () => {
    expect(emptied(...raisedBy('order:larger'), grantOf('larger', 365, { maxDevices: 10 }))).toEqual([])
    expect(emptied(grantOf('ann', 365), difference('more'))).toEqual([])
  })

  it('is not named where time is granted', () => {
    const late = known('ann', [paid('ann')])
    const held = { ann: [...raisedBy('order:more', grantOf('other', 365)), difference('more')] }
    expect(decide(worth(null, late), held).emptied).toEqual([])
  })
})
