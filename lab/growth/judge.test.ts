import fc from 'fast-check'
import { expect, it } from 'vitest'
import { problemOf, tookOf } from './judge.ts'

const steady = (ms: number) => tookOf([ms, ms, ms])

it('measurements are summarized by median, 99th percentile and minimum', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(tookOf(hundred)).toEqual({ median: 51, p99: 100, least: 1 })
})

it('limits the time on a large shop to 1.25 times that on a small one for calls, 1.5 times for other cases, and two seconds', () => {
  expect(problemOf('call', steady(100), steady(127))).toBeNull()
  expect(problemOf('call', steady(100), steady(129))).toContain('1.3 × as long')
  expect(problemOf('read', steady(100), steady(150))).toBeNull()
  expect(problemOf('job', steady(100), steady(160))).toContain('1.6 × as long')
  expect(problemOf('act', steady(1_900), steady(2_100))).toContain('more than 2000 ms')
  expect(problemOf('read', steady(100), steady(1_900), 'time')).toBeNull()
  expect(problemOf('read', steady(100), steady(2_100), 'time')).toContain('more than 2000 ms')
  expect(problemOf('job', steady(100), steady(90_000), 'none')).toBeNull()
})

it('a single slow measurement is not a problem', () => {
  const time = fc.double({ min: 0.1, max: 1_900, noNaN: true })
  fc.assert(
    fc.property(time, time, (least, more) => {
      const small = steady(least)
      const slow = Math.max(least, more)
      expect(problemOf('call', small, { least, median: least, p99: slow })).toBeNull()
      expect(problemOf('call', small, { least, median: slow, p99: slow })).toBeNull()
    }),
  )
})
