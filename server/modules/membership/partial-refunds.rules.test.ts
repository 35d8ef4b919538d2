import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateOf } from './conversion.rules.ts'
import { standingPlans, unusedPieces } from './membership.rules.ts'
import {
  addPlan,
  addTime,
  expiryOf,
  findEntry,
  foldLedger,
  openLedger,
  settleParts,
  takeBack,
  takenSeconds,
  unusedSeconds,
  type NewRowIds,
  type PartTaken,
  type TimeLedger,
} from './time-ledger.rules.ts'

const day = 86_400
const start = Date.UTC(2026, 0, 1)
const rates = [5, 10].flatMap((maxDevices) =>
  [1, 12].map((months) => rateOf({ months, bonusDays: 0, maxDevices, priceMinor: maxDevices * months * 1_000 })),
)
const grant = (sourceId: string) => ({ source: 'order', sourceId }) as const
function clock() {
  let at = start
  let ids = 0
  return {
    pass: (seconds: number) => {
      at += seconds * 1000
    },
    ids: (): NewRowIds => ({ now: new Date(at), newId: () => `id-${++ids}` }),
  }
}
const buy = (ledger: TimeLedger, sourceId: string, maxDevices: number, ids: NewRowIds, months = 12) =>
  addPlan(ledger, { ...grant(sourceId), months, bonusDays: 0, maxDevices }, rates, ids)!
const take = (ledger: TimeLedger, sourceId: string, parts: readonly PartTaken[], ids: NewRowIds) =>
  settleParts(ledger, grant(sourceId), parts, rates, ids)
const back = (ledger: TimeLedger, sourceId: string, ids: NewRowIds) =>
  takeBack(ledger, { ...grant(sourceId), reversedBy: `back ${sourceId}`, note: null }, rates, ids)!
const days = (ledger: TimeLedger, sourceId: string, { now }: NewRowIds) =>
  unusedSeconds(ledger, grant(sourceId), now) / day

