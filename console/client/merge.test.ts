import fc from 'fast-check'
import { expect, it } from 'vitest'
import { merge } from './merge.ts'

const keys = ['a', 'b', 'c'] as const
type Row = Record<(typeof keys)[number], number>
const row: fc.Arbitrary<Row> = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) })

it('a merge loses no change: each field is theirs, mine, or a named conflict', () => {
  fc.assert(
    fc.property(row, row, row, (base, mine, theirs) => {
      const { merged, clashes, taken } = merge({ base, mine, theirs }, keys)
      for (const key of keys) {
        const [iDid, theyDid] = [mine[key] !== base[key], theirs[key] !== base[key]]
        const differ = mine[key] !== theirs[key]
        expect(clashes.includes(key)).toBe(iDid && theyDid && differ)
        expect(taken.includes(key)).toBe(theyDid && !iDid)
        expect(merged[key]).toBe(theyDid && !iDid ? theirs[key] : mine[key])
      }
    }),
  )
})

it('merging into an unchanged version gives my changes, and merging twice changes nothing', () => {
  fc.assert(
    fc.property(row, row, row, (base, mine, theirs) => {
      expect(merge({ base, mine, theirs: base }, keys)).toEqual({ merged: mine, clashes: [], taken: [] })
      const { merged } = merge({ base, mine, theirs }, keys)
      expect(merge({ base: theirs, mine: merged, theirs }, keys).merged).toEqual(merged)
    }),
  )
})

it('a list is merged as one field', () => {
  const of = (names: string[]) => ({ names })
  const merged = merge({ base: of(['a']), mine: of(['a']), theirs: of(['a', 'b']) }, ['names'])
  expect(merged).toEqual({ merged: of(['a', 'b']), clashes: [], taken: ['names'] })
})
