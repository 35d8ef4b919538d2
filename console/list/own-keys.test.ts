import fc from 'fast-check'
import { expect, it } from 'vitest'
import { uniqueKeys } from './data-table.tsx'

it('list rows with the same name get unique keys, and the first keeps the name as its key', () => {
  expect(uniqueKeys(['name', 'name', 'passkey', 'name'])).toEqual(['name', 'name 1', 'passkey', 'name 3'])
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', 1, 2)), (names) => {
      const keys = uniqueKeys(names)
      expect(new Set(keys).size).toBe(names.length)
      expect([...new Set(names)].every((name) => keys[names.indexOf(name)] === name)).toBe(true)
    }),
  )
})
