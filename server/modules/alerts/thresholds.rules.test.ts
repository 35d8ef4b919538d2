import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canaryLevel,
  backupLevel,
  certificateLevel,
  diskLevel,
  isLate,
  messagesLevel,
  methodFall,
  poolLevel,
  reviewLevel,
  smsLevel,
  stockLevel,
} from './thresholds.rules.ts'

const levels = { smsLevel, stockLevel, poolLevel }

describe.each(Object.entries(levels))('alert level of %s', (_name, level) => {
  it('the alert level is highest when nothing is left, and an open alert never ends where a new one would begin', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 200 }), (left, total) => {
        expect(level(0, total, false)).toEqual({ level: 2 })
        expect(level(left, total, false) === null || level(left, total, true) !== null).toBe(true)
        expect(level(left, 0, false)).toBeNull()
      }),
    )
  })
})

it('each limited resource has its own alert threshold', () => {
  expect([
    smsLevel(20, 100, false),
    smsLevel(19, 100, false),
    smsLevel(29, 100, true),
    smsLevel(30, 100, true),
  ]).toEqual([null, { level: 1 }, { level: 1 }, null])
  expect([
    stockLevel(5, 20, false),
    stockLevel(4, 20, false),
    stockLevel(1, 1, false),
    stockLevel(99, 1_000, false),
  ]).toEqual([null, { level: 1 }, null, { level: 1 }])
  expect([poolLevel(20, 100, false), poolLevel(19, 100, false)]).toEqual([null, { level: 1 }])
  expect([isLate(600, false), isLate(601, false), isLate(301, true), isLate(300, true)]).toEqual([
    false,
    true,
    true,
    false,
  ])
})

it('unsent messages are an alert, at a higher level from five or from half an hour on', () => {
  const since = new Date('2026-11-23T12:00:00Z')
  const at = (waiting: number, minutes: number) =>
    messagesLevel(waiting, since, new Date(since.getTime() + minutes * 60_000))?.level ?? 0
  expect([at(0, 6), at(1, 6), at(4, 29.9), at(5, 6), at(1, 30)]).toEqual([0, 1, 1, 2, 2])
})

it('a backup is late after 36 hours, and at a higher level after three days', () => {
  const last = new Date('2026-11-22T03:40:00Z')
  const at = ['2026-11-23T15:40:00Z', '2026-11-23T15:40:01Z', '2026-11-25T03:40:00Z', '2026-11-25T03:40:01Z']
  expect(at.map((iso) => backupLevel(last, new Date(iso))?.level ?? 0)).toEqual([0, 1, 1, 2])
})

it.each([
  ['a disk of 10 GiB', 10, [1.01, 0.99, 0.41, 0.39], [0, 1, 1, 2]],
  ['a disk of 100 GiB', 100, [10.1, 9.9, 4.1, 3.9], [0, 1, 1, 2]],
  ['a disk of 8 TiB', 8_192, [20.1, 19.9, 4.1, 3.9], [0, 1, 1, 2]],
])('the alert level of %s follows from its free space', (_disk, total, free, expected) => {
  const gib = 2 ** 30
  expect(free.map((each) => diskLevel(each * gib, total * gib, false)?.level ?? 0)).toEqual(expected)
})

it('an open alert about disk space ends when the free space is one and a half times the limit', () => {
  const gib = 2 ** 30
  expect([14.9, 15.1].map((free) => diskLevel(free * gib, 100 * gib, true)?.level ?? 0)).toEqual([1, 0])
  expect(diskLevel(0, 0, false)).toBeNull()
})

it.each([
  // Let's Encrypt issues certificates for 90 days, renewed with 30 days left; for 45 days from 2027 on; and for six
  // days.
  ['90 days', 90, [30, 14.1, 14, 3.1, 3, -1], [0, 0, 1, 1, 2, 2]],
  ['45 days', 45, [15, 9.1, 9, 3.1, 3, -1], [0, 0, 1, 1, 2, 2]],
  ['6 days', 6, [2.1, 1.3, 1.2, 0.5, 0.4, -1], [0, 0, 1, 1, 2, 2]],
])('a certificate of %s is alerted when it should have been renewed', (_life, days, left, expected) => {
  const dayMs = 86_400_000
  const now = new Date('2026-11-22T00:00:00Z')
  const level = (daysLeft: number) => {
    const until = new Date(now.getTime() + daysLeft * dayMs)
    return certificateLevel(new Date(until.getTime() - days * dayMs), until, now)?.level ?? 0
  }
  expect(left.map(level)).toEqual(expected)
})

it('opens an alert seven days before the last day of a canary statement, and raises its level after it', () => {
  const told = (iso: string) => canaryLevel('2026-11-22', new Date(iso))?.level ?? 0
  expect(
    ['2026-11-15T23:59:59Z', '2026-11-16T00:00:00Z', '2026-11-22T23:59:59Z', '2026-11-23T00:00:00Z'].map(told),
  ).toEqual([0, 1, 1, 2])
})

it("opens an alert after half of a review's target time, and raises its level after all of it", () => {
  const opened = new Date('2026-11-22T00:00:00Z')
  const told = (iso: string) => reviewLevel(opened, 24, new Date(iso))?.level ?? 0
  expect(
    ['2026-11-22T12:00:00Z', '2026-11-22T12:00:01Z', '2026-11-23T00:00:00Z', '2026-11-23T00:00:01Z'].map(told),
  ).toEqual([0, 1, 1, 2])
})

describe('success rate of a payment method', () => {
  const before = { tried: 1_000, paid: 800 }
  it("opens an alert five points below a method's mean if that is significant, and resolves it nearer to the mean", () => {
    expect(methodFall({ tried: 1_000, paid: 751 }, before, false)).toBeNull()
    expect(methodFall({ tried: 1_000, paid: 750 }, before, false)).toEqual({ now: 75, mean: 80 })
    expect(methodFall({ tried: 100, paid: 75 }, before, false)).toBeNull()
    expect(methodFall({ tried: 100, paid: 60 }, before, false)).toEqual({ now: 60, mean: 80 })
    expect(methodFall({ tried: 39, paid: 0 }, before, false)).toBeNull()
    expect(methodFall({ tried: 1_000, paid: 769 }, before, true)).toEqual({ now: 77, mean: 80 })
    expect(methodFall({ tried: 1_000, paid: 770 }, before, true)).toBeNull()
  })

  it('never opens an alert for a method at or above its mean', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.boolean(), (tried, paid, more, isOpen) => {
        const mean = { tried: tried + paid, paid }
        expect(methodFall({ tried: mean.tried, paid: Math.min(mean.tried, paid + more) }, mean, isOpen)).toBeNull()
      }),
    )
  })
})
