import { expect, it } from 'vitest'
import { cookieOf, readParameters } from '#web/lib/campaign-parameters.ts'

const listed = 'gclid|wbraid|gbraid|vid'

it('takes the listed parameters alone, and only what looks like a code', () => {
  expect(readParameters('?gclid=Cj0_abc-1&utm_source=x&vid=42', listed)).toEqual([
    ['gclid', 'Cj0_abc-1'],
    ['vid', '42'],
  ])
  const wrong = ['', 'a b', 'a;domain=evil', '<script>', 'a%0d%0aset-cookie', 'x'.repeat(65), 'é']
  for (const value of wrong) expect(readParameters(`?gclid=${encodeURIComponent(value)}`, listed)).toEqual([])
  expect(readParameters(`?gclid=${'x'.repeat(64)}`, listed)).toHaveLength(1)
})

it('keeps them seven days, for https alone, and for sister hosts only where the operator says so', () => {
  const base = 'gclid=abc;path=/;max-age=604800;secure;samesite=lax'
  expect(cookieOf('gclid', 'abc', { days: 7, domain: undefined })).toBe(base)
  expect(cookieOf('gclid', 'abc', { days: 7, domain: '.example.com' })).toBe(`${base};domain=.example.com`)
})
