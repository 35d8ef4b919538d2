import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stepsOf } from './steps.rules.ts'

it('steps of a change of the encryption key contain each row once in order, within the byte limit, and as many as fit', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 40 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 40 }), (bytes, most) => {
      const rows = bytes.map((each, index) => ({ id: String(index), bytes: each }))
      const sizeOf = (ids: readonly string[]) => ids.reduce((sum, id) => sum + (bytes[Number(id)] ?? 0), 0)
      const steps = stepsOf(rows, most)
      expect(steps.flat()).toEqual(rows.map(({ id }) => id))
      expect(steps.filter((step) => step.length === 0 || (step.length > 1 && sizeOf(step) > most))).toEqual([])
      const early = steps
        .slice(1)
        .filter((step, index) => sizeOf([...(steps[index] ?? []), ...step.slice(0, 1)]) <= most)
      expect(early).toEqual([])
    }),
  )
})
