import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedNameOf, maskName } from './masked-names.rules.ts'

describe('masked names', () => {
  it('a masked name shows only a little of the name', () => {
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

  it('a masked name shows at most two characters', () => {
    const kind = fc.constantFrom('account_name' as const, 'email' as const, 'phone' as const)
    fc.assert(
      fc.property(kind, fc.string({ unit: 'grapheme', maxLength: 40 }), (which, value) => {
        expect([...maskName(which, value).replace('***', '')].length).toBeLessThanOrEqual(2)
      }),
    )
  })
})

it('a masked address shows nothing after its first letter, and an empty name is stars', () => {
  expect(maskName('email', '@example.com')).toBe('***')
  expect(maskName('account_name', 'a@bc')).toBe('a***c')
  expect(maskName('account_name', 'abc')).toBe('a***')
  expect(maskName('account_name', '')).toBe('***')
  expect(maskName('phone', '7')).toBe('***7')
})
