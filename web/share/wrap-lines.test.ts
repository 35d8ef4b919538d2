import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapLines } from './wrap-lines.ts'

const count = (line: string) => [...line].length

test('English lines on a picture break between words', () => {
  expect(wrapLines('Leave together, pay less.', 16, count)).toEqual(['Leave together,', 'pay less.'])
})

test('Chinese lines break between characters, and never before closing punctuation', () => {
  expect(wrapLines('还差一人，就发车。', 4, count)).toEqual(['还差一人，', '就发车。'])
})

test('wrapping loses only spaces at line breaks', () => {
  const text = fc.array(fc.constantFrom('go', ' ', '车', '，', 'together', '。', '3')).map((parts) => parts.join(''))
  const bare = (value: string) => value.replaceAll(/\s/gu, '')
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 12 }), (value, width) => {
      const lines = wrapLines(value, width, count)
      expect(bare(lines.join(''))).toBe(bare(value))
      for (const line of lines) expect(line.trim()).not.toBe('')
    }),
  )
})
