import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostWaiting, newsEveryDays, planStep } from './mailings.rules.ts'

it('newsletters are sent at most once a week', () => {
  expect(newsEveryDays).toBe(7)
})

it('sends no more mails of a mailing in a minute than the rate allows, and at least one in every step', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6_000 }), (perMinute) => {
      const { people, seconds } = planStep(perMinute)
      expect(people).toBeGreaterThan(0)
      expect((people * 60) / seconds).toBeLessThanOrEqual(perMinute)
      expect(mostWaiting(perMinute)).toBeGreaterThanOrEqual(people)
    }),
  )
})
