import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxSupportText } from '#shared/support.ts'
import { checkSupportText, readSupportText } from './support.rules.ts'

describe('a text to support', () => {
  it('keeps its lines, one empty line between paragraphs, and nothing at its ends', () => {
    expect(readSupportText('  Hello \r\n\r\n\r\n\r\nit is slow\rhere \n')).toBe('Hello\n\nit is slow\nhere')
  })

  it('loses marks that make it look like something else', () => {
    expect(readSupportText('see \u202Egnp.exe\u0007')).toBe('see  gnp.exe')
  })

  it('needs something that is seen, and has a length', () => {
    expect(checkSupportText('\u200B \n')).toBe('Required')
    expect(checkSupportText('a'.repeat(maxSupportText))).toBeNull()
    expect(checkSupportText('a'.repeat(maxSupportText + 1))).toBe('TextTooLong')
    expect(checkSupportText('👋'.repeat(maxSupportText))).toBeNull()
  })

  it('is the same when it is read twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const once = readSupportText(typed)
        expect(readSupportText(once)).toBe(once)
      }),
    )
  })
})
