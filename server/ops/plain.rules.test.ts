import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { plainLine, plainText } from '#shared/plain-text.ts'
import { plainValue } from './print-table.ts'

const isObeyed = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return (
    (code < 0x20 && character !== '\n' && character !== '\t') ||
    (code >= 0x7f && code <= 0x9f) ||
    [0x061c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff].includes(code) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    (code >= 0xe0000 && code <= 0xe007f)
  )
}
const hostile = fc.oneof(
  anyText(),
  fc
    .array(fc.constantFrom('\u001b[2J', '\u009b2J', '\r', '\n', '\u202e', '\u2066', 'x'), { maxLength: 5 })
    .map((parts) => parts.join('')),
)

describe('terminal output', () => {
  it('the output contains no control sequences, whatever was typed', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect([...plainText(text)].filter(isObeyed)).toEqual([])
        expect([...plainLine(text)].filter((character) => isObeyed(character) || character === '\n')).toEqual([])
        const cells = JSON.stringify(plainValue({ [text]: { list: [text, 1, null], at: new Date(0) } }))
        expect([...cells].filter(isObeyed)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('rows keep their shape: names, lists, numbers, dates and missing values', () => {
    const at = new Date(0)
    const row = { 'a\r': ['x\r', { b: 'c\u202e' }], n: 5, yes: true, none: null, missing: undefined, at }
    expect(plainValue(row)).toEqual({
      'a\\u{d}': ['x\\u{d}', { b: 'c\\u{202e}' }],
      n: 5,
      yes: true,
      none: null,
      missing: undefined,
      at,
    })
  })

  it('control characters except tabs are shown escaped, line breaks only where one line is printed, and other text is unchanged', () => {
    expect(plainLine('a\u001b[2Jb\r\nc')).toBe('a\\u{1b}[2Jb\\u{d}\\u{a}c')
    expect(plainText('one\ntwo\u202e')).toBe('one\ntwo\\u{202e}')
    // Some code points of the Unicode tag block are unassigned, such as U+E0002.
    expect(plainText('\u{e0002}')).toBe('\\u{e0002}')
    const text = 'Ærø, 你好，🙂 – “€ 12” \t naïve é'
    expect([plainLine(text), plainText(text), plainValue(text)]).toEqual([text, text, text])
  })
})
