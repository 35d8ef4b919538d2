import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expirySegments, shownSegments } from './expiry-segments.rules.ts'
import { expiryAfter, type PlanEntry } from './membership.rules.ts'

const day = 86_400
const start = new Date('2026-01-01T00:00:00Z')
const at = (days: number) => new Date(start.getTime() + days * day * 1000)
type Row = PlanEntry & { readonly expiresAt: Date }

/**
 * Random grants of membership time. `after`: days since the previous grant. `back`: index of a grant that is taken back
 * at once.
 */
const life = fc.array(
  fc.record({ days: fc.integer({ min: 1, max: 400 }), after: fc.nat(300), back: fc.option(fc.nat(200), { freq: 3 }) }),
  { minLength: 1, maxLength: 40 },
)
function write(steps: readonly { days: number; after: number; back: number | null }[]): Row[] {
  const rows: Row[] = []
  let now = 0
  const add = (id: string, seconds: number, reverses: string | null) => {
    const entry = { id, seconds, at: at(now), reverses, converts: null, planMonths: null, maxDevices: null }
    rows.push({ ...entry, expiresAt: expiryAfter(rows.at(-1)?.expiresAt ?? null, entry) })
  }
  for (const [index, { days, after, back }] of steps.entries()) {
    now += after
    add(`g${index}`, days * day, null)
    const taken = rows.filter(({ reverses }) => reverses === null)[(back ?? 0) % (index + 1)]
    if (back !== null && taken && !rows.some(({ reverses }) => reverses === taken.id))
      add(`b${index}`, -taken.seconds, taken.id)
  }
  return rows
}

const overlaps = (segments: readonly { from: Date; to: Date }[]) =>
  segments.filter(({ from }, index) => index > 0 && from < segments[index - 1]!.to)

describe('segments of a membership', () => {
  it('lists the grants that were not taken back, complete, sorted and without overlap, up to the expiry', () => {
    fc.assert(
      fc.property(life, (steps) => {
        const rows = write(steps)
        const segments = expirySegments(rows, false)
        const gone = new Set(rows.map(({ reverses }) => reverses))
        const standing = rows.filter(({ id, reverses }) => reverses === null && !gone.has(id))
        expect(segments.flatMap(({ grant }) => grant?.id ?? [])).toEqual(
          standing.slice(-shownSegments).map(({ id }) => id),
        )
        expect(segments.length).toBe(Math.min(standing.length, shownSegments + 1))
        const own = segments.filter(({ grant }) => grant !== null)
        expect(own.map(({ from, to }) => (to.getTime() - from.getTime()) / 1000)).toEqual(
          own.map(({ grant }) => grant?.seconds),
        )
        expect(overlaps(segments)).toEqual([])
        // If the last grant began after a pause and was taken back, the membership's expiry is later than the end of
        // the last segment.
        const { reverses, expiresAt } = rows.at(-1)!
        const reached = segments.map(({ to }) => to.getTime())
        expect(reached.filter((to) => to > expiresAt.getTime())).toEqual([])
        expect(reverses !== null || reached.at(-1) === expiresAt.getTime()).toBe(true)
      }),
    )
  })

  it('a segment list of only a part of the ledger starts with one segment for the unread rest', () => {
    fc.assert(
      fc.property(life, fc.nat(50), (steps, cut) => {
        const rows = write(steps)
        const read = rows.slice(cut % rows.length)
        const segments = expirySegments(read, true)
        expect(segments.every(({ from, to }) => from < to)).toBe(true)
        expect(overlaps(segments)).toEqual([])
        const expiry = read.at(-1)!.expiresAt
        expect(segments.filter(({ to }) => to > expiry)).toEqual([])
        // If nothing was taken back, the segments that were read are the same as in the whole ledger.
        const isPlain = rows.every(({ reverses }) => reverses === null)
        const own = isPlain ? segments.filter(({ grant }) => grant !== null) : []
        expect(own.map(({ to }) => to)).toEqual(own.map(({ grant }) => grant?.expiresAt))
      }),
    )
  })

  it('an empty ledger has no segments', () => {
    expect(expirySegments([], false)).toEqual([])
    expect(expirySegments([], true)).toEqual([])
  })
})
