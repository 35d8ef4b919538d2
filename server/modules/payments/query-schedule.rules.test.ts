import { describe, expect, it } from 'vitest'
import { nextQueryAt, queryBackOffSeconds, watchedUntil } from './query-schedule.rules.ts'

describe('polling of an attempt', () => {
  it('doubles the polling interval of an attempt up to five minutes', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 500].map(queryBackOffSeconds)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  })

  it('ends the polling of an attempt a day after the payment window', () => {
    const expiresAt = new Date('2026-11-20T10:00:00Z')
    expect(watchedUntil(expiresAt)).toEqual(new Date('2026-11-21T10:00:00Z'))
    expect(nextQueryAt(new Date('2026-11-21T09:54:00Z'), 9, expiresAt)).toEqual(new Date('2026-11-21T09:59:00Z'))
    expect(nextQueryAt(new Date('2026-11-21T09:56:00Z'), 9, expiresAt)).toBeNull()
  })
})

it('schedules the last status query of a payment attempt at the end of polling at the latest', () => {
  const expiresAt = new Date('2026-11-20T10:00:00Z')
  const end = new Date('2026-11-21T10:00:00Z')
  expect(nextQueryAt(new Date('2026-11-21T09:55:00.000Z'), 9, expiresAt)).toEqual(end)
  expect(nextQueryAt(new Date('2026-11-21T09:55:00.001Z'), 9, expiresAt)).toBeNull()
})