describe('days taken by a partial refund', () => {
  it('takes the refunded days from the end once, however often the refund is processed', () => {
    const { ids, pass } = clock()
    const bought = buy(openLedger('ann', []), 'a', 5, ids())
    pass(100 * day)
    const parts = [{ refundId: 'r', seconds: 30 * day }]
    const taken = take(bought, 'a', parts, ids())
    expect(days(bought, 'a', ids())).toBe(265)
    expect(days(taken, 'a', ids())).toBe(235)
    expect(expiryOf(taken)).toEqual(new Date(start + 335 * day * 1000))
    expect(takenSeconds(taken, grant('a'))).toBe(30 * day)
    expect(take(taken, 'a', parts, ids()).entries).toEqual(taken.entries)
    expect(take(taken, 'a', [...parts, { refundId: 's', seconds: 5 * day }], ids()).entries).toHaveLength(3)
  })

  it('never takes more than the unused days, and keeps those of later purchases', () => {
    const { ids, pass } = clock()
    const both = buy(buy(openLedger('ann', []), 'a', 5, ids(), 1), 'b', 5, ids(), 1)
    pass(20 * day)
    const taken = take(both, 'a', [{ refundId: 'r', seconds: 400 * day }], ids())
    expect(days(both, 'a', ids())).toBe(11)
    expect(days(taken, 'a', ids())).toBe(0)
    expect(days(taken, 'b', ids())).toBe(28)
    expect(expiryOf(taken)).toEqual(new Date(start + 48 * day * 1000))
    expect(foldLedger(take(taken, 'a', [], ids()))).toEqual(foldLedger(both))
  })

  it('takes days from converted time, and from the original time after that purchase is refunded', () => {
    const { ids } = clock()
    const small = buy(openLedger('ann', []), 'a', 5, ids())
    const raised = buy(small, 'b', 10, ids())
    // A year of five devices is worth half a year of ten, rounded up to whole days.
    expect(days(raised, 'a', ids())).toBe(183)
    const taken = take(raised, 'a', [{ refundId: 'r', seconds: 61 * day }], ids())
    expect(days(taken, 'a', ids())).toBe(122)
    expect(days(taken, 'b', ids())).toBe(365)
    const without = back(taken, 'b', ids())
    // The refund had taken a third of the converted time. Without the conversion it takes a third of the original time.
    expect(Math.round(days(without, 'a', ids()))).toBe(243)
    expect(foldLedger(without)).toMatchObject({ maxDevices: 5 })
    expect(foldLedger(back(without, 'a', ids())).totalSeconds).toBe(0)
  })

  it('ends yearly benefits with the shortened year', () => {
    const { ids } = clock()
    const year = buy(openLedger('ann', []), 'a', 5, ids())
    const rest = take(year, 'a', [{ refundId: 'r', seconds: 364 * day }], ids())
    expect(foldLedger(rest).yearlyUntil).toEqual(new Date(start + day * 1000))
  })

  type Step =
    | { readonly kind: 'buy'; readonly months: number; readonly devices: number }
    | { readonly kind: 'gift'; readonly seconds: number }
    | { readonly kind: 'seat'; readonly devices: number }
    | { readonly kind: 'pass'; readonly seconds: number }
    | { readonly kind: 'take'; readonly order: number; readonly seconds: number }
    | { readonly kind: 'fail'; readonly order: number }
    | { readonly kind: 'back'; readonly order: number }
  const steps = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('buy' as const),
        months: fc.constantFrom(1, 12),
        devices: fc.constantFrom(5, 10),
      }),
      fc.record({ kind: fc.constant('gift' as const), seconds: fc.integer({ min: 1, max: 40 * day }) }),
      fc.record({ kind: fc.constant('seat' as const), devices: fc.constantFrom(5, 10) }),
      fc.record({ kind: fc.constant('pass' as const), seconds: fc.nat(60 * day) }),
      fc.record({
        kind: fc.constant('take' as const),
        order: fc.nat(9),
        seconds: fc.integer({ min: 1, max: 90 * day }),
      }),
      fc.record({ kind: fc.constant('fail' as const), order: fc.nat(9) }),
      fc.record({ kind: fc.constant('back' as const), order: fc.nat(9) }),
    ),
    { minLength: 2, maxLength: 16 },
  )
  function live(
    done: readonly Step[],
    seen: (before: TimeLedger, after: TimeLedger, step: Step, ids: NewRowIds) => void,
  ) {
    const { ids, pass } = clock()
    let ledger = openLedger('ann', [])
    const orders: { id: string; parts: PartTaken[]; isBack: boolean }[] = []
    for (const [index, step] of done.entries()) {
      const before = ledger
      const order = 'order' in step ? orders[step.order % Math.max(1, orders.length)] : undefined
      if (step.kind === 'buy') {
        const id = `o${index}`
        orders.push({ id, parts: [], isBack: false })
        ledger = buy(ledger, id, step.devices, ids(), step.months)
      } else if (step.kind === 'gift') {
        const gift = { source: 'operator', sourceId: `g${index}`, seconds: step.seconds, note: null } as const
        ledger = addTime(ledger, gift, ids())!
      } else if (step.kind === 'seat') {
        const seat = {
          source: 'group',
          sourceId: `s${index}`,
          months: 1,
          bonusDays: 0,
          maxDevices: step.devices,
        } as const
        ledger = addPlan(ledger, seat, rates, ids())!
      } else if (step.kind === 'pass') pass(step.seconds)
      else if (!order || order.isBack) continue
      else if (step.kind === 'back') {
        order.isBack = true
        ledger = back(ledger, order.id, ids())
      } else {
        order.parts =
          step.kind === 'take'
            ? [...order.parts, { refundId: `r${index}`, seconds: step.seconds }]
            : order.parts.slice(1)
        ledger = take(ledger, order.id, order.parts, ids())
      }
      seen(before, ledger, step, ids())
    }
    return { ledger, orders, ids }
  }
  const end = (ledger: TimeLedger) => expiryOf(ledger)?.getTime() ?? 0

  it('never makes time negative, and takes no day of another order, a gift or a group seat', () => {
    fc.assert(
      fc.property(steps, (done) => {
        live(done, (before, after, step, ids) => {
          expect(foldLedger(after).totalSeconds).toBeGreaterThanOrEqual(0)
          for (const { seconds } of standingPlans(after.entries)) expect(seconds).toBeGreaterThanOrEqual(0)
          if (step.kind !== 'take') return
          const taken = foldLedger(before).totalSeconds - foldLedger(after).totalSeconds
          expect(taken).toBeGreaterThanOrEqual(0)
          expect(taken).toBeLessThanOrEqual(step.seconds)
          expect(end(before) - end(after)).toBe(taken * 1000)
          expect(end(after)).toBeGreaterThanOrEqual(taken > 0 ? ids.now.getTime() - 1000 : end(before))
          const owners = before.entries.filter(({ source, reverses }) => source === 'order' && reverses === null)
          const changed = owners.filter(
            ({ sourceId }) =>
              unusedSeconds(before, grant(sourceId), ids.now) !== unusedSeconds(after, grant(sourceId), ids.now),
          )
          expect(changed.length).toBeLessThanOrEqual(1)
          const paidByOthers = before.entries.filter(
            ({ source, reverses }) => (source === 'group' || source === 'operator') && reverses === null,
          )
          for (const { source, sourceId } of paidByOthers)
            expect(unusedSeconds(after, { source, sourceId }, ids.now)).toBe(
              unusedSeconds(before, { source, sourceId }, ids.now),
            )
        })
      }),
    )
  })

  it('a partial refund takes exactly its seconds from the unused time, or all of it if that is less', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 200 * day }), (done, seconds) => {
        const { ledger, orders, ids } = live(done, () => {})
        for (const { id, parts, isBack } of orders.filter((order) => !order.isBack)) {
          const unused = unusedSeconds(ledger, grant(id), ids().now)
          const after = take(ledger, id, [...parts, { refundId: 'last', seconds }], ids())
          const left = unusedSeconds(after, grant(id), ids().now)
          expect(isBack).toBe(false)
          expect(unused - left).toBe(takenSeconds(after, grant(id)) - takenSeconds(ledger, grant(id)))
          const known = parts.filter(
            ({ refundId }) => !ledger.entries.some((e) => e.sourceId.includes(`/${refundId}/`)),
          )
          expect(left).toBe(Math.max(0, unused - seconds - known.reduce((sum, part) => sum + part.seconds, 0)))
        }
      }),
    )
  })

  it('leaves no time after all orders are refunded, in any order', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (done, isReversed) => {
        const only = done.filter(({ kind }) => kind !== 'gift' && kind !== 'seat')
        const { ledger, orders, ids } = live(only, () => {})
        const rest = orders.filter(({ isBack }) => !isBack)
        const after = (isReversed ? rest.toReversed() : rest).reduce((so, { id }) => back(so, id, ids()), ledger)
        expect(foldLedger(after)).toMatchObject({ totalSeconds: 0, yearlyUntil: null, maxDevices: 0 })
        for (const { id } of orders) expect(takenSeconds(after, grant(id))).toBe(0)
      }),
    )
  })

  it('the expiry after a full refund is the same whether or not partial refunds took days before', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.integer({ min: 1, max: 90 * day }), { maxLength: 3 }), (done, sums) => {
        const only = done.filter(({ kind }) => kind !== 'take' && kind !== 'fail')
        const { ledger, orders, ids } = live(only, () => {})
        for (const { id } of orders.filter(({ isBack }) => !isBack)) {
          const parts = sums.map((seconds, index) => ({ refundId: `p${index}`, seconds }))
          const [whole, partly] = [ledger, take(ledger, id, parts, ids())].map((so) => back(so, id, ids()))
          expect(foldLedger(partly!)).toEqual(foldLedger(whole!))
        }
      }),
    )
  })

  it('returns the days when the refund failed', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 90 * day }), (done, seconds) => {
        const only = done.filter(({ kind }) => kind !== 'take' && kind !== 'fail')
        const { ledger, orders, ids } = live(only, () => {})
        for (const { id } of orders.filter(({ isBack }) => !isBack)) {
          const taken = take(ledger, id, [{ refundId: 'p', seconds }], ids())
          expect(foldLedger(take(taken, id, [], ids()))).toEqual(foldLedger(ledger))
        }
      }),
    )
  })

  it('finds the unused entries of one grant, and nothing for an unknown grant', () => {
    const { ids } = clock()
    const both = buy(buy(openLedger('ann', []), 'a', 5, ids(), 1), 'b', 5, ids(), 1)
    const id = findEntry(both, 'order', 'a')!.id
    expect(unusedPieces(both.entries, id, ids().now).map(({ entry, seconds }) => [entry.id, seconds / day])).toEqual([
      [id, 31],
    ])
    expect(unusedSeconds(both, grant('none'), ids().now)).toBe(0)
  })
})
