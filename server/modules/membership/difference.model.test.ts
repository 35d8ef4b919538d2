import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf, runningClass } from './conversion.rules.ts'
import { priceDifference, type Difference } from './difference.rules.ts'
import { foldPlans, standingPlans } from './membership.rules.ts'
import {
  addDifference,
  addPlan,
  addTime,
  foldLedger,
  openLedger,
  takeBack,
  type NewRowIds,
  type PlanTime,
  type TimeLedger,
} from './time-ledger.rules.ts'

const day = 86_400
const begin = new Date('2024-03-01T00:00:00Z')
const rates = [
  rateOf({ maxDevices: 5, months: 1, bonusDays: 0, priceMinor: 590 }),
  rateOf({ maxDevices: 5, months: 12, bonusDays: 0, priceMinor: 4_490 }),
  rateOf({ maxDevices: 10, months: 12, bonusDays: 0, priceMinor: 7_190 }),
]
let made = 0
const ids = (days = 0, seconds = 0): NewRowIds => ({
  now: new Date(begin.getTime() + (days * day + seconds) * 1000),
  newId: () => `id-${++made}`,
})
const plan = (sourceId: string, months: number, maxDevices: number): PlanTime => ({
  source: 'order',
  sourceId,
  months,
  bonusDays: 0,
  maxDevices,
})
const none = openLedger('ann', [])
const buy = (ledger: TimeLedger, bought: PlanTime, when: NewRowIds) => addPlan(ledger, bought, rates, when)!
const year = (sourceId = 'a') => buy(none, plan(sourceId, 12, 5), ids())
const quote = (ledger: TimeLedger, { now }: NewRowIds): Difference => priceDifference(ledger.entries, 10, rates, now)!
const pay = (ledger: TimeLedger, { maxDevices, pieces }: Difference, when: NewRowIds, sourceId = 'd') =>
  addDifference(ledger, { source: 'order', sourceId, maxDevices, pieces }, rates, when)!
const giveBack = (ledger: TimeLedger, sourceId: string, when: NewRowIds) =>
  takeBack(ledger, { source: 'order', sourceId, reversedBy: `back ${sourceId}`, note: null }, rates, when)!
const endOf = (ledger: TimeLedger) => foldLedger(ledger).expiresAt!.getTime() / 1000
const daysOf = (ledger: TimeLedger, { now }: NewRowIds) => (endOf(ledger) - now.getTime() / 1000) / day

describe('upgrade paid at once', () => {
  it('an upgrade raises all remaining time, adds one second and keeps the yearly status', () => {
    const when = ids(100)
    const before = year()
    const after = pay(before, quote(before, when), when)
    expect(foldLedger(after)).toEqual({
      expiresAt: new Date((endOf(before) + 1) * 1000),
      totalSeconds: 365 * day + 1,
      maxDevices: 10,
      yearlyUntil: new Date(endOf(before) * 1000),
    })
    expect(
      after.entries
        .slice(1)
        .map(({ source, sourceId, seconds, planMonths, maxDevices }) => [
          source,
          sourceId,
          seconds,
          planMonths,
          maxDevices,
        ]),
    ).toEqual([
      ['conversion', 'order:d/id-1/out'.replace('id-1', before.entries[0]!.id), -265 * day, null, null],
      ['conversion', 'order:d/id-1/in'.replace('id-1', before.entries[0]!.id), 265 * day, 12, 10],
      ['order', 'd', 1, null, 10],
    ])
  })

  it('an upgrade also gives gift time that runs beside the plan the new device limit', () => {
    const gift = { source: 'operator', sourceId: 'g', seconds: 30 * day, note: null } as const
    const held = addTime(year(), gift, ids())!
    const sale = quote(held, ids())
    expect(sale.seconds).toBe(395 * day)
    const after = pay(held, sale, ids())
    expect(daysOf(after, ids())).toBeCloseTo(395, 3)
    expect(foldPlans(after.entries).maxDevices).toBe(10)
  })

  it('grants an upgrade only once', () => {
    const held = year()
    const sale = quote(held, ids())
    const once = pay(held, sale, ids())
    expect(
      addDifference(once, { source: 'order', sourceId: 'd', maxDevices: 10, pieces: sale.pieces }, rates, ids()),
    ).toBeNull()
  })
})

describe('refunded upgrade', () => {
  it('takes the devices and keeps all remaining time when an upgrade is refunded', () => {
    const held = year()
    const raised = pay(held, quote(held, ids(10)), ids(10))
    const back = giveBack(raised, 'd', ids(200))
    expect(foldLedger(back)).toEqual(foldLedger(held))
    expect(quote(back, ids(200)).priceMinor).toBe(quote(held, ids(200)).priceMinor)
  })

  it('takes back the upgrade of time that was bought after it, when the upgrade is refunded', () => {
    const held = year()
    const sale = quote(held, ids())
    const both = buy(held, plan('b', 12, 5), ids())
    const raised = pay(both, sale, ids(0, 60))
    expect(foldLedger(giveBack(raised, 'd', ids(5)))).toEqual(foldLedger(both))
  })

  it('converts time of fewer devices when an upgrade is refunded after a larger plan was bought', () => {
    const held = year()
    const raised = pay(held, quote(held, ids()), ids())
    const both = buy(raised, plan('b', 12, 10), ids())
    const back = giveBack(both, 'd', ids())
    expect(foldPlans(back.entries).maxDevices).toBe(10)
    // Same result as buying the larger plan without an upgrade: a year of five devices is worth 228 days of ten
    // devices.
    expect(daysOf(back, ids())).toBe(365 + Math.ceil((365 * 4_490) / 7_190))
  })
})

