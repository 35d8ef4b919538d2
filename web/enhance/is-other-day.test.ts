import { afterEach, expect, it, vi } from 'vitest'
import { isOtherDay } from './is-other-day.ts'

const at = (zone: string) => vi.stubEnv('TZ', zone)
afterEach(() => vi.unstubAllEnvs())

it("the dates of a page may differ from the server's unless it is the same day locally and in UTC", () => {
  at('Asia/Shanghai')
  const other = (moment: string, day: string) => isOtherDay(day, new Date(moment))
  expect(other('2026-11-28T04:00Z', '2026-11-28')).toBe(false)
  expect(other('2026-11-28T04:00Z', '2026-11-27')).toBe(true)
  expect(other('2026-11-28T04:00Z', '2026-10-28')).toBe(true)
  // At this time it is 04:00 on 1 March in China, the day for which the Chinese page was rendered. In UTC it is still
  // 28 February.
  expect(other('2027-02-28T20:00Z', '2027-03-01')).toBe(true)
  expect(other('2027-02-28T20:00Z', '2027-02-28')).toBe(true)
})

it('the first and last hours of a day count as another day because of daylight saving', () => {
  at('Europe/London')
  const hours = [0, 1, 12, 22, 23].map((hour) => isOtherDay('2026-11-20', new Date(Date.UTC(2026, 10, 20, hour, 30))))
  expect(hours).toEqual([true, false, false, false, true])
})
