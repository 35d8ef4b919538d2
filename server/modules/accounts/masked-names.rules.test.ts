import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedNameOf, maskName } from './masked-names.rules.ts'

describe('masked names', () => {
  it('show a little', () => {
    expect(maskName('account_name', 'demo.maya')).toBe('d***a')
    expect(maskName('email', 'maya@example.com')).toBe('m***')
    expect(maskName('phone', '+8613800138042')).toBe('***42')
    expect(maskedNameOf([])).toBe('***')
    expect(
      maskedNameOf([
        { kind: 'phone', value: '+8613800138042' },
        { kind: 'account_name', value: 'maya' },
      ]),
    ).toBe('m***a')
  })

  it('never show more than two characters of anything', () => {
    const kind = fc.constantFrom('account_name' as const, 'email' as const, 'phone' as const)
    fc.assert(
      fc.property(kind, fc.string({ unit: 'grapheme', maxLength: 40 }), (which, value) => {
        expect([...maskName(which, value).replace('***', '')].length).toBeLessThanOrEqual(2)
      }),
    )
  })
})

it('of an address, nothing shows that stands behind its first letter, and a name without letters is stars', () => {
  expect(maskName('email', '@example.com')).toBe('***')
  expect(maskName('account_name', 'a@bc')).toBe('a***c')
  expect(maskName('account_name', 'abc')).toBe('a***')
  expect(maskName('account_name', '')).toBe('***')
  expect(maskName('phone', '7')).toBe('***7')
})
