import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedNameOf, maskName } from './masked-names.rules.ts'

describe('masked names', () => {
  it('masked names show enough to recognise a friend', () => {
    expect(maskName('demo.maya')).toBe('d***a')
    expect(maskName('maya@example.com')).toBe('m***')
    expect(maskName('+8613800138042')).toBe('***42')
    expect(maskedNameOf([])).toBe('***')
    expect(
      maskedNameOf([
        { kind: 'phone', value: '+8613800138042' },
        { kind: 'account_name', value: 'maya' },
      ]),
    ).toBe('m***a')
  })

  it('masked names show at most two characters of anything', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 40 })
    const value = fc.oneof(name, fc.emailAddress(), fc.stringMatching(/^\+[0-9]{8,15}$/))
    fc.assert(
      fc.property(value, (typed) => {
        const shown = maskName(typed)
        expect([...shown.replace('***', '')].length).toBeLessThanOrEqual(2)
        expect([...typed].length < 3 || !shown.includes(typed)).toBe(true)
      }),
    )
  })
})

it('a masked email address hides everything after its first letter, and a text without a first letter becomes stars', () => {
  expect(maskName('@example.com')).toBe('***')
  expect(maskName('a@bc')).toBe('a***')
  expect(maskName('abc')).toBe('a***')
  expect(maskName('')).toBe('***')
})
