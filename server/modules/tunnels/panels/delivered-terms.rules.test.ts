import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noTerms, type Terms } from '../entitlement.rules.ts'
import { findDrift, isHandedOver, viewOf, type Plan } from './delivered-terms.rules.ts'

const now = new Date('2026-03-01T00:00:00Z')
const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const view = (terms: Partial<Terms>, serves: readonly Plan[], when = now, revision = 1) =>
  viewOf('wf_x', { ...noTerms, version: 4, ...terms }, { serves, revision }, when)

describe('entitlement sent to a provider', () => {
  it('sends the entitlement to a provider that serves the plan', () => {
    expect(view({ expiresAt: at(5), maxDevices: 3 }, ['paid'])).toEqual({
      told: { subject: 'wf_x', version: 10, state: 'active', validUntil: at(5), maxDevices: 3, plan: 'paid' },
      nextAt: null,
    })
    expect(view({ expiresAt: at(5), trialFrom: at(-1) }, ['trial']).told).toMatchObject({
      state: 'active',
      version: 11,
      plan: 'trial',
    })
  })

  it('sends an ended entitlement to a provider that does not serve the plan', () => {
    expect(view({ expiresAt: at(5) }, ['trial'])).toMatchObject({
      told: { state: 'expired', validUntil: null },
      nextAt: null,
    })
    expect(view({ expiresAt: at(5), trialFrom: at(-1) }, ['paid']).told).toMatchObject({
      state: 'expired',
      validUntil: null,
    })
    expect(view({ expiresAt: at(5) }, []).told.state).toBe('expired')
  })

  it('ends the entitlement where paid time becomes a trial that the provider does not serve, and reports the trial only to providers that serve it', () => {
    const terms = { expiresAt: at(5), trialFrom: at(2) }
    expect(view(terms, ['paid'])).toMatchObject({
      told: { state: 'active', validUntil: at(2), version: 10 },
      nextAt: at(2),
    })
    expect(view(terms, ['paid', 'trial'])).toMatchObject({ told: { validUntil: at(5) }, nextAt: at(2) })
    expect(view(terms, ['trial'])).toMatchObject({ told: { state: 'expired' }, nextAt: at(2) })
    expect(view(terms, ['trial'], at(2))).toMatchObject({
      told: { state: 'active', validUntil: at(5), version: 11 },
      nextAt: null,
    })
  })

  it('sends a block or an erasure whichever plans the provider serves', () => {
    expect(view({ expiresAt: at(5), blockedAt: now }, []).told).toMatchObject({ state: 'blocked' })
    expect(view({ expiresAt: at(5), erasedAt: now }, ['paid']).told).toMatchObject({
      state: 'erased',
      validUntil: null,
    })
  })

  it('raises the version of an entitlement when the provider serves other plans', () => {
    const terms = { expiresAt: at(5), trialFrom: at(-1) }
    const [before, after] = [view(terms, ['trial'], now, 3).told, view(terms, ['paid'], now, 4).told]
    expect([before.state, after.state]).toEqual(['active', 'expired'])
    expect(after.version).toBeGreaterThan(before.version)
  })

  it('raises the version of an entitlement after every change by action or time', () => {
    const terms = fc.record({
      trial: fc.option(fc.integer({ min: -5, max: 5 }), { nil: null }),
      version: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(
        terms,
        terms,
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        (a, b, early, later) => {
          const told = (one: typeof a, hours: number) =>
            view(
              { expiresAt: at(20), trialFrom: one.trial === null ? null : at(one.trial), version: one.version },
              ['paid', 'trial'],
              at(hours),
            ).told
          const [first, second] = [told(a, Math.min(early, later)), told(b, Math.max(early, later))]
          expect(second.version > first.version || b.version <= a.version).toBe(true)
          const same = told(a, Math.max(early, later))
          expect(same.version - first.version).toBe(same.plan === first.plan ? 0 : 1)
        },
      ),
    )
  })
})

describe('trial that became paid', () => {
  const terms = (more: Partial<Terms>): Terms => ({
    version: 1,
    expiresAt: at(5),
    maxDevices: 3,
    trialFrom: null,
    blockedAt: null,
    erasedAt: null,
    ...more,
  })
  it.each<[string, Partial<Terms>, Plan[], boolean]>([
    ['a user who pays now', {}, ['trial'], true],
    ['a user who pays now, at a provider of both', {}, ['trial', 'paid'], false],
    ['a user who pays now, at a provider of paid plans only', {}, ['paid'], false],
    ['a user who pays now, at a provider that serves nobody', {}, [], false],
    ['a trial that still runs', { trialFrom: at(-1) }, ['trial'], false],
    ['a trial after paid time', { trialFrom: at(1) }, ['trial'], true],
    ['a blocked user', { blockedAt: at(-1) }, ['trial'], false],
    ['an erased user', { erasedAt: at(-1) }, ['trial'], false],
    ['a membership that is over', { expiresAt: at(-1) }, ['trial'], false],
  ])(
    'decides whether a provider of trials hands a user over to a provider of paid plans: %s',
    (_name, more, serves, handed) => {
      expect(isHandedOver(terms(more), serves, now)).toBe(handed)
    },
  )
})

describe('drift of a user at a provider', () => {
  const open = view({ expiresAt: at(5), maxDevices: 3 }, ['paid']).told
  const closed = view({ expiresAt: at(5) }, []).told
  const seen = { isOpen: true, validUntil: at(5), maxDevices: 3 }
  it.each([
    [open, seen, null],
    [open, { ...seen, validUntil: new Date(at(5).getTime() + 1_999) }, null],
    [open, { ...seen, validUntil: new Date(at(5).getTime() + 2_000) }, 'a later end there'],
    [open, { ...seen, validUntil: null }, 'a later end there'],
    [open, { ...seen, validUntil: new Date(at(5).getTime() - 2_000) }, 'an earlier end there'],
    [open, { ...seen, validUntil: new Date(at(5).getTime() - 1_999) }, null],
    [open, { ...seen, maxDevices: null }, null],
    [open, { ...seen, maxDevices: 4 }, 'another number of devices'],
    [open, { ...seen, isOpen: false }, 'closed there'],
    [open, null, 'missing there'],
    [closed, seen, 'open there'],
    [closed, { ...seen, isOpen: false }, null],
    [closed, null, null],
    [{ ...closed, state: 'erased' as const }, { ...seen, isOpen: false }, 'open there'],
    [{ ...closed, state: 'erased' as const }, null, null],
  ])('entitlement %o compared with %o gives the difference %s', (told, there, drift) => {
    expect(findDrift(told, there)).toBe(drift)
  })
})
