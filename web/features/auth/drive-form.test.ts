import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fill } from './drive-form.ts'

test('typed text is inserted into a sentence unchanged', () => {
  expect(fill('An account for {}.', 'a$&b$$@x.example')).toBe('An account for a$&b$$@x.example.')
  const typed = fc.string({ unit: fc.constantFrom('$', '&', '`', "'", '1', '<', '{}', 'a') })
  fc.assert(fc.property(typed, (value) => fill('before {} after', value) === `before ${value} after`))
})
