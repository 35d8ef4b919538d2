import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { maxSupportText } from '#shared/support-limits.ts'
import { checkSupportText, readSupportText, readTags, stateOf } from './support.rules.ts'

describe('support text', () => {
  it('keeps lines of a support text, with one empty line between paragraphs and none at the ends', () => {
    expect(readSupportText('  Hello \r\n\r\n\r\n\r\nit is slow\rhere \n')).toBe('Hello\n\nit is slow\nhere')
  })

  it('removes direction-changing and control characters from a support text', () => {
    expect(readSupportText('see \u202Egnp.exe\u0007')).toBe('see  gnp.exe')
  })

  it('requires visible characters in a support text and limits its length', () => {
    expect(checkSupportText('\u200B \n')).toBe('Required')
    expect(checkSupportText('a'.repeat(maxSupportText))).toBeNull()
    expect(checkSupportText('a'.repeat(maxSupportText + 1))).toBe('TextTooLong')
    expect(checkSupportText('👋'.repeat(maxSupportText))).toBeNull()
  })

  it('normalising a support text a second time changes nothing', () => {
    // Random text with many line breaks in a row, which ordinary random text does not have.
    const broken = fc.string({ unit: fc.constantFrom('\n', '\n', '\r', ' ', 'a', '\u0007', '\u202e') })
    fc.assert(
      fc.property(fc.oneof(anyText(), broken), (typed) => {
        const once = readSupportText(typed)
        expect(readSupportText(once)).toBe(once)
      }),
    )
  })
})

describe('tags of a thread', () => {
  it('normalises case, spaces, order and duplicates', () => {
    expect(readTags([' Slow  line ', '速度', 'slow line', 'a_b-c'])).toEqual(['a_b-c', 'slow line', '速度'])
    expect(readTags([])).toEqual([])
  })

  it('refuses email addresses, links, commas, empty, long and too many tags', () => {
    for (const tags of [
      ['a@b.example'],
      ['https://x'],
      [' '],
      ['a,b'],
      ['a'.repeat(31)],
      ['a', 'b', 'c', 'd', 'e', 'f'],
    ])
      expect(readTags(tags)).toBeNull()
    expect(readTags(['a'.repeat(30), 'b', 'c', 'd', 'e'])).toHaveLength(5)
  })
})

it('a thread is open while the customer waits, pending once answered, and solved once closed', () => {
  const at = new Date()
  expect(stateOf({ closedAt: null, waitsSince: at })).toBe('open')
  expect(stateOf({ closedAt: null, waitsSince: null })).toBe('pending')
  expect(stateOf({ closedAt: at, waitsSince: null })).toBe('solved')
})
