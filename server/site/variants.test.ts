import { expect, it } from 'vitest'
import { chooseEncoding } from './variants.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5', 'br'],
  ['gzip;q=0.0, br;q=0', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
] as const)('a browser that accepts the encodings "%s" gets the encoding %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
