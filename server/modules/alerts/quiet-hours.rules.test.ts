import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertKinds, alertTable } from '#shared/alert-kinds.ts'
import {
  isQuiet,
  localTime,
  planNotices,
  retryMinutes,
  type PendingNotice,
  type NotificationSettings,
} from './quiet-hours.rules.ts'

const minuteMs = 60_000
const at = (iso: string) => new Date(iso)
const always: NotificationSettings = { timeZone: 'UTC', quiet: null, digestAt: null, urgentThrough: true }
const owed = (kind: PendingNotice['kind'], owedAt: Date, isOver = false, level = 1): PendingNotice => ({
  kind,
  level,
  owedAt,
  isOver,
})
const none = new Map<string, Date>()
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
]

describe('operator notifications', () => {
  it('sends a notification outside quiet hours at once', () => {
    const now = at('2026-11-22T12:00:00Z')
    const what = [owed('review-opened', now)]
    expect(planNotices(what, always, none, now)).toEqual({ tell: what, drop: [], isDigest: false })
  })

  it('sends an operator one message an hour per kind, also after the clock was ahead and was set back', () => {
    const now = at('2026-11-22T12:00:00Z')
    const what = [owed('review-opened', now)]
    const told = (iso: string) => planNotices(what, always, new Map([['review-opened', at(iso)]]), now).tell.length
    expect(
      ['2026-11-22T11:00:00Z', '2026-11-22T11:00:01Z', '2026-11-22T12:00:00Z', '2026-11-23T12:00:00Z'].map(told),
    ).toEqual([1, 0, 0, 1])
  })

  it('sends the next urgent notification after ten minutes, or an hour if urgent ones respect quiet hours', () => {
    const now = at('2026-11-22T12:00:00Z')
    const what = [owed('node-down', now)]
    const told = (iso: string, wishes: NotificationSettings) =>
      planNotices(what, wishes, new Map([['node-down', at(iso)]]), now).tell.length
    const patient = { ...always, urgentThrough: false }
    expect(['2026-11-22T11:50:00Z', '2026-11-22T11:50:01Z'].map((iso) => told(iso, always))).toEqual([1, 0])
    expect(['2026-11-22T11:00:00Z', '2026-11-22T11:50:00Z'].map((iso) => told(iso, patient))).toEqual([1, 0])
  })

  it('drops an alert that ended unsent from messages, and includes it in a digest', () => {
    const now = at('2026-11-22T07:00:00Z')
    const night = at('2026-11-22T03:00:00Z')
    const wishes = { ...always, quiet: { from: 22 * 60, until: 7 * 60 } }
    const [early, late] = [owed('review-opened', night, true), owed('review-opened', now, true)]
    expect(planNotices([early, late], wishes, none, now)).toEqual({ tell: [early], drop: [late], isDigest: true })
  })

  it('delays an alert until the morning if it is urgent only when worse, unless it becomes worse', () => {
    const night = at('2026-11-22T03:00:00Z')
    const quiet = { from: 22 * 60, until: 7 * 60 }
    const told = (level: number) =>
      planNotices([owed('disk-low', night, false, level)], { ...always, quiet }, none, night).tell.length
    expect([told(1), told(2)]).toEqual([0, 1])
  })

  it('an urgent notification passes quiet hours only if the operator allows it', () => {
    const night = at('2026-11-22T03:00:00Z')
    const quiet = { from: 22 * 60, until: 7 * 60 }
    const what = [owed('node-down', night), owed('canary-stale', night)]
    expect(planNotices(what, { ...always, quiet }, none, night).tell).toEqual([what[0]])
    expect(planNotices(what, { ...always, quiet, urgentThrough: false }, none, night).tell).toEqual([])
  })

  it.each([
    // Clock changes in Berlin: from 02:00 to 03:00 on the first day, and from 03:00 back to 02:00 on the other.
    ['2026-03-29T00:59:00Z', true],
    ['2026-03-29T01:00:00Z', false],
    ['2026-10-25T00:30:00Z', true],
    ['2026-10-25T01:30:00Z', true],
    ['2026-10-25T02:00:00Z', false],
  ])('at %s in Berlin with quiet hours from 01:30 to 03:00, it is quiet: %s', (iso, expected) => {
    expect(isQuiet({ ...always, timeZone: 'Europe/Berlin', quiet: { from: 90, until: 180 } }, at(iso))).toBe(expected)
  })

  it("sends the digest at its hour in the operator's zone, even on the day when that hour is skipped", () => {
    const wishes = { ...always, timeZone: 'Europe/Berlin', digestAt: 150 }
    const what = [owed('review-opened', at('2026-03-28T22:00:00Z'))]
    const told = (iso: string) => planNotices(what, wishes, none, at(iso)).tell.length
    expect(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map(told)).toEqual([0, 1])
  })

  const wishes = fc.record({
    timeZone: fc.constantFrom(...zones),
    quiet: fc.option(fc.record({ from: fc.nat(1_439), until: fc.nat(1_439) })),
    digestAt: fc.option(fc.nat(1_439)),
    urgentThrough: fc.boolean(),
  })
  /** Random moments of a whole year, so that clock changes of many time zones occur. */
  const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2026-12-31') }).map((ms) => new Date(ms))

  it('sends a notification within 26 hours if quiet hours leave 90 minutes free, in quiet hours only if allowed, and never twice at once', () => {
    fc.assert(
      fc.property(wishes, moments, fc.constantFrom(...alertKinds), (chosen, owedAt, kind) => {
        const local = { ...chosen, digestAt: null }
        const isInQuiet = (minute: number) =>
          isQuiet({ ...local, timeZone: 'UTC' }, new Date(Date.UTC(2026, 0, 1, 0, minute)))
        fc.pre(chosen.digestAt === null || !isInQuiet(chosen.digestAt))
        const isThrough = chosen.urgentThrough && alertTable[kind].urgent === true
        let toldAt: Date | null = null
        for (let minute = 0; minute <= 26 * 60 && !toldAt; minute += 5) {
          const now = new Date(owedAt.getTime() + minute * minuteMs)
          const { tell } = planNotices([owed(kind, owedAt)], chosen, none, now)
          if (tell.length === 0) continue
          toldAt = now
          expect(isThrough || !isQuiet(chosen, now)).toBe(true)
          expect(planNotices([owed(kind, now)], chosen, new Map([[kind, now]]), now).tell).toEqual([])
        }
        // The notification is only late if quiet hours leave less than 90 minutes free between them, or between the
        // digest and the next quiet hours.
        const { quiet } = chosen
        const free = quiet && quiet.from !== quiet.until ? (quiet.from - quiet.until + 1_440) % 1_440 : 1_440
        const digestFree =
          chosen.digestAt === null || quiet === null ? 1_440 : (quiet.from - chosen.digestAt + 1_440) % 1_440
        expect(toldAt !== null || Math.min(free, digestFree) < 90).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('falls back to UTC for an unknown time zone', () => {
    const now = at('2026-11-22T08:05:00Z')
    expect(localTime(now, 'Europe/Nowhere')).toEqual({ day: '2026-11-22', minute: 8 * 60 + 5 })
    const nowhere = { ...always, timeZone: 'Europe/Nowhere', digestAt: 8 * 60 }
    const what = [owed('review-opened', at('2026-11-22T07:00:00Z'))]
    expect(planNotices(what, nowhere, none, now).tell).toEqual(what)
  })

  it('computes the local time of a zone', () => {
    expect(localTime(at('2026-07-01T12:05:00Z'), 'Asia/Kathmandu')).toEqual({ day: '2026-07-01', minute: 17 * 60 + 50 })
    expect(localTime(at('2026-07-01T23:30:00Z'), 'Europe/Berlin')).toEqual({ day: '2026-07-02', minute: 90 })
  })
})

it('tries a failing webhook nine times within about three hours', () => {
  const pauses = Array.from({ length: 9 }, (_, failed) => retryMinutes(failed + 1))
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, null])
})
