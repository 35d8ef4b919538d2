import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyedDigest } from './keyed-digest.ts'

test('a digest is equal only for the same text, purpose and key', () => {
  const key = randomBytes(32)
  const digest = createKeyedDigest(key)('code', '123456')
  expect(createKeyedDigest(key)('code', '123456').equals(digest)).toBe(true)
  const others = [
    createKeyedDigest(key)('code', '123457'),
    createKeyedDigest(key)('network', '123456'),
    createKeyedDigest(randomBytes(32))('code', '123456'),
  ]
  for (const other of others) expect(other.equals(digest)).toBe(false)
})
