import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testOffer } from '#web/payment/offer.test-support.ts'
import { deviceCounts, planLines } from './sort-plans.ts'

const family = testOffer(12, { id: 'family', maxDevices: 10 })
const offers = [testOffer(1), testOffer(12), testOffer(24), family]

describe('plan selector', () => {
  it('the selector has one stop per duration and keeps those sold for another number of devices', () => {
    const shown = (devices: number) =>
      planLines(offers, devices).map(({ offer, soldHere }) => `${offer.id}${soldHere ? '' : ' elsewhere'}`)
    expect(deviceCounts(offers)).toEqual([5, 10])
    expect(shown(5)).toEqual(['plan-1', 'plan-12', 'plan-24'])
    expect(shown(10)).toEqual(['plan-1 elsewhere', 'family', 'plan-24 elsewhere'])
  })

  it('the selector shows each plan for the device count once, ordered by duration', () => {
    const plans = fc.array(fc.record({ months: fc.constantFrom(1, 3, 12), maxDevices: fc.constantFrom(2, 5, 10) }), {
      maxLength: 9,
    })
    fc.assert(
      fc.property(plans, fc.constantFrom(2, 5, 10), (made, devices) => {
        const sold = made.map((more, index) => testOffer(more.months, { ...more, id: String(index) }))
        const lines = planLines(sold, devices)
        const here = lines.filter(({ soldHere }) => soldHere).map(({ offer }) => offer.id)
        expect(here.toSorted()).toEqual(
          sold
            .filter(({ maxDevices }) => maxDevices === devices)
            .map(({ id }) => id)
            .toSorted(),
        )
        const lengths = lines.map(({ offer }) => offer.months)
        expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
        expect(new Set(lengths)).toEqual(new Set(sold.map(({ months }) => months)))
        for (const { offer } of lines.filter(({ soldHere }) => !soldHere))
          expect(lengths.filter((months) => months === offer.months)).toHaveLength(1)
      }),
    )
  })
})
