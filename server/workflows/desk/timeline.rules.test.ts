import fc from 'fast-check'
import { expect, it } from 'vitest'
import { timelineEntry, buildTimeline } from './timeline.rules.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const kinds = ['status', 'attempt', 'fact', 'refund', 'review', 'time', 'act', 'note'] as const
const row = fc
  .tuple(fc.constantFrom(...kinds), fc.nat(5), fc.string({ maxLength: 3 }))
  .map(([kind, second, what]) => timelineEntry(kind, at(second), what))

it('the timeline in the console contains all rows, nothing else, sorted by time', () => {
  fc.assert(
    fc.property(fc.array(row), fc.array(row), (some, others) => {
      const way = buildTimeline(some, others)
      expect(way).toHaveLength(some.length + others.length)
      for (const each of [...some, ...others]) expect(way).toContain(each)
      for (const [index, each] of way.slice(1).entries())
        expect(each.at.getTime()).toBeGreaterThanOrEqual(way[index]!.at.getTime())
    }),
  )
})

it('timeline rows of one instant are sorted with the cause before the effect', () => {
  const told = buildTimeline(
    [timelineEntry('time', at(0), 'order'), timelineEntry('status', at(0), 'paid')],
    [timelineEntry('fact', at(0), 'paid')],
  )
  expect(told.map(({ kind }) => kind)).toEqual(['fact', 'status', 'time'])
})
