import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostWaiting, newsEveryDays, planStep } from './mailings.rules.ts'

it('news mails are sent at most once a week', () => {
  expect(newsEveryDays).toBe(7)
})

it('no minute has more messages than the rate allows, and every step sends at least one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6_000 }), (perMinute) => {
      const { people, seconds } = planStep(perMinute)
      expect(people).toBeGreaterThan(0)
      expect((people * 60) / seconds).toBeLessThanOrEqual(perMinute)
      expect(mostWaiting(perMinute)).toBeGreaterThanOrEqual(people)
    }),
  )
})
