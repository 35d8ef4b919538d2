import { describe, expect, it } from 'vitest'
import {
  absoluteLifeDays,
  graceSeconds,
  idleLifeDays,
  isTokenAlive,
  registerTokenMinutes,
  shouldRotate,
  shouldTouch,
  type TokenState,
} from './sessions.rules.ts'

const now = new Date('2026-11-22T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
const token = (change: Partial<TokenState> = {}): TokenState => ({
  kind: 'full',
  issuedAt: ago(0),
  supersededAt: null,
  lastSeenAt: ago(0),
  sessionEndsAt: new Date(now.getTime() + day),
  sessionEndedAt: null,
  ...change,
})
const isAlive = (change: Partial<TokenState>) => isTokenAlive(token(change), now)

it('a session ends after 30 days or 7 idle ones, a rotated token after 60 seconds, a register token after 15 minutes', () => {
  expect({ absoluteLifeDays, idleLifeDays, graceSeconds, registerTokenMinutes }).toEqual({
    absoluteLifeDays: 30,
    idleLifeDays: 7,
    graceSeconds: 60,
    registerTokenMinutes: 15,
  })
})

describe('session token', () => {
  it('accepts a token until its session ends, and not at that instant', () => {
    expect(isAlive({})).toBe(true)
    expect(isAlive({ sessionEndsAt: new Date(now.getTime() + 1) })).toBe(true)
    expect(isAlive({ sessionEndsAt: now })).toBe(false)
    expect(isAlive({ sessionEndedAt: ago(1) })).toBe(false)
    expect(isAlive({ sessionEndedAt: new Date(now.getTime() + day) })).toBe(false)
  })

  it('accepts a token for seven days without use, and not a millisecond longer', () => {
    expect(isAlive({ lastSeenAt: ago(7 * day) })).toBe(true)
    expect(isAlive({ lastSeenAt: ago(7 * day + 1) })).toBe(false)
  })

  it('accepts a replaced token for sixty more seconds', () => {
    expect(isAlive({ supersededAt: ago(60 * second) })).toBe(true)
    expect(isAlive({ supersededAt: ago(60 * second + 1) })).toBe(false)
  })

  it('accepts a register token for fifteen minutes, and a full token longer', () => {
    expect(isAlive({ kind: 'register', issuedAt: ago(15 * minute) })).toBe(true)
    expect(isAlive({ kind: 'register', issuedAt: ago(15 * minute + 1) })).toBe(false)
    expect(isAlive({ kind: 'full', issuedAt: ago(16 * minute) })).toBe(true)
  })

  it('rotates a token after an hour, a register token at once, and only once', () => {
    expect(shouldRotate(token({ issuedAt: ago(60 * minute) }), now)).toBe(false)
    expect(shouldRotate(token({ issuedAt: ago(60 * minute + 1) }), now)).toBe(true)
    expect(shouldRotate(token({ kind: 'register' }), now)).toBe(true)
    expect(shouldRotate(token({ issuedAt: ago(2 * day), supersededAt: ago(1) }), now)).toBe(false)
    expect(shouldRotate(token({ kind: 'register', supersededAt: ago(1) }), now)).toBe(false)
  })

  it('stores the last use of a session at most every five minutes', () => {
    expect(shouldTouch(token({ lastSeenAt: ago(5 * minute) }), now)).toBe(false)
    expect(shouldTouch(token({ lastSeenAt: ago(5 * minute + 1) }), now)).toBe(true)
  })
})
