import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill } from './drive-form.ts'

test('what someone typed stands in a sentence as it was typed', () => {
  expect(fill('An account for {}.', 'a$&b$$@x.example')).toBe('An account for a$&b$$@x.example.')
  const typed = fc.string({ unit: fc.constantFrom('$', '&', '`', "'", '1', '<', '{}', 'a') })
  fc.assert(fc.property(typed, (value) => fill('before {} after', value) === `before ${value} after`))
})
