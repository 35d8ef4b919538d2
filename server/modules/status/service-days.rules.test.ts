import { describe, expect, it } from 'vitest'
import { historyDays } from '#shared/service-history.ts'
import { describeHistory, fewestDays, firstDay, stateOf } from './service-days.rules.ts'

const now = new Date('2026-11-29T10:00:00Z')
const dayBefore = (count: number) => new Date(now.getTime() - count * 86_400_000).toISOString().slice(0, 10)
const day = (count: number, { minutes = 1_440, partly = 0, down = 0 } = {}) => ({
  service: 'servers',
  day: dayBefore(count),
  minutes,
  partly,
  down,
})
const week = Array.from({ length: fewestDays }, (_, index) => day(index + 1))
const uptimeOf = (rows: ReturnType<typeof day>[]) => describeHistory(rows, now)[0]?.uptime

describe('availability by day', () => {
  it.each([
    [0, 0, null],
    [3, 0, 'up'],
    [3, 1, 'partly'],
    [3, 3, 'down'],
    [1, 1, 'down'],
  ] as const)('a service of %i parts with %i away is %s', (parts, away, state) => {
    expect(stateOf(parts, away)).toBe(state)
  })

  it('a service without measurements is absent, and so are days without any', () => {
    expect(describeHistory([], now)).toEqual([])
    const [servers, ...others] = describeHistory([day(0), day(4)], now)
    expect(servers).toMatchObject({ service: 'servers', until: '2026-11-29' })
    expect(servers?.days.map((each) => each.day)).toEqual(['2026-11-25', '2026-11-29'])
    expect(others).toEqual([])
  })

  it('the availability window has 90 days, including today', () => {
    expect(firstDay(now)).toBe(dayBefore(historyDays - 1))
    const days = describeHistory([day(historyDays), day(historyDays - 1)], now)[0]?.days
    expect(days?.map((each) => each.day)).toEqual([dayBefore(historyDays - 1)])
  })

  it('a percentage needs seven days that were measured for at least 90 %, and excludes today', () => {
    expect(uptimeOf(week)).toEqual({ percent: '100', days: 7 })
    expect(uptimeOf([day(0, { down: 600 }), ...week])).toEqual({ percent: '100', days: 7 })
    expect(uptimeOf(week.slice(1))).toBeNull()
    expect(uptimeOf([day(0), ...week.slice(1)])).toBeNull()
    expect(uptimeOf([day(1, { minutes: 1_295 }), ...week.slice(1)])).toBeNull()
    expect(uptimeOf([day(1, { minutes: 1_296 }), ...week.slice(1)])).toMatchObject({ days: 7 })
  })

  it('an outage of a minute shows in the percentage, and a partial one does not lower it', () => {
    expect(uptimeOf([day(1, { down: 1 }), ...week.slice(1)])?.percent).toBe('99.99')
    const month = Array.from({ length: 30 }, (_, index) => day(index + 1))
    expect(uptimeOf([day(1, { down: 1 }), ...month.slice(1)])?.percent).toBe('99.99')
    expect(uptimeOf([day(1, { down: 144 }), ...week.slice(1)])?.percent).toBe('98.57')
    expect(uptimeOf([day(1, { partly: 300 }), ...week.slice(1)])?.percent).toBe('100')
  })
})
