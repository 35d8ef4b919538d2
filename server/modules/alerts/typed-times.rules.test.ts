import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTimeZone, minuteOf, readSpan, timeOf } from './typed-times.rules.ts'

it('gives each time of day one notation, and rejects other texts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_439 }), (minute) => {
      expect(timeOf(minute)).toMatch(/^\d\d:\d\d$/)
      expect(minuteOf(timeOf(minute))).toBe(minute)
    }),
  )
  expect([timeOf(0), timeOf(1_359), minuteOf('23:59')]).toEqual(['00:00', '22:39', 1_439])
  for (const none of ['', '24:00', '7:00', '07:60', '007:00', '07:000', 'x07:00', '07:00x', '07.00', 'aa:00', '07:aa'])
    expect(minuteOf(none), none).toBeUndefined()
})

it('accepts a time span across midnight, and rejects an empty one', () => {
  expect(readSpan('22:00-07:00')).toEqual({ from: 1_320, until: 420 })
  expect(readSpan(' 00:00 - 00:01 ')).toEqual({ from: 0, until: 1 })
  for (const none of ['', '22:00', '22:00-', '-07:00', '22:00-22:00', '22:00-07:00-08:00', '22:00–07:00'])
    expect(readSpan(none), none).toBeNull()
})

it('accepts a time zone only by a name that this machine knows', () => {
  for (const zone of ['UTC', 'Asia/Shanghai', 'America/Argentina/Buenos_Aires', 'Etc/GMT+8'])
    expect(isTimeZone(zone), zone).toBe(true)
  for (const none of ['', 'Mars/Olympus', '+08:00', ' UTC', 'UTC ']) expect(isTimeZone(none), none).toBe(false)
})
