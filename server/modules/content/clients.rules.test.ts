import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareVersions, findAddressFault } from './clients.rules.ts'

it.each([
  ['1.9.0', '1.10.0', -1],
  ['2', '1.9.9', 1],
  ['1.2', '1.2.0', 0],
  ['1.2.0.1', '1.2', 1],
])('compares version %s with %s as %i', (a, b, sign) => {
  expect(Math.sign(compareVersions(a, b))).toBe(sign)
})

it('comparing versions is antisymmetric', () => {
  const version = fc.array(fc.nat(99), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) || 0)
    }),
  )
})

it.each([
  ['https://dl.example.com/a.apk', null],
  ['http://dl.example.com/a.apk', 'not-https'],
  ['javascript:alert(1)', 'not-https'],
  ['https://user:word@dl.example.com/a.apk', 'credentials'],
  ['https://localhost/a.apk', 'not-https'],
  ['a.apk', 'not-https'],
])('finds the fault in the download URL %s: %s', (url, fault) => {
  expect(findAddressFault(url)).toBe(fault)
})
