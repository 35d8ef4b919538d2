import { describe, expect, it } from 'vitest'
import { addedEntries } from '#server/modules/membership/time-ledger.rules.ts'
import { applyTime, ledgerOf, timeOfOrder, timeOfParts, timeOfSeats, type TimeChange } from './decide-time.rules.ts'
import {
  dayS,
  daysAgo,
  daysAhead,
  grantOf,
  groupOf,
  ledgersOf,
  idsFrom,
  now,
  orderOf,
  rates,
  seatOf,
} from './decide.test-support.ts'

const orderWith = (standingGrant: string | null, grantsMade: number) =>
  orderOf({ id: 'o', userId: 'ann', standingGrant, grantsMade }).order

describe('time of an order', () => {
  it('a paid order is granted time, under a new number after each reversal', () => {
    const first = orderWith(null, 0)
    const about = { kind: 'grant', userId: 'ann', source: 'order', orderId: 'o', seat: null, difference: null }
    expect(timeOfOrder(first, true)).toEqual([{ ...about, plan: first, sourceId: 'o', grantsMade: 1 }])
    const again = orderWith(null, 2)
    expect(timeOfOrder(again, true)).toEqual([{ ...about, plan: again, sourceId: 'o:2', grantsMade: 3 }])
  })

  it('a refunded order has its time taken back', () => {
    const order = orderWith('o:1', 2)
    expect(timeOfOrder(order, false)).toEqual([
      {
        kind: 'takeBack',
        userId: 'ann',
        source: 'order',
        sourceId: 'o:1',
        orderId: 'o',
        seat: null,
        grantsMade: 2,
        plan: order,
        difference: null,
      },
    ])
  })

  it('nothing changes while time and money agree', () => {
    expect(timeOfOrder(orderWith('o', 1), true)).toEqual([])
    expect(timeOfOrder(orderWith(null, 1), false)).toEqual([])
  })
})

describe('time of group seats', () => {
  it('each seat of a complete group is granted time, under a new number after each reversal', () => {
    const group = groupOf({ seats: [seatOf(1, 'ann'), seatOf(2, 'ben', { grantsMade: 2 })] })
    const about = { kind: 'grant', source: 'group', plan: group, difference: null }
    expect(timeOfSeats(group)).toEqual([
      { ...about, userId: 'ann', orderId: 'ann', seat: 1, sourceId: 'G:1', grantsMade: 1 },
      { ...about, userId: 'ben', orderId: 'ben', seat: 2, sourceId: 'G:2:2', grantsMade: 3 },
    ])
  })

  it('the time of a refunded seat is taken back from its holder', () => {
    const lost = { state: 'lost', standingGrant: 'G:2', grantsMade: 1 } as const
    const group = groupOf({ seats: [seatOf(1, 'ann', { standingGrant: 'G:1' }), seatOf(2, 'ben', lost)] })
    const back = {
      kind: 'takeBack',
      source: 'group',
      seat: 2,
      sourceId: 'G:2',
      grantsMade: 1,
      plan: group,
      difference: null,
    }
    expect(timeOfSeats(group)).toEqual([{ ...back, userId: 'ben', orderId: 'ben' }])
    // Ann, the creator, paid for a seat that nobody took, so she had its membership time.
    const unclaimed = { ...group, ended: true, seats: [seatOf(2, null, lost)] }
    expect(timeOfSeats(unclaimed)).toEqual([{ ...back, userId: 'ann', orderId: 'ann', plan: unclaimed }])
  })

  it.each([
    ['the group is not complete', groupOf({ status: 'unfinished' })],
    ['the group expired', groupOf({ status: 'expired' })],
    ['nobody has the seat', groupOf({ seats: [seatOf(2, null)] })],
    ['its time is already granted', groupOf({ seats: [seatOf(1, 'ann', { standingGrant: 'G:1', grantsMade: 1 })] })],
    ['its time is already taken back', groupOf({ seats: [seatOf(1, 'ann', { state: 'lost', grantsMade: 1 })] })],
  ])('no time of a seat changes while %s', (_why, group) => {
    expect(timeOfSeats(group)).toEqual([])
  })
})

