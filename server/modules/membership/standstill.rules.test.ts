import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noteOf, secondsStoodStill, standstillId, standstillNote } from './standstill.rules.ts'
import { addTime, expiryOf, openLedger, takeBack, type GrantSource, type TimeLedger } from './time-ledger.rules.ts'

const start = Date.UTC(2026, 0, 1)
const at = (seconds: number) => new Date(start + seconds * 1000)

type Step = { readonly at: number; readonly gives: number } | { readonly at: number; readonly takes: number }

/**
 * Builds a membership ledger as the product does, and independently a counter of the remaining time that stops at
 * `since`.
 */
function follow(steps: readonly Step[], since: number, now: number) {
  let ledger: TimeLedger = openLedger('ann', [])
  let ids = 0
  let left = 0
  let clock = 0
  const tick = (until: number) => {
    left -= Math.max(0, Math.min(until, since) - clock)
    clock = Math.max(clock, Math.min(until, since))
  }
  const given: { sourceId: string; seconds: number }[] = []
  for (const step of steps.toSorted((a, b) => a.at - b.at)) {
    tick(step.at)
    const newIds = { now: at(step.at), newId: () => `id ${++ids}` }
    if ('gives' in step) {
      const time = { source: 'order', sourceId: `order ${given.length}`, seconds: step.gives, note: null } as const
      ledger = addTime(ledger, time, newIds)!
      given.push(time)
      left = Math.max(0, left) + step.gives
      continue
    }
    const taken = given[step.takes % Math.max(1, given.length)]
    const reversal = {
      source: 'order',
      sourceId: taken?.sourceId ?? '',
      reversedBy: `back ${ids}`,
      note: null,
    } as const
    const after = takeBack(ledger, reversal, [], newIds)
    if (!after) continue
    ledger = after
    left -= taken!.seconds
  }
  tick(now)
  return { ledger, left: Math.max(0, left) }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ at: fc.nat(1_000), gives: fc.integer({ min: 1, max: 800 }) }),
  fc.record({ at: fc.nat(1_000), takes: fc.nat(10) }),
)
const plain = (source: GrantSource, seconds: number): TimeLedger =>
  addTime(openLedger('ann', []), { source, sourceId: 'x', seconds, note: null }, { now: at(0), newId: () => 'x' })!

describe('membership time paused while the account is blocked', () => {
  it('gives back the time that was left or the length of the block, whichever is less', () => {
    const { entries } = plain('order', 100)
    expect(secondsStoodStill(entries, at(40), at(70))).toBe(30)
    expect(secondsStoodStill(entries, at(40), at(500))).toBe(60)
    expect(secondsStoodStill(entries, at(100), at(500))).toBe(0)
    expect(secondsStoodStill([], at(0), at(500))).toBe(0)
  })

  it('time paid during a block is paused from then on, and refunded time is not', () => {
    const bought = follow(
      [
        { at: 0, gives: 100 },
        { at: 50, gives: 1_000 },
      ],
      40,
      540,
    )
    expect(secondsStoodStill(bought.ledger.entries, at(40), at(540))).toBe(500)
    const refunded = follow(
      [
        { at: 0, gives: 100 },
        { at: 50, takes: 0 },
      ],
      40,
      540,
    )
    expect(secondsStoodStill(refunded.ledger.entries, at(40), at(540))).toBe(0)
  })

  it('does not pause a trial', () => {
    expect(secondsStoodStill(plain('trial', 100).entries, at(40), at(70))).toBe(0)
  })

  it('gives back a time between zero and the block length that equals that of a paused clock', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(1_000), fc.nat(1_000), (steps, since, lasted) => {
        const now = since + lasted
        const { ledger, left } = follow(
          steps.filter((each) => each.at <= now),
          since,
          now,
        )
        const seconds = secondsStoodStill(ledger.entries, at(since), at(now))
        expect(seconds).toBeGreaterThanOrEqual(0)
        expect(seconds).toBeLessThanOrEqual(lasted)
        const back = { source: 'operator', sourceId: 'back', seconds, note: null } as const
        const after = seconds === 0 ? ledger : addTime(ledger, back, { now: at(now), newId: () => 'back' })!
        expect(Math.max(0, ((expiryOf(after)?.getTime() ?? 0) - at(now).getTime()) / 1000)).toBe(left)
      }),
      { numRuns: 2_000 },
    )
  })

  it("shows the automatic note about paused time in the reader's language, and a note typed by an operator unchanged", () => {
    const grant = { source: 'operator', sourceId: standstillId('ann', at(0)), note: standstillNote.en } as const
    expect([noteOf(grant, 'en'), noteOf(grant, 'zh-CN')]).toEqual([standstillNote.en, standstillNote['zh-CN']])
    expect(noteOf({ source: 'operator', sourceId: 'another', note: 'for you' }, 'zh-CN')).toBe('for you')
  })
})
