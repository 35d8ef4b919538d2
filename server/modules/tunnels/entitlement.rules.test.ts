import { describe, expect, it } from 'vitest'
import { deriveEntitlement, noTerms, type Terms } from './entitlement.rules.ts'

const now = new Date('2026-03-01T00:00:00Z')
const later = new Date('2026-03-01T00:00:01Z')
const derive = (terms: Partial<Terms>) => deriveEntitlement('wf_someone', { ...noTerms, ...terms }, now)

describe('entitlement', () => {
  it('a user who was never a member has no entitlement', () => {
    expect(derive({})).toEqual({
      subject: 'wf_someone',
      version: 0,
      state: 'expired',
      validUntil: null,
      maxDevices: 1,
      plan: 'paid',
    })
  })

  it('an entitlement ends exactly when the membership ends', () => {
    expect(derive({ expiresAt: later, maxDevices: 5, version: 7 })).toMatchObject({
      state: 'active',
      validUntil: later,
      maxDevices: 5,
      version: 7,
    })
    expect(derive({ expiresAt: now })).toMatchObject({ state: 'expired', validUntil: now })
  })

  it('a block suspends the entitlement without changing its time, and erasure removes it', () => {
    expect(derive({ expiresAt: later, blockedAt: now })).toMatchObject({ state: 'blocked', validUntil: later })
    expect(derive({ expiresAt: later, blockedAt: now, erasedAt: now })).toMatchObject({
      state: 'erased',
      validUntil: null,
    })
  })

  it('an entitlement is a trial once only trial time is left', () => {
    expect(derive({ expiresAt: later, trialFrom: now }).plan).toBe('trial')
    expect(derive({ expiresAt: later, trialFrom: later }).plan).toBe('paid')
  })
})
