import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeZone,
  clockAt,
  isTimeZone,
  monthAfter,
  monthAt,
  monthBefore,
  dayAt,
  dayEnd,
  dayStart,
  monthEnd,
  zoneOf,
  type MonthZones,
} from './month-zones.ts'

// Time zones with offsets of whole, half and quarter hours, the largest and smallest offset, and clock changes at
// midnight or by half an hour.
const zone = fc.constantFrom(
  'UTC',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Asuncion',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
)
const month = fc
  .tuple(fc.integer({ min: 2012, max: 2040 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, '0')}`)
const zones: fc.Arbitrary<MonthZones> = fc
  .uniqueArray(fc.record({ from: month, zone }), { selector: ({ from }) => from, maxLength: 6 })
  .map((of) => of.toSorted((one, other) => (one.from < other.from ? -1 : 1)))
const moment = fc.date({ min: new Date('2012-02-01'), max: new Date('2040-11-30'), noInvalidDate: true })
describe('months in time zones', () => {
  it('each moment lies in exactly one month', () => {
    fc.assert(
      fc.property(zones, moment, (of, at) => {
        const near = monthAt(of, at)
        const candidates = [
          monthBefore(monthBefore(near)),
          monthBefore(near),
          near,
          monthAfter(near),
          monthAfter(monthAfter(near)),
        ]
        const holding = candidates.filter((each) => monthEnd(of, monthBefore(each)) <= at && at < monthEnd(of, each))
        expect(holding).toEqual([near])
      }),
      { numRuns: 300 },
    )
  })

  it("a month ends exactly when its zone's clock reaches the first of the next month", () => {
    fc.assert(
      fc.property(zones, month, (of, each) => {
        const [end, own] = [monthEnd(of, each).getTime(), zoneOf(of, each)]
        const shown = (at: number) => new Date(clockAt(own, at)).toISOString().slice(0, 10)
        expect(shown(end)).toBe(`${monthAfter(each)}-01`)
        expect(shown(end - 1) < `${monthAfter(each)}-01`).toBe(true)
        expect([monthAt(of, new Date(end - 1)), monthAt(of, new Date(end))]).toEqual([each, monthAfter(each)])
      }),
      { numRuns: 300 },
    )
  })

  it('a changed zone applies from the next month, and earlier months keep their ends', () => {
    fc.assert(
      fc.property(zones, moment, zone, month, (of, now, wanted, each) => {
        const [current, changed] = [monthAt(of, now), changeZone(of, now, wanted)]
        expect(monthAt(changed, now)).toBe(current)
        const past = each <= current ? each : current
        expect(monthEnd(changed, past)).toEqual(monthEnd(of, past))
        expect(zoneOf(changed, each > current ? each : monthAfter(current))).toBe(wanted)
        expect(changeZone(changed, now, wanted)).toEqual(changed)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['UTC', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['Asia/Shanghai', '2026-12', '2026-12-31T16:00:00.000Z'],
    ['America/New_York', '2026-10', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11', '2026-12-01T05:00:00.000Z'],
    // Havana sets clocks back from one o'clock to midnight, so midnight occurs twice; the month ends at the first
    // midnight.
    ['America/Havana', '2026-10', '2026-11-01T04:00:00.000Z'],
    // Asuncion's clocks jumped from midnight to one o'clock, so the month ended at that jump.
    ['America/Asuncion', '2017-09', '2017-10-01T04:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-12', '2026-12-31T10:00:00.000Z'],
  ])('in the time zone %s, the month %s ends at %s', (own, each, end) => {
    expect(monthEnd([{ from: '2012-01', zone: own }], each).toISOString()).toBe(end)
  })

  it('each moment lies in exactly one day, and that day in the month of the moment', () => {
    fc.assert(
      fc.property(zones, moment, (of, at) => {
        const day = dayAt(of, at)
        expect(dayStart(of, day) <= at && at < dayEnd(of, day)).toBe(true)
        expect(day.slice(0, 7)).toBe(monthAt(of, at))
        expect(dayStart(of, `${day.slice(0, 7)}-01`)).toEqual(monthEnd(of, monthBefore(day.slice(0, 7))))
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['UTC', '2026-11-29', '2026-11-29T00:00:00.000Z', 24],
    ['Asia/Shanghai', '2026-11-29', '2026-11-28T16:00:00.000Z', 24],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/Asuncion', '2017-10-01', '2017-10-01T04:00:00.000Z', 23],
  ])('in the time zone %s, the day %s begins at %s and lasts %i hours', (own, day, start, hours) => {
    const of = [{ from: '2012-01', zone: own }]
    expect(dayStart(of, day).toISOString()).toBe(start)
    expect((dayEnd(of, day).getTime() - dayStart(of, day).getTime()) / 3_600_000).toBe(hours)
  })

  it('months without a zone use UTC', () => {
    const isUtc = fc.property(moment, (at) => {
      expect(monthAt([], at)).toBe(at.toISOString().slice(0, 7))
    })
    fc.assert(isUtc)
  })
})

it.each(['Asia/Shanghai', 'UTC', 'Etc/GMT+12', 'America/Argentina/Ushuaia', 'Asia/Kolkata'])(
  'the name %s is a time zone',
  (text) => {
    expect(isTimeZone(text)).toBe(true)
  },
)
it.each(['+08:00', '', 'Mars/Base', '8', 'Asia/Shanghai ', 'UTC\n', 'A'.repeat(70)])(
  'the text "%s" is no time zone',
  (text) => {
    expect(isTimeZone(text)).toBe(false)
  },
)