describe('time changes in the ledgers', () => {
  const grant = (change: Partial<TimeChange> = {}): TimeChange => ({
    kind: 'grant',
    userId: 'ann',
    source: 'order',
    sourceId: 'o',
    orderId: 'o',
    seat: null,
    grantsMade: 1,
    plan: { months: 1, bonusDays: 3, maxDevices: 5 },
    difference: null,
    ...change,
  })
  // Days of one calendar month (30, from 22 November to 22 December) and three bonus days.
  const month = 33

  it('a grant adds the plan with bonus days and states the new end', () => {
    const { ledgers, changed } = applyTime(ledgersOf({ ann: [] }), [grant()], rates, idsFrom())
    expect(changed).toEqual([{ ...grant(), expiresAt: daysAhead(month) }])
    expect(addedEntries(ledgerOf(ledgers, 'ann'))).toEqual([
      {
        id: 'id-1',
        source: 'order',
        sourceId: 'o',
        seconds: month * dayS,
        at: now,
        expiresAt: daysAhead(month),
        reverses: null,
        converts: null,
        planMonths: 1,
        maxDevices: 5,
        note: null,
      },
    ])
  })

  it('changes are applied one after another', () => {
    const held = ledgersOf({ ann: [grantOf('old', 40)], ben: [] })
    const changes = [
      grant({ kind: 'takeBack', sourceId: 'old' }),
      grant(),
      grant({ userId: 'ben', source: 'group', sourceId: 'G:2', seat: 2 }),
    ]
    const { ledgers, changed } = applyTime(held, changes, rates, idsFrom())
    expect(changed.map(({ expiresAt }) => expiresAt)).toEqual([null, daysAhead(month), daysAhead(month)])
    const rows = (userId: string) =>
      addedEntries(ledgerOf(ledgers, userId)).map(({ source, sourceId, seconds, reverses }) => [
        source,
        sourceId,
        seconds / dayS,
        reverses,
      ])
    expect(rows('ann')).toEqual([
      ['refund', 'old', -40, 'grant old'],
      ['order', 'o', month, null],
    ])
    expect(rows('ben')).toEqual([['group', 'G:2', month, null]])
    expect(ledgerOf(held, 'ann').entries).toHaveLength(1)
  })

  it('an upgrade raises the remaining time and can be taken back', () => {
    // 40 days were granted ten days ago, so 30 remain. They are converted to time for ten devices.
    const held = ledgersOf({ ann: [grantOf('old', 40)] })
    const pieces = [{ grantId: 'grant old', seconds: 30 * dayS, worthSeconds: 15 * dayS }]
    const change = grant({ plan: { months: 0, bonusDays: 0, maxDevices: 10 }, difference: { pieces } })
    const { ledgers, changed } = applyTime(held, [change], rates, idsFrom())
    const rows = addedEntries(ledgerOf(ledgers, 'ann'))
    expect(rows.map(({ source, sourceId, seconds, maxDevices }) => [source, sourceId, seconds, maxDevices])).toEqual([
      ['conversion', expect.stringContaining('order:o'), -30 * dayS, null],
      ['conversion', expect.stringContaining('order:o'), 30 * dayS, 10],
      ['order', 'o', 1, 10],
    ])
    expect(changed).toMatchObject([{ sourceId: 'o', expiresAt: new Date(daysAhead(30).getTime() + 1_000) }])
  })

  it('nothing is taken back twice', () => {
    const back = grantOf('back', -40, { id: 'b', source: 'refund', reverses: 'grant o', expiresAt: daysAgo(10) })
    const held = ledgersOf({ ann: [grantOf('o', 40), back] })
    const { ledgers, changed } = applyTime(held, [grant({ kind: 'takeBack' })], rates, idsFrom())
    expect(changed).toMatchObject([{ expiresAt: null }])
    expect(addedEntries(ledgerOf(ledgers, 'ann'))).toEqual([])
  })

  it('a ledger that disagrees with the order throws an error', () => {
    const apply = (change: TimeChange, held: Parameters<typeof ledgersOf>[0]) => () =>
      applyTime(ledgersOf(held), [change], rates, idsFrom())
    expect(apply(grant(), { ben: [] })).toThrow('the membership of ann was not read')
    expect(apply(grant(), { ann: [grantOf('o', 40)] })).toThrow(
      'the ledger knows a grant o that its order or seat does not',
    )
    expect(apply(grant({ kind: 'takeBack' }), { ann: [grantOf('other', 40)] })).toThrow('ann was never granted o')
    // The ledger has a grant with the id of the order, but it belongs to a group seat.
    expect(apply(grant({ kind: 'takeBack' }), { ann: [grantOf('o', 40, { source: 'group' })] })).toThrow(
      'ann was never granted o',
    )
  })
})

describe('time taken by partial refunds of an order', () => {
  const parts = [{ refundId: 'r', seconds: 5 * dayS }]

  it('the time is taken from the active grant after the other changes', () => {
    const standing = orderWith('o', 1)
    const own = { kind: 'settleParts', userId: 'ann', source: 'order', orderId: 'o', seat: null, parts }
    expect(timeOfParts(standing, null, [], parts)).toMatchObject([{ ...own, sourceId: 'o', grantsMade: 1 }])
    expect(timeOfParts(standing, null, timeOfOrder(standing, false), parts)).toEqual([])
    expect(timeOfParts(orderWith(null, 1), null, [], parts)).toEqual([])
    const again = orderWith(null, 1)
    expect(timeOfParts(again, null, timeOfOrder(again, true), parts)).toMatchObject([
      { ...own, sourceId: 'o:1', grantsMade: 2 },
    ])
  })

  it('the time is taken from the seat that the order paid for', () => {
    const seats = [seatOf(1, 'ann', { standingGrant: 'G:1' }), seatOf(2, 'ben', { standingGrant: 'G:2' })]
    const { order } = orderOf({ id: 'ben', userId: 'ben', groupId: 'G' })
    expect(timeOfParts(order, groupOf({ seats }), [], parts)).toMatchObject([
      { kind: 'settleParts', userId: 'ben', source: 'group', sourceId: 'G:2', seat: 2, orderId: 'ben' },
    ])
    expect(timeOfParts(order, groupOf(), [], parts)).toEqual([])
  })

  it('the time is taken only once', () => {
    const change = timeOfParts(orderWith('o', 1), null, [], parts)
    const held = ledgersOf({ ann: [grantOf('o', 40)] })
    const once = applyTime(held, change, rates, idsFrom())
    expect(once.changed).toMatchObject([{ kind: 'settleParts', takenSeconds: 5 * dayS, expiresAt: daysAhead(25) }])
    expect(applyTime(once.ledgers, change, rates, idsFrom()).changed).toEqual([])
  })
})
