import { describe, expect, it } from 'vitest'
import type { GroupEvent } from '#server/modules/groups/group-steps.rules.ts'
import { notifyGroup, type ToldGroup } from './decide-group-messages.rules.ts'
import { daysAhead, groupOf, now, orderOf, refundOf, seatOf } from './decide.test-support.ts'

type Change = Parameters<typeof notifyGroup>[2]
type Order = Change['orders'][number]

const told = (group: Partial<ToldGroup> = {}): ToldGroup => ({
  ...groupOf({ size: 3 }),
  expiresAt: daysAhead(1),
  unitPriceMinor: 10_000,
  currency: 'CNY',
  ...group,
})
const tell = (
  group: ToldGroup,
  events: readonly GroupEvent[],
  { before = group, orders = [], times = [] }: Partial<Change> & { before?: ToldGroup } = {},
) => notifyGroup(before, { group, events, refund: [], cancel: [] }, { orders, times }, now)

describe('message to the creator about a friend', () => {
  const seats = [seatOf(1, 'ann'), seatOf(2, 'ben')]
  const joined = (group: Partial<ToldGroup>, event: GroupEvent, before?: ToldGroup) =>
    tell(told({ status: 'unfinished', seats, ...group }), [event], before && { before })
  const byMoney = { event: 'paid', userId: 'ben' } as const

  it('the creator is notified of a friend who pays or takes a seat, with taken seats and deadline', () => {
    const facts = {
      groupId: 'G',
      personId: 'ben',
      taken: 2,
      size: 3,
      endsAt: daysAhead(1).toISOString(),
      isPaid: false,
    }
    const message = { userId: 'ann', event: 'group-joined:G:ben', template: 'group-joined', facts }
    expect(joined({}, byMoney)).toEqual([message])
    const complete = told({ seats: [seatOf(1, 'ann'), seatOf(2, null, { payerId: 'ann' }), seatOf(3, null)] })
    expect(joined({ status: 'finished' }, { event: 'taken', userId: 'ben' }, complete)).toEqual([
      { ...message, facts: { ...facts, isPaid: true } },
    ])
  })

  it('held, lost and empty seats do not count as taken in the message', () => {
    const some = [...seats, seatOf(3, null, { payerId: 'ann' })]
    expect(joined({ seats: some }, byMoney)[0]?.facts).toMatchObject({ taken: 2 })
    expect(joined({ seats: [...seats, seatOf(3, 'cai', { state: 'held' })] }, byMoney)[0]?.facts).toMatchObject({
      taken: 2,
    })
  })

  it('the creator gets no message about their own seat, the last seat, other events or an ended group', () => {
    expect(joined({}, { event: 'paid', userId: 'ann' })).toEqual([])
    expect(joined({ size: 2 }, byMoney)).toEqual([])
    expect(joined({}, { event: 'held', userId: 'ben' })).toEqual([])
    expect(joined({}, { event: 'paid' })).toEqual([])
    for (const status of ['expired', 'closed'] as const) expect(joined({ status }, byMoney)).toEqual([])
  })
})

