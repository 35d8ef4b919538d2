import { describe, expect, it } from 'vitest'
import {
  dueAt,
  judgeChange,
  lapsesAt,
  restHours,
  restsUntil,
  untoldWaitHours,
  waitHours,
} from './account-changes.rules.ts'

const at = (hours: number): Date => new Date(Date.parse('2026-11-23T00:00:00Z') + hours * 3_600_000)
const free = { isBlocked: false, isOvertaken: false, isLeaving: false }
const factor = { kind: 'factor', dueAt: at(24), lapsesAt: at(240), confirmedAt: null } as const
const email = { ...factor, kind: 'email' } as const

describe('account change', () => {
  it('makes a change wait a day, or a week when nobody could be notified', () => {
    expect([waitHours, untoldWaitHours]).toEqual([24, 168])
    expect(dueAt(at(0), true)).toEqual(at(waitHours))
    expect(dueAt(at(0), false)).toEqual(at(untoldWaitHours))
    expect(lapsesAt(at(0)) > dueAt(at(0), false)).toBe(true)
  })

  it.each([
    [factor, 23.99, free, 'waiting'],
    [factor, 24, free, 'done'],
    [factor, 500, free, 'done'],
    [factor, 24, { ...free, isBlocked: true }, 'failed'],
    [factor, 1, { ...free, isBlocked: true }, 'waiting'],
    [factor, 1, { ...free, isOvertaken: true }, 'stopped'],
    [factor, 24, { ...free, isBlocked: true, isOvertaken: true }, 'stopped'],
    [factor, 24, { ...free, isLeaving: true }, 'stopped'],
    [email, 24, free, 'waiting'],
    [email, 239.99, free, 'waiting'],
    [email, 240, free, 'lapsed'],
    [{ ...email, confirmedAt: at(1) }, 23, free, 'waiting'],
    [{ ...email, confirmedAt: at(1) }, 24, free, 'done'],
    [{ ...email, confirmedAt: at(239) }, 241, free, 'done'],
    [{ ...email, confirmedAt: at(1) }, 24, { ...free, isBlocked: true }, 'failed'],
    [{ ...email, confirmedAt: at(1) }, 24, { ...free, isOvertaken: true }, 'stopped'],
    [{ ...email, confirmedAt: at(1) }, 23, { ...free, isLeaving: true }, 'stopped'],
  ] as const)('an account change with %j is, after %f hours and with %j, %s', (change, hours, seen, state) => {
    expect(judgeChange(change, at(hours), seen)).toBe(state)
  })

  it('allows the next change after three days', () => {
    expect(restsUntil(null, at(0))).toBeNull()
    expect(restsUntil(at(0), at(restHours - 0.01))).toEqual(at(restHours))
    expect(restsUntil(at(0), at(restHours))).toBeNull()
  })
})
