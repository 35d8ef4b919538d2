import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayOf, daysBetween, endOf, graceMs, hasWholeFunnel, nextStep, startOf } from './days.rules.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

describe('days', () => {
  it('assigns each moment to exactly one day, from midnight UTC', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const day = dayOf(moment)
        expect(startOf(day) <= moment && moment < endOf(day)).toBe(true)
        expect(dayOf(endOf(day))).toBe(addDays(day, 1))
        expect(daysBetween(day, addDays(day, 3))).toEqual([day, addDays(day, 1), addDays(day, 2), addDays(day, 3)])
        expect(daysBetween(day, addDays(day, -1))).toEqual([])
      }),
    )
  })

  it('the purchase funnel of a day is complete while the visits of its first moment are still stored', () => {
    expect(hasWholeFunnel('2026-11-12', at('22T00:00'), 10)).toBe(false)
    expect(hasWholeFunnel('2026-11-13', at('22T00:00'), 10)).toBe(true)
    expect(hasWholeFunnel('2026-11-12', at('21T23:59:59'), 10)).toBe(true)
  })
})

describe('next step of summing up days', () => {
  it('sums up no day before one minute after its end', () => {
    expect(graceMs).toBe(60_000)
    expect(nextStep('2026-11-22', at('22T23:59'), null, [])).toEqual({ do: 'nothing' })
    expect(nextStep('2026-11-22', at('23T00:00:59.999'), null, [])).toEqual({ do: 'nothing' })
    expect(nextStep('2026-11-22', at('23T00:01'), null, [])).toEqual({ do: 'look' })
  })

  it('sums up a day once the database transactions that were open at the check have ended, and checks again for a later day', () => {
    const watch = { lookedAt: at('23T00:01'), waitsFor: ['3/1', '4/7'] }
    const now = at('23T00:06')
    expect(nextStep('2026-11-22', now, watch, ['4/7', '9/9'])).toEqual({ do: 'nothing' })
    expect(nextStep('2026-11-22', now, watch, ['4/8', '9/9'])).toEqual({ do: 'fold', last: '2026-11-22' })
    expect(nextStep('2026-11-20', now, watch, [])).toEqual({ do: 'fold', last: '2026-11-22' })
    expect(nextStep('2026-11-23', at('24T00:01'), watch, [])).toEqual({ do: 'look' })
    expect(nextStep('2026-11-23', at('23T12:00'), watch, [])).toEqual({ do: 'nothing' })
  })

  it('never sums up a day while a database transaction that began on it is open', () => {
    const transaction = fc.record({ began: fc.nat(4_000), lasts: fc.nat(4_000) })
    const minute = (n: number) => new Date(Date.UTC(2026, 10, 20) + n * 60_000)
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 8 }), fc.array(fc.nat(8_000), { maxLength: 60 }), (all, looks) => {
        let watch: Parameters<typeof nextStep>[2] = null
        let next = '2026-11-20'
        for (const now of looks.toSorted((one, other) => one - other)) {
          const running = all.flatMap(({ began, lasts }, id) => (began <= now && now < began + lasts ? [`${id}`] : []))
          const step = nextStep(next, minute(now), watch, running)
          if (step.do === 'look') watch = { lookedAt: minute(now), waitsFor: running }
          if (step.do !== 'fold') continue
          const end = endOf(next)
          for (const { began, lasts } of all)
            expect(minute(began) < end && now < began + lasts, `${next} at ${now}`).toBe(false)
          next = addDays(next, 1)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
