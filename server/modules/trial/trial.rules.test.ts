import fc from 'fast-check'
import { expect, it } from 'vitest'
import { armedMinutes, minutesOf, trialStand, trialStart, type TrialClaim } from './trial.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 22) + minute * 60_000)
const waiting = (claimed: number, lapses: number, minutes: number): TrialClaim => ({
  claimedAt: at(claimed),
  minutes,
  lapsesAt: at(lapses),
  startedAt: null,
  endsAt: null,
  isCrowded: false,
})
const minute = fc.integer({ min: 0, max: 20_000 })
const length = fc.integer({ min: 1, max: 600 })
const membershipEnd = fc.option(minute, { nil: null })

it('a waiting (armed) trial lapses exactly at its time', () => {
  const claim = waiting(0, 10_080, 15)
  expect(trialStand(undefined, at(0))).toBe('none')
  expect([at(0), at(10_079), at(10_080), at(10_081)].map((now) => trialStand(claim, now))).toEqual([
    'armed',
    'armed',
    'lapsed',
    'lapsed',
  ])
})

it('the longer trial is only for invited users, in a crowded network only with an email or phone, and nobody gets less than the short one', () => {
  const offer = { short: 15, long: 180 }
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (isInvited, isCrowded, hasAddress) => {
      const isLong = isInvited && (!isCrowded || hasAddress)
      expect(minutesOf(offer, { isInvited, isCrowded, hasAddress })).toBe(isLong ? 180 : 15)
      expect(minutesOf({ short: 60, long: 30 }, { isInvited, isCrowded, hasAddress })).toBe(60)
    }),
  )
})

it('runs a started trial to its end, regardless of when it would have lapsed', () => {
  const claim = { ...waiting(0, 10, 15), startedAt: at(9), endsAt: at(24) }
  expect([at(9), at(23), at(24)].map((now) => trialStand(claim, now))).toEqual(['running', 'running', 'over'])
})

it('starts a trial once with its whole minutes, exactly if it is waiting (armed) and no membership time is running', () => {
  fc.assert(
    fc.property(minute, length, length, minute, membershipEnd, (lapses, promised, offered, now, end) => {
      const claim = waiting(0, lapses, promised)
      const membershipEndsAt = end === null ? null : at(end)
      const start = trialStart(claim, { membershipEndsAt, offered, now: at(now) })
      expect(start !== null).toBe(now < lapses && (end === null || end <= now))
      if (!start) return
      expect(start.minutes).toBe(Math.max(promised, offered))
      expect(start.endsAt).toEqual(at(now + start.minutes))
      const begun = { ...claim, minutes: start.minutes, startedAt: at(now), endsAt: start.endsAt }
      expect(trialStand(begun, at(now))).toBe('running')
      expect(trialStart(begun, { membershipEndsAt, offered, now: at(now) })).toBeNull()
      expect(trialStart(begun, { membershipEndsAt, offered, now: start.endsAt })).toBeNull()
    }),
  )
})

it('starts a trial at the moment a membership ends, and not before', () => {
  const start = (after: number) =>
    trialStart(waiting(0, 100, 15), { membershipEndsAt: at(50), offered: 15, now: at(after) })
  expect([start(49), start(50)]).toEqual([null, { minutes: 15, endsAt: at(65) }])
})

it('never makes a trial shorter than promised, even when none is offered any more', () => {
  expect(armedMinutes(15, 0)).toBe(15)
  expect(armedMinutes(15, 180)).toBe(180)
})
