import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linkingKinds, tyingKinds, weigh, weightOf, type Shared } from './signal-weights.rules.ts'
import type { SignalKind } from './signals.rules.ts'

/**
 * Expected weights of shared signals, independent of the rules: if both accounts have the signal now, and if one of
 * them only had it.
 */
const weights: readonly (readonly [kind: SignalKind, now: number, former: number])[] = [
  ['payout', 95, 80],
  ['payer', 90, 80],
  ['wallet', 45, 45],
  ['device', 80, 50],
  ['network', 15, 15],
  ['network_wide', 5, 5],
  ['network_widest', 1, 1],
  ['passkey', 1, 1],
]

it.each(weights)('weighs a shared %s as %i, and as %i when one account no longer has it', (kind, now, former) => {
  expect([weightOf({ kind, isFormer: false }), weightOf({ kind, isFormer: true })]).toEqual([now, former])
})

it('links accounts by payers, payout wallets and devices; a crypto wallet links only friends of one inviter', () => {
  expect(linkingKinds.toSorted()).toEqual(['device', 'payer', 'payout'])
  expect(tyingKinds.toSorted()).toEqual(['device', 'payer', 'payout', 'wallet'])
})

it('sorts shared signals by weight, then by name', () => {
  const all = weights.flatMap(([kind, now, former]) => [
    { kind, isFormer: false, weight: now },
    { kind, isFormer: true, weight: former },
  ])
  const some = fc.uniqueArray(fc.constantFrom(...all), { selector: ({ kind }) => kind })
  fc.assert(
    fc.property(some, (shared) => {
      const told = weigh(shared.map(({ kind, isFormer }): Shared => ({ kind, isFormer })))
      expect(new Set(told)).toEqual(new Set(shared))
      for (const [index, next] of told.slice(1).entries()) {
        const before = told[index]!
        expect(before.weight > next.weight || (before.weight === next.weight && before.kind < next.kind)).toBe(true)
      }
    }),
  )
  expect(
    weigh([
      { kind: 'payout', isFormer: true },
      { kind: 'passkey', isFormer: false },
      { kind: 'device', isFormer: false },
      { kind: 'network_widest', isFormer: false },
      { kind: 'payer', isFormer: true },
    ]).map(({ kind }) => kind),
  ).toEqual(['device', 'payer', 'payout', 'network_widest', 'passkey'])
})
