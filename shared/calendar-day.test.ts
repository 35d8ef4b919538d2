import { expect, it } from 'vitest'
import { isCalendarDay, isMoment } from './calendar-day.ts'

it.each(['2026-12-31', '2028-02-29', '2000-02-29', '2026-01-01'])('%s is a calendar day', (text) => {
  expect([isCalendarDay(text), isMoment(text)]).toEqual([true, true])
})
it.each([
  '2026-11-31',
  '2026-02-30',
  '2027-02-29',
  '2100-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '2026',
  '1',
  '-1',
  'Nov 22',
  'tomorrow 5',
  '11/22/2026',
  '+010000-01-01',
  ' 2026-12-31',
  '2026-12-31\n',
  '',
])('%j is not a calendar day', (text) => {
  expect([isCalendarDay(text), isMoment(text)]).toEqual([false, false])
})
it.each(['2026-12-31T18:00Z', '2026-12-31T18:00:30+08:00', '2026-12-31T18:00:30.125-03:30'])(
  'the text %s is a valid time',
  (text) => {
    expect([isCalendarDay(text), isMoment(text)]).toEqual([false, true])
  },
)
it.each(['2026-12-31T18:00', '2026-12-31 18:00Z', '2026-11-31T18:00Z', '2026-12-31T25:00Z', '2026-12-31T18:00+99:00'])(
  '%s is not a point in time with a time zone',
  (text) => {
    expect(isMoment(text)).toBe(false)
  },
)
