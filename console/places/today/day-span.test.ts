import { expect, it } from 'vitest'
import en from '#console/text/en/places/today.ts'
import { daysIn, spanOf } from './day-choice.tsx'

it('figures are labelled by the days that they cover', () => {
  const days = (until: string) => daysIn({ from: '2026-11-22T00:00:00.000Z', until })
  expect([days('2026-11-22T00:00:00.000Z'), days('2026-11-22T23:59:59.999Z')]).toEqual([1, 1])
  expect([days('2026-11-28T00:00:00.000Z'), days('2026-11-28T14:32:00.000Z')]).toEqual([7, 7])
})

it('one day is compared with the same weekday of the week before, and several days with as many days before them', () => {
  expect(spanOf(en, 1)).toEqual({ now: 'Today', before: 'A week before', daysBack: 7 })
  expect(spanOf(en, 7)).toEqual({ now: '7 days', before: 'Previous 7 days', daysBack: 7 })
  expect(spanOf(en, 30).daysBack).toBe(30)
})
