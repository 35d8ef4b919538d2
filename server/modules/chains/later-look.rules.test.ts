import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinStatements, judgeLaterLook, nextAbsentSince, type PaymentFinding } from './later-look.rules.ts'

const start = new Date('2026-11-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const day = 86_400_000

it.each([
  ['paid', 'confirmed', 'confirmed'],
  ['different', 'mismatch', 'mismatch'],
  ['stale', 'mismatch', 'mismatch'],
  // A blockchain transaction that no node knows may be pending at first, but not a day later.
  ['absent', null, 'mismatch'],
  ['early', null, null],
  ['contradicted', null, null],
  ['unreachable', null, null],
] as const)(
  'finding %s in a check means %s at once, and %s one day after the transaction became unknown to all nodes',
  (finding, atOnce, later) => {
    expect(judgeLaterLook(finding, null, after(9 * day))).toBe(atOnce)
    expect(judgeLaterLook(finding, start, after(day - 1))).toBe(atOnce)
    expect(judgeLaterLook(finding, start, after(day))).toBe(later)
  },
)

it('treats a transaction as absent only after two checks a day apart in which no node knew it', () => {
  const undecided = ['absent', 'early', 'contradicted', 'unreachable'] as const satisfies PaymentFinding[]
  const looks = fc.array(
    fc.record({
      finding: fc.constantFrom('absent', 'absent', 'absent', ...undecided),
      afterMs: fc.integer({ min: 1, max: day }),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(looks, (some) => {
      let at = 0
      let absentSince: Date | null = null
      const answered: { finding: PaymentFinding; at: number }[] = []
      for (const { finding, afterMs } of some) {
        at += afterMs
        const verdict = judgeLaterLook(finding, absentSince, after(at))
        if (finding !== 'unreachable') answered.push({ finding, at })
        const row = answered.slice(answered.findLastIndex((look) => look.finding !== 'absent') + 1)
        const isDenied = finding === 'absent' && at - (row[0]?.at ?? at) >= day
        expect(verdict).toBe(isDenied ? 'mismatch' : null)
        absentSince = nextAbsentSince(finding, absentSince, after(at))
      }
    }),
  )
})

const statement = fc.constantFrom('absent', 'early', 'different', 'stale')

it('judges a transaction absent only if all nodes say so, and unreachable only if no node answers', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 4 }), fc.integer({ min: 1, max: 2 }), (some, needed) => {
      const joined = joinStatements(some, needed)
      expect(joined === 'unreachable').toBe(some.length === 0)
      expect(joined === 'absent').toBe(some.length > 0 && some.every((each) => each === 'absent'))
    }),
  )
})

it('judges a transaction a mismatch only if enough nodes report one and none contradicts', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 4 }), fc.integer({ min: 1, max: 2 }), (some, needed) => {
      const joined = joinStatements(some, needed)
      const shown = some.filter((each) => each !== 'absent')
      const isDenied = (joined === 'different' || joined === 'stale') && shown.every((each) => each === joined)
      const isAlike = new Set(shown).size === 1 && shown[0] !== 'early' && shown.length >= needed
      expect(isDenied).toBe(isAlike)
      expect(joinStatements(some.toReversed(), needed)).toBe(joined)
    }),
  )
})

it('treats different answers of nodes as a contradiction, and keeps waiting after one answer where two are needed', () => {
  expect(joinStatements(['different', 'stale'], 1)).toBe('contradicted')
  expect(joinStatements(['different', 'absent'], 2)).toBe('early')
  expect(joinStatements(['different', 'different'], 2)).toBe('different')
  expect(joinStatements(['stale', 'absent'], 1)).toBe('stale')
})
