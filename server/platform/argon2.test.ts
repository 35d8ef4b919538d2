import argon2 from '@node-rs/argon2'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { hashPassword, verifyPassword } from './argon2.ts'

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('é', 'e\u0301', 'ü', 'u\u0308', 'ệ', '한', '\u1112\u1161\u11ab', 'Å', '\u212b', 'ﬁ', '🦄', ' '),
      anyText({ minLength: 1, maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').toWellFormed())

it('a password matches in every canonically equal form and no other', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, async (password, other) => {
      const stored = await hashPassword(password, 'test')
      for (const form of ['NFC', 'NFD'] as const)
        expect(await verifyPassword(stored, password.normalize(form), 'test')).toBe(true)
      expect(await verifyPassword(stored, other, 'test')).toBe(other.normalize('NFC') === password.normalize('NFC'))
    }),
    { numRuns: 15 },
  )
})

it('an imported hash, whose password was not normalized, matches the text as it was typed', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (password) => {
      const stored = await argon2.hash(password, { memoryCost: 512, timeCost: 1 })
      expect(await verifyPassword(stored, password, 'test')).toBe(true)
    }),
    { numRuns: 30 },
  )
})

it('no password matches without a hash', async () => {
  expect(await verifyPassword(undefined, 'e\u0301te\u0301 1998', 'test')).toBe(false)
})
