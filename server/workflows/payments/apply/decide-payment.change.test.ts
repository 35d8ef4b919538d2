import { describe, expect, it } from 'vitest'
import { leave, noStep } from '#server/modules/groups/group-steps.rules.ts'
import type { SoldGroup } from '#server/modules/groups/seats.rules.ts'
import type { TimeEntry } from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { FactView } from '#server/modules/payments/payment-views.rules.ts'
import { decideChange, decideEffects, ordersToRefund, effectsOfStep, type Effects } from './decide-payment.rules.ts'
import {
  atGateway,
  dayS,
  daysAgo,
  daysAhead,
  grantOf,
  groupOf,
  ids,
  ledgersOf,
  idsFrom,
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
const effects = (group: SoldGroup | null, of: ReturnType<typeof known>) =>
  decideEffects({ ...of, group, actor: 'query' }, ids())
const decide = (
  of: Effects,
  held: Readonly<Record<string, readonly TimeEntry[]>>,
  refunded: ReturnType<typeof known>[] = [],
) => decideChange(of, { refunded, ledgers: ledgersOf(held), rates }, idsFrom())

const forming = groupOf({ status: 'unfinished', seats: [seatOf(1, 'ann'), seatOf(2, 'ben', { state: 'held' })] })

describe("effect of an order's payments", () => {
  it('a single order gets its own time', () => {
    const ann = known('ann', [paid('ann')])
    const { change, group, times } = effects(null, ann)
    expect(change?.order.status).toBe('paid')
    expect(group).toBeNull()
    expect(times).toMatchObject([{ kind: 'grant', userId: 'ann', source: 'order', sourceId: 'ann' }])
    expect(effects(null, known('ann')).times).toEqual([])
  })

  it('the order of a group gets its seat, and all members get time once the last seat is paid', () => {
    const { change, group, times } = effects(forming, known('ben', [paid('ben')], { groupId: 'G' }))
    expect(change?.order.status).toBe('paid')
    expect(group?.before).toBe(forming)
    expect(group?.step.group.status).toBe('finished')
    expect(times.map(({ kind, userId, sourceId }) => [kind, userId, sourceId])).toEqual([
      ['grant', 'ann', 'G:1'],
      ['grant', 'ben', 'G:2'],
    ])
  })

  it('an unchanged group grants no time', () => {
    // The seats have not been granted membership time yet, and a change without effect must not grant it.
    const group = groupOf()
    expect(effectsOfStep(group, noStep(group))).toEqual({
      change: null,
      group: { before: group, step: noStep(group) },
      times: [],
    })
    const step = leave(forming, 'ann')
    expect(effectsOfStep(forming, step)).toEqual({ change: null, group: { before: forming, step }, times: [] })
  })
})

describe('other orders to refund', () => {
  const closed = groupOf({ status: 'closed', ended: true })
  const of = (refund: readonly string[]) => effectsOfStep(forming, { group: closed, events: [], refund, cancel: [] })

  it("the group's other orders are refunded, each once", () => {
    expect(ordersToRefund(of(['cay', 'ben', 'ann', 'ben']))).toEqual(['ann', 'ben', 'cay'])
    const { change } = effects(null, known('ben', [paid('ben')]))
    expect(ordersToRefund({ ...of(['cay', 'ben', 'ann']), change })).toEqual(['ann', 'cay'])
  })

  it('no other order is refunded without a group', () => {
    expect(ordersToRefund(effects(null, known('ann', [paid('ann')])))).toEqual([])
  })
})

describe('changes of orders, seats and time', () => {
  it("an order without a seat is refunded first, then the group's other orders", () => {
    const late = { ...forming, over: true }
    const of = effects(late, known('ben', [paid('ben')], { groupId: 'G' }))
    const ann = known('ann', [paid('ann')], { groupId: 'G', status: 'paid', paidAt: daysAgo(1) })
    const { orders, group, closings } = decide(of, {}, [ann])
    expect(
      orders.map(({ order, statuses, refunds }) => [order.id, order.status, statuses.length, refunds]),
    ).toMatchObject([
      ['ben', 'refunding', 2, [{ reason: 'group', amountMinor: 10_000 }]],
      ['ann', 'refunding', 1, [{ reason: 'group', amountMinor: 10_000 }]],
    ])
    expect(group).toBe(of.group)
    // The payment attempt on the blockchain, which Ben did not use, is closed.
    expect(closings).toEqual(['ben-chain'])
  })

  it('an order whose seat is paid is not refunded', () => {
    const { orders } = decide(effects(forming, known('ben', [paid('ben')], { groupId: 'G' })), { ann: [], ben: [] })
    expect(orders.map(({ order, refunds }) => [order.id, order.status, refunds])).toEqual([['ben', 'paid', []]])
  })

  it('a group change without a payment has no order and no payment attempt to close', () => {
    const { orders, closings, times, withoutBenefits } = decide(effectsOfStep(forming, leave(forming, 'ann')), {})
    expect({ orders, closings, times, withoutBenefits }).toEqual({
      orders: [],
      closings: [],
      times: [],
      withoutBenefits: [],
    })
  })

  it('time changes are applied to the ledgers', () => {
    const { times, ledgers } = decide(effects(null, known('ann', [paid('ann')])), { ann: [] })
    expect(times).toMatchObject([{ kind: 'grant', userId: 'ann', expiresAt: daysAhead(365) }])
    expect(ledgers.get('ann')?.entries).toMatchObject([{ sourceId: 'ann', seconds: 365 * dayS }])
  })
})

describe('yearly benefits', () => {
  const back = () =>
    known('ann', [paid('ann'), atGateway('ann', 'refunded')], {
      status: 'paid',
      paidAt: daysAgo(1),
      standingGrant: 'ann',
      grantsMade: 1,
    })
  const year = (sourceId: string, more: Partial<TimeEntry> = {}) => grantOf(sourceId, 365, { planMonths: 12, ...more })
  const withdrawn = (entries: readonly TimeEntry[]) => decide(effects(null, back()), { ann: entries }).withoutBenefits

  it('benefits are withdrawn from a user who loses the only yearly plan', () => {
    expect(withdrawn([year('ann')])).toEqual(['ann'])
    expect(withdrawn([year('ann'), grantOf('month', 30)])).toEqual(['ann'])
  })

  it('benefits are kept with another running year', () => {
    expect(withdrawn([year('ann'), year('other')])).toEqual([])
    expect(withdrawn([grantOf('ann', 30), year('other')])).toEqual([])
  })

  it('benefits are withdrawn when the other year ends at that moment, and kept a second before', () => {
    // Grant of `days` days that began ten days ago.
    const other = (days: number) => year('other', { seconds: days * dayS, expiresAt: daysAhead(days - 10) })
    expect(withdrawn([other(10), year('ann')])).toEqual(['ann'])
    const longer = { ...other(10), seconds: 10 * dayS + 1, expiresAt: new Date(now.getTime() + 1000) }
    expect(withdrawn([longer, year('ann')])).toEqual([])
  })

  it('granted time never withdraws benefits', () => {
    expect(decide(effects(null, known('ann', [paid('ann')], { months: 1 })), { ann: [] }).withoutBenefits).toEqual([])
  })

  it('benefits are withdrawn once from a user who loses several seats', () => {
    const lost = { state: 'lost', grantsMade: 1, orderId: 'ann' } as const
    const seats = [1, 2].map((seat) => seatOf(seat, seat === 1 ? 'ann' : null, { ...lost, standingGrant: `G:${seat}` }))
    const group = groupOf({ ended: true, seats })
    const entries = [1, 2].map((seat) => year(`G:${seat}`, { source: 'group' }))
    const of = effectsOfStep(groupOf({ ended: true }), { group, events: [], refund: [], cancel: [] })
    expect(decide(of, { ann: entries }).withoutBenefits).toEqual(['ann'])
  })
})

describe('upgrade whose base time is taken back', () => {
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
  const emptied = (...entries: readonly TimeEntry[]) => decide(effects(null, back()), { ann: entries }).emptied

  it('a refund that takes back upgraded time reports the upgrade with the refunded order', () => {
    const named = { orderId: 'more', baseOrderId: 'ann', grantId: 'ann' }
    expect(emptied(...raisedBy('order:more'), difference('more'))).toEqual([named])
    // A device upgrade gets a new grant id if its time was taken back and granted again.
    expect(emptied(...raisedBy('order:more:1'), difference('more:1'))).toEqual([named])
  })

  it('the upgrade of a group seat is reported', () => {
    const seat = seatOf(1, 'ann', { state: 'lost', orderId: 'base', standingGrant: 'G:1', grantsMade: 1 })
    const group = groupOf({ ended: true, seats: [seat] })
    const of = effectsOfStep(groupOf({ ended: true }), { group, events: [], refund: [], cancel: [] })
    const entries = [...raisedBy('order:more', grantOf('G:1', 365, { source: 'group' })), difference('more')]
    expect(decide(of, { ann: entries }).emptied).toEqual([{ orderId: 'more', baseOrderId: 'base', grantId: 'G:1' }])
  })

  it('a refunded upgrade is not reported', () => {
    const own = difference('more')
    const reversal = { ...own, id: 'reversal', source: 'refund', seconds: -1, reverses: own.id } as const
    expect(emptied(...raisedBy('order:more'), own, reversal)).toEqual([])
  })

  it('a larger plan with its own time, or an order without a conversion, is not reported', () => {
    expect(emptied(...raisedBy('order:larger'), grantOf('larger', 365, { maxDevices: 10 }))).toEqual([])
    expect(emptied(grantOf('ann', 365), difference('more'))).toEqual([])
  })

  it('nothing is reported when time is granted', () => {
    const late = known('ann', [paid('ann')])
    const held = { ann: [...raisedBy('order:more', grantOf('other', 365)), difference('more')] }
    expect(decide(effects(null, late), held).emptied).toEqual([])
  })
})
