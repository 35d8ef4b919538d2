import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanErrorPlace, cleanErrorReport, cleanErrorStack, cleanErrorText } from './error-report.ts'

describe('cleaning error text', () => {
  it.each([
    ['Failed to fetch https://vpn.example/user?token=abc#x', 'Failed to fetch /user'],
    ['cannot mail ada@example.com', 'cannot mail [address]'],
    ['bad number +86 138 0013 8000', 'bad number [number]'],
    [`Unexpected token 'a', "my secret" is not valid JSON`, `Unexpected token 'a', "…" is not valid JSON`],
    [`token wf_${'a'.repeat(43)} refused`, 'token [token] refused'],
    ["Cannot read properties of undefined (reading 'map')", "Cannot read properties of undefined (reading 'map')"],
    ['a\nb\u0000c', 'a b c'],
  ])('%j is cleaned to %j', (text, clean) => {
    expect(cleanErrorText(text)).toBe(clean)
  })

  it('email addresses, URL queries, phone numbers and tokens are removed from any error text', () => {
    const secret = fc.constantFrom(
      'canary@example.com',
      '?code=canary',
      '+8613800138000',
      `wf_canary${'x'.repeat(37)}`,
      '"canary"',
      'https://canary.example',
    )
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, inner, after) => {
        const { message } = cleanErrorReport({
          kind: 'error',
          message: `${before} ${inner} ${after}`,
          stack: '',
          place: '/',
        })
        expect(message).not.toMatch(/canary|13800138000/)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('stack frames of every engine are kept, without messages', () => {
  const v8 =
    'Error: secret words\nmore secret\n    at f (https://vpn.example/assets/a-B3.js:1:22)\n    at https://vpn.example/x?y=1:2:3'
  expect(cleanErrorStack(v8)).toBe('at f (/assets/a-B3.js:1:22)\nat /x:2:3')
  expect(cleanErrorStack('f@https://vpn.example/assets/a.js:1:2\nsecret')).toBe('f@/assets/a.js:1:2')
})

it.each([
  ['/zh-CN/crypto-pay/plan-12', '/crypto-pay/:id'],
  ['/en', '/'],
  ['/', '/'],
  ['/user/profile?token=1', '/user/profile'],
  ['/%E4%BD%A0', '/:id'],
])('an error report names the page %s as %s', (path, place) => {
  expect(cleanErrorPlace(path)).toBe(place)
})

it('a cleaned report fits the size limits', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 9_000 }), fc.string({ maxLength: 9_000 }), (message, stack) => {
      const clean = cleanErrorReport({ kind: 'error', message, stack, place: `/${message}` })
      expect(clean.message.length).toBeLessThanOrEqual(300)
      expect(clean.stack.length).toBeLessThanOrEqual(4_000)
      expect(clean.place.length).toBeLessThanOrEqual(200)
      expect(clean.message).not.toMatch(/\p{Cc}/u)
    }),
  )
})