describe('refunded base plan', () => {
  it('takes the upgraded time and nothing else when the base plan is refunded', () => {
    const held = buy(year(), plan('b', 1, 5), ids())
    const raised = pay(held, quote(held, ids()), ids())
    const back = giveBack(raised, 'a', ids(3))
    expect(daysOf(back, ids())).toBeCloseTo(31, 3)
    expect(foldPlans(back.entries).maxDevices).toBe(10)
  })
})

describe('changes during the upgrade payment', () => {
  it('replaces time that ran out during the payment by time of the larger device count with the same value', () => {
    const held = buy(none, plan('m', 1, 5), ids())
    const sale = quote(held, ids(1))
    const [piece] = sale.pieces
    const late = ids(60)
    const after = pay(held, sale, late)
    expect(endOf(after) - late.now.getTime() / 1000).toBe(piece!.worthSeconds)
    expect(foldPlans(after.entries).maxDevices).toBe(10)
  })

  it('treats time bought during the payment as if bought after the upgrade', () => {
    const held = year()
    const sale = quote(held, ids())
    const first = buy(pay(held, sale, ids()), plan('b', 12, 5), ids())
    const meanwhile = pay(buy(held, plan('b', 12, 5), ids()), sale, ids())
    expect(Math.abs(endOf(first) - endOf(meanwhile))).toBeLessThan(2)
    expect(foldPlans(meanwhile.entries)).toEqual({ ...foldPlans(first.entries), yearlyUntil: expect.any(Date) })
    // The year of five devices was bought while the upgrade was being paid. Without conversion, the buyer would get it
    // as a year of ten devices without paying the difference of 27.00.
    expect(daysOf(meanwhile, ids())).toBeCloseTo(365 + 228, 3)
  })

  it('replaces a second upgrade by time worth its price, and raises nothing twice', () => {
    const held = year()
    const sale = quote(held, ids())
    const twice = pay(pay(held, sale, ids()), sale, ids(), 'e')
    expect(daysOf(twice, ids())).toBeCloseTo(365 + (365 * 2_700) / 7_190, 3)
  })

  it('gives time worth its price for an upgrade paid after a larger plan converted the time', () => {
    const held = year()
    const sale = quote(held, ids())
    const converted = buy(held, plan('b', 12, 10), ids())
    const after = pay(converted, sale, ids())
    expect(daysOf(after, ids())).toBeCloseTo(365 + 228 + (365 * 2_700) / 7_190, 3)
  })

  it('gives time worth its price for an upgrade paid after the base plan was refunded', () => {
    const held = year()
    const sale = quote(held, ids())
    const after = pay(giveBack(held, 'a', ids()), sale, ids())
    expect(daysOf(after, ids())).toBeCloseTo((365 * 2_700) / 7_190, 3)
  })
})

type Deed = { readonly what: 'five' | 'ten' | 'gift' | 'pay' | 'back'; readonly days: number; readonly index: number }
const deeds = fc.array(
  fc.record({
    what: fc.constantFrom<Deed['what'][]>('five', 'ten', 'gift', 'pay', 'back'),
    days: fc.integer({ min: 0, max: 200 }),
    index: fc.nat(5),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Pays for the upgrade and returns a list of errors in the result. */
function payAndCheck(ledger: TimeLedger, sale: Difference, when: NewRowIds, id: string) {
  const paid = pay(ledger, sale, when, id)
  const worth = sale.pieces.reduce((total, piece) => total + piece.worthSeconds, 0)
  const from = Math.max(endOf(ledger), when.now.getTime() / 1000)
  const undone = giveBack(paid, id, when)
  const faults = [
    ...(endOf(paid) - from > Math.max(1, worth) ? ['more than its worth'] : []),
    ...(foldLedger(paid).maxDevices === 10 ? [] : ['no ten devices']),
    ...(foldLedger(undone).totalSeconds === foldLedger(ledger).totalSeconds ? [] : ['does not go back exactly']),
  ]
  return { paid, faults }
}

function live(some: readonly Deed[]): string[] {
  const faults: string[] = []
  const granted = ['first']
  let ledger = year('first')
  let sale = quote(ledger, ids())
  let days = 0
  for (const [step, { what, days: passed, index }] of some.entries()) {
    days += passed
    const when = ids(days)
    const id = `${what}${step}`
    const before = runningClass(ledger.entries, when.now)?.maxDevices ?? 0
    const source = granted[index % granted.length] ?? ''
    const isBack = what === 'back' && !ledger.entries.some(({ sourceId }) => sourceId === `back ${source}`)
    if (what === 'five' || what === 'ten') ledger = buy(ledger, plan(id, 12, what === 'five' ? 5 : 10), when)
    if (what === 'gift')
      ledger = addTime(ledger, { source: 'operator', sourceId: id, seconds: 20 * day, note: null }, when) ?? ledger
    if (what === 'pay') {
      const { paid, faults: found } = payAndCheck(ledger, sale, when, id)
      faults.push(...found)
      ledger = paid
    }
    if (isBack) ledger = giveBack(ledger, source, when)
    if (what !== 'gift' && what !== 'back') granted.push(id)
    if (!isBack && foldLedger(ledger).maxDevices < before) faults.push('fewer devices than ran')
    if (standingPlans(ledger.entries).some(({ seconds }) => seconds < 0)) faults.push('less than nothing stands')
    sale = priceDifference(ledger.entries, 10, rates, when.now) ?? sale
  }
  return faults
}

describe('any order of events', () => {
  it('an upgrade changes the end at most by its value, never lowers devices, and is refunded exactly', () => {
    const holds = fc.property(deeds, (some) => {
      expect(live(some)).toEqual([])
    })
    fc.assert(holds, { numRuns: 400 })
  })
})
