import { describe, expect, it } from 'vitest'
import { rateOf } from './conversion.rules.ts'
import {
  addedEntries,
  addPlan,
  addTime,
  convertersOf,
  expiryOf,
  findEntry,
  foldLedger,
  openLedger,
  takeBack,
  type PlanTime,
  type TimeEntry,
  type TimeLedger,
} from './time-ledger.rules.ts'

const day = 86_400
const now = new Date('2026-01-01T00:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * day * 1000)
function idsFrom(first = 1) {
  let next = first
  return { now, newId: () => `id-${next++}` }
}
const entry = (id: string, days: number, more: Partial<TimeEntry> = {}): TimeEntry => ({
  id,
  source: 'order',
  sourceId: id,
  seconds: days * day,
  at: now,
  expiresAt: at(days),
  reverses: null,
  converts: null,
  planMonths: 1,
  maxDevices: 1,
  note: null,
  ...more,
})
const rates = [1, 10].map((maxDevices) =>
  rateOf({ months: 1, bonusDays: 0, maxDevices, priceMinor: maxDevices * 1_000 }),
)
const month = (sourceId: string, maxDevices: number, bonusDays = 0): PlanTime => ({
  source: 'order',
  sourceId,
  months: 1,
  bonusDays,
  maxDevices,
})
const small = (...entries: TimeEntry[]) => openLedger('ann', entries)
/** Ledger rows that were added, each as: source, source id, days, and the days until the membership ends. */
const rows = (ledger: TimeLedger | null) =>
  addedEntries(ledger!).map(({ source, sourceId, seconds, expiresAt }) => [
    source,
    sourceId,
    seconds / day,
    (expiresAt.getTime() - now.getTime()) / day / 1000,
  ])

describe('time ledger', () => {
  it('returns only the new rows of a ledger', () => {
    const held = small(entry('a', 30))
    expect(held).toEqual({ userId: 'ann', entries: [entry('a', 30)], stored: 1 })
    expect(addedEntries(held)).toEqual([])
    expect(rows(addPlan(held, month('b', 1), rates, idsFrom()))).toHaveLength(1)
  })

  it("the ledger's expiry is that of its last row, and null when empty", () => {
    expect(expiryOf(small())).toBeNull()
    expect(expiryOf(small(entry('a', 30), entry('b', 10, { expiresAt: at(40) })))).toEqual(at(40))
  })

  it('finds a grant by its source, and no reversal', () => {
    const back = entry('back', -30, { sourceId: 'a', reverses: 'a' })
    const gift = entry('gift', 5, { source: 'invite', sourceId: 'a' })
    const ledger = small(back, gift, entry('a', 30), entry('b', 10))
    expect(findEntry(ledger, 'order', 'a')?.id).toBe('a')
    expect(findEntry(ledger, 'order', 'b')?.id).toBe('b')
    expect(findEntry(ledger, 'invite', 'a')?.id).toBe('gift')
    expect(findEntry(ledger, 'invite', 'b')).toBeUndefined()
    expect(findEntry(ledger, 'order', 'x')).toBeUndefined()
  })

  it('computes total time, device limit, expiry and the end of the yearly membership', () => {
    expect(
      foldLedger(small(entry('a', 365, { planMonths: 12 }), entry('b', 10, { maxDevices: 5, expiresAt: at(375) }))),
    ).toEqual({
      yearlyUntil: at(365),
      maxDevices: 5,
      expiresAt: at(375),
      totalSeconds: 375 * day,
    })
    expect(foldLedger(small())).toEqual({ yearlyUntil: null, maxDevices: 0, expiresAt: null, totalSeconds: 0 })
  })
})

describe('plan grant', () => {
  it('starts a plan now for a user without time, with its bonus days', () => {
    const granted = addPlan(small(), month('a', 5, 3), rates, idsFrom())
    expect(granted).toEqual({
      userId: 'ann',
      stored: 0,
      entries: [entry('a', 34, { id: 'id-1', maxDevices: 5 })],
    })
  })

  it('starts a plan with the same device count at the end of the current time', () => {
    // The bought month starts on 1 February, so it has 28 days.
    const granted = addPlan(small(entry('a', 31)), month('b', 1), rates, idsFrom())
    expect(rows(granted)).toEqual([['order', 'b', 28, 59]])
    expect(granted?.entries[0]).toEqual(entry('a', 31))
  })

  it('grants a plan once per source and id, even after it was taken back', () => {
    expect(addPlan(small(entry('a', 31)), month('a', 1), rates, idsFrom())).toBeNull()
    const taken = takeBack(
      small(entry('a', 31)),
      { source: 'order', sourceId: 'a', reversedBy: 'r', note: null },
      rates,
      idsFrom(),
    )
    expect(addPlan(taken!, month('a', 1), rates, idsFrom())).toBeNull()
    expect(rows(addPlan(small(entry('a', 31)), { ...month('a', 1), source: 'group' }, rates, idsFrom()))).toHaveLength(
      1,
    )
  })

  it('converts the remaining time to a plan of more devices, which starts after it', () => {
    const raised = addPlan(small(entry('s', 20)), month('L', 10), rates, idsFrom())
    const about = { source: 'conversion', at: now, reverses: null, converts: 's', note: null }
    expect(addedEntries(raised!)).toEqual([
      {
        ...about,
        id: 'id-1',
        sourceId: 'order:L/s/out',
        seconds: -20 * day,
        planMonths: null,
        maxDevices: null,
        expiresAt: now,
      },
      {
        ...about,
        id: 'id-2',
        sourceId: 'order:L/s/in',
        seconds: 2 * day,
        planMonths: 1,
        maxDevices: 10,
        expiresAt: at(2),
      },
      entry('L', 31, { id: 'id-3', maxDevices: 10, expiresAt: at(33) }),
    ])
  })

  it('a converted grant whose share of the new time rounds to nothing gets no row that adds time', () => {
    // Two days of one device are worth a fifth of a day of ten devices. They are rounded up once, at the first of the
    // two grants.
    const held = small(entry('s', 1), entry('t', 1, { expiresAt: at(2) }))
    expect(rows(addPlan(held, month('L', 10), rates, idsFrom()))).toEqual([
      ['conversion', 'order:L/s/out', -1, 1],
      ['conversion', 'order:L/s/in', 1, 2],
      ['conversion', 'order:L/t/out', -1, 1],
      ['order', 'L', 31, 32],
    ])
  })

  it('converts a plan of fewer devices to time of the larger running plan', () => {
    // The month has 28 days. For one device they are worth 2.8 days of ten devices, rounded up.
    const lifted = addPlan(small(entry('l', 31, { maxDevices: 10 })), month('S', 1), rates, idsFrom())
    expect(addedEntries(lifted!)).toEqual([entry('S', 3, { id: 'id-1', maxDevices: 10, expiresAt: at(34) })])
  })

  it('grants a free plan of fewer devices as one second, so that it can be taken back', () => {
    const free = [rates[1]!, { ...rates[0]!, priceMinor: 0 }]
    const lifted = addPlan(small(entry('l', 31, { maxDevices: 10 })), month('S', 1), free, idsFrom())
    expect(addedEntries(lifted!)).toMatchObject([{ sourceId: 'S', seconds: 1, maxDevices: 10 }])
  })
})

describe('plain time grant', () => {
  const gift = { source: 'operator', sourceId: 'g', seconds: 7 * day, note: 'sorry' } as const

  it('adds plain time at the end, without a plan or device count', () => {
    expect(addedEntries(addTime(small(entry('a', 31)), gift, idsFrom())!)).toEqual([
      entry('id-1', 7, { ...gift, planMonths: null, maxDevices: null, expiresAt: at(38) }),
    ])
  })

  it('grants plain time once per source and id', () => {
    const once = addTime(small(), gift, idsFrom())
    expect(addTime(once!, gift, idsFrom())).toBeNull()
    expect(rows(addTime(once!, { ...gift, sourceId: 'h' }, idsFrom(2)))).toHaveLength(2)
  })
})

describe('taking time back', () => {
  const back = (sourceId: string) => ({ source: 'order', sourceId, reversedBy: 'r', note: 'refund' }) as const

  it('takes back exactly the granted time, and moves later time', () => {
    const held = small(entry('a', 31), entry('b', 28, { expiresAt: at(59) }))
    const reversed = takeBack(held, back('a'), rates, idsFrom())
    const row = entry('id-1', -31, {
      source: 'refund',
      sourceId: 'r',
      reverses: 'a',
      planMonths: null,
      maxDevices: null,
    })
    expect(addedEntries(reversed!)).toEqual([{ ...row, note: 'refund', expiresAt: at(28) }])
  })

  it('takes back a grant only once', () => {
    const held = small(entry('a', 31), entry('b', 28, { expiresAt: at(59) }))
    const once = takeBack(held, back('a'), rates, idsFrom())
    expect(takeBack(once!, { ...back('a'), reversedBy: 'another' }, rates, idsFrom(2))).toBeNull()
    expect(rows(takeBack(once!, back('b'), rates, idsFrom(2)))).toEqual([
      ['refund', 'r', -31, 28],
      ['refund', 'r', -28, 0],
    ])
  })

  it('takes back nothing without a matching grant', () => {
    expect(takeBack(small(), back('a'), rates, idsFrom())).toBeNull()
    expect(takeBack(small(entry('a', 31, { source: 'group' })), back('a'), rates, idsFrom())).toBeNull()
  })

  it('undoes the conversions of a plan that is taken back', () => {
    const raised = addPlan(small(entry('s', 20)), month('L', 10), rates, idsFrom())
    const reversed = takeBack(raised!, back('L'), rates, idsFrom(4))
    expect(addedEntries(reversed!).slice(3)).toMatchObject([
      { id: 'id-4', source: 'refund', reverses: 'id-2', converts: 's', seconds: -2 * day, expiresAt: at(31) },
      { id: 'id-5', source: 'refund', reverses: 'id-1', converts: 's', seconds: 20 * day, expiresAt: at(51) },
      { id: 'id-6', source: 'refund', reverses: 'id-3', converts: null, seconds: -31 * day, expiresAt: at(20) },
    ])
    expect(addedEntries(reversed!)).toHaveLength(6)
  })

  it('converts the left time of fewer devices when a plan is taken back while a larger one runs', () => {
    const raised = addPlan(small(entry('s', 20)), month('L', 10), rates, idsFrom())
    const longer = addPlan(raised!, month('M', 10), rates, idsFrom(4))
    const reversed = takeBack(longer!, back('L'), rates, idsFrom(5))
    expect(rows(reversed).slice(3)).toEqual([
      // The bought month starts on 3 February, so it has 28 days.
      ['order', 'M', 28, 61],
      ['refund', 'r', -2, 59],
      ['refund', 'r', 20, 79],
      ['refund', 'r', -31, 48],
      ['conversion', 'reversal:id-3/s/out', -20, 28],
      ['conversion', 'reversal:id-3/s/in', 2, 30],
    ])
    expect(foldLedger(reversed!)).toMatchObject({ maxDevices: 10, totalSeconds: 30 * day })
  })
})

describe('orders that converted a grant', () => {
  const converted = (cause: string, ...more: TimeEntry[]) =>
    small(
      entry('a', 30),
      entry('out', -20, { source: 'conversion', sourceId: `${cause}/a/out`, converts: 'a' }),
      entry('in', 20, { source: 'conversion', sourceId: `${cause}/a/in`, converts: 'a', maxDevices: 10 }),
      ...more,
    )

  it("lists once each order that converted the grant's time, or time that came from it", () => {
    const again = [
      entry('out2', -10, { source: 'conversion', sourceId: 'order:c:1/in/out', converts: 'in' }),
      entry('in2', 10, { source: 'conversion', sourceId: 'order:c:1/in/in', converts: 'in', maxDevices: 20 }),
    ]
    expect(convertersOf(converted('order:b'), 'order', 'a')).toEqual(['b'])
    expect(convertersOf(converted('order:b', ...again), 'order', 'a').toSorted()).toEqual(['b', 'c:1'])
  })

  it('does not list group seats, reversals and the grant itself as orders that converted', () => {
    expect(convertersOf(converted('group:G:1'), 'order', 'a')).toEqual([])
    expect(convertersOf(converted('reversal:x'), 'order', 'a')).toEqual([])
    expect(convertersOf(converted('reversal:order:x'), 'order', 'a')).toEqual([])
    const own = entry('b', 5, { maxDevices: 10 })
    expect(convertersOf(converted('order:b', own), 'order', 'b')).toEqual([])
    expect(convertersOf(converted('order:b', own), 'order', 'a')).toEqual(['b'])
  })

  it('lists no converting orders without a conversion or a grant', () => {
    expect(convertersOf(small(entry('order:b/', 30)), 'order', 'order:b/')).toEqual([])
    expect(convertersOf(converted('order:b'), 'order', 'nonesuch')).toEqual([])
  })
})