describe('message about a full group', () => {
  const seats = [seatOf(1, 'ann'), seatOf(2, 'ben')]
  const time = (kind: 'grant' | 'takeBack', userId: string, expiresAt: Date | null) =>
    ({ kind, userId, expiresAt }) as Change['times'][number]
  const full = (group: Partial<ToldGroup>, events: readonly GroupEvent[], times: Change['times'] = []) =>
    tell(told({ size: 2, seats, ...group }), events, { times })
  const message = (userId: string, change: object = {}) => ({
    userId,
    event: 'group-full:G',
    template: 'group-full',
    facts: {
      groupId: 'G',
      size: 2,
      expiresAt: null,
      paid: { amountMinor: 10_000, currency: 'CNY' },
      isTaken: false,
      ...change,
    },
  })

  it('all members are notified when everyone has paid, with their price and the end of their own membership', () => {
    const times = [
      time('grant', 'ann', daysAhead(10)),
      time('grant', 'ann', daysAhead(20)),
      time('takeBack', 'ann', daysAhead(30)),
      time('grant', 'ben', null),
    ]
    expect(full({}, [{ event: 'paid' }, { event: 'finished' }], times)).toEqual([
      message('ann', { expiresAt: daysAhead(20).toISOString() }),
      message('ben'),
    ])
  })

  it('all members are notified when all seats of a pay-all group are taken, without a price', () => {
    const paidByAnn = [seatOf(1, 'ann'), seatOf(2, 'ben', { payerId: 'ann' })]
    const taken: GroupEvent = { event: 'taken' }
    expect(full({ seats: paidByAnn, paymentType: 'pay_all' }, [{ event: 'held' }, taken])).toEqual([
      message('ann', { isTaken: true, paid: { amountMinor: 20_000, currency: 'CNY' } }),
      message('ben', { isTaken: true, paid: null }),
    ])
    const oneLeft = [seatOf(1, 'ann'), seatOf(2, null, { payerId: 'ann' })]
    expect(full({ seats: oneLeft, paymentType: 'pay_all' }, [taken])).toEqual([])
  })

  it('the payment for all seats, or an incomplete group, notifies nobody', () => {
    expect(full({ paymentType: 'pay_all' }, [{ event: 'finished' }])).toEqual([])
    expect(full({ status: 'unfinished' }, [{ event: 'finished' }])).toEqual([])
    expect(full({}, [{ event: 'paid' }])).toEqual([])
  })

  it('empty and refunded seats cause no message', () => {
    const some = [seatOf(1, 'ann'), seatOf(2, 'ben', { state: 'lost' }), seatOf(3, null, { payerId: 'ann' })]
    const users = full({ size: 3, seats: some }, [{ event: 'finished' }]).map(({ userId }) => userId)
    expect(users).toEqual(['ann'])
  })
})

describe('message about a refund of a failed group', () => {
  const change = (refunds: readonly object[]): Order =>
    ({ ...orderOf({ id: 'o', userId: 'ann' }), refunds }) as unknown as Order
  const refund = (amountMinor: number, more: object = {}) => ({
    ...refundOf('o', 'r'),
    amountMinor,
    currency: 'CNY',
    reason: 'group',
    ...more,
  })
  const back = (events: readonly GroupEvent[], refunds: readonly object[] = [refund(10_000)]) =>
    tell(told({ status: 'expired' }), events, { orders: [change(refunds)] })
  const facts = { groupId: 'G', orderId: 'o', at: now.toISOString(), amountMinor: 10_000, currency: 'CNY' }
  const message = (why: string) => ({
    userId: 'ann',
    event: 'group-expired:o',
    template: 'group-expired',
    facts: { ...facts, why },
  })

  it.each<[string, readonly GroupEvent[], string]>([
    ['the group expired', [{ event: 'left' }, { event: 'expired' }], 'expired'],
    ['the group was closed', [{ event: 'left' }, { event: 'closed' }], 'closed'],
    ['the order got no seat', [{ event: 'finished' }, { event: 'no_seat', orderId: 'o' }], 'no-seat'],
  ])('the refund message gives the reason where %s', (_what, events, why) => {
    expect(back(events)).toEqual([message(why)])
  })

  it('the refund message has the amount in its currency, without other refunds', () => {
    const some = [
      refund(500, { reason: 'duplicate' }),
      refund(4_000),
      refund(6_000),
      refund(700, { currency: 'USD' }),
      refund(90, { reason: 'duplicate', currency: 'USD' }),
    ]
    expect(back([{ event: 'expired' }], some)).toEqual([message('expired')])
  })

  it('no message is sent to a user who left, for another order, or without a refund', () => {
    expect(back([{ event: 'left' }])).toEqual([])
    expect(back([{ event: 'no_seat', orderId: 'other' }])).toEqual([])
    expect(back([{ event: 'left', orderId: 'o' }])).toEqual([])
    expect(back([{ event: 'expired' }], [])).toEqual([])
    expect(back([{ event: 'expired' }], [refund(10_000, { reason: 'duplicate' })])).toEqual([])
  })
})
