import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedParagraphs, diffTokens, joinPieces, wordsOf } from './text-diff.ts'

const tokens = fc.array(fc.constantFrom('a', 'b', 'c', ' '), { maxLength: 30 })
const textOf = (pieces: ReturnType<typeof diffTokens>, without: 'gone' | 'new') =>
  pieces.filter(({ kind }) => kind !== without).map(({ text }) => text)

describe('the pieces of a comparison', () => {
  it('hold both texts whole, each in its order', () => {
    fc.assert(
      fc.property(tokens, tokens, (before, after) => {
        const pieces = diffTokens(before, after)
        expect(textOf(pieces, 'new')).toEqual(before)
        expect(textOf(pieces, 'gone')).toEqual(after)
      }),
    )
  })

  it('are none but the same where nothing changed, and as few as can be where one word did', () => {
    const text = wordsOf('You have 14 days.')
    expect(diffTokens(text, text).every(({ kind }) => kind === 'same')).toBe(true)
    expect(joinPieces(diffTokens(text, wordsOf('You have 7 days.')))).toEqual([
      { kind: 'same', text: 'You have ' },
      { kind: 'gone', text: '14' },
      { kind: 'new', text: '7' },
      { kind: 'same', text: ' days.' },
    ])
  })

  it('show a text of a book’s length as gone and new, in place of making a browser count for minutes', () => {
    const [before, after] = [
      Array.from({ length: 3000 }, (_, at) => `a${at}`),
      Array.from({ length: 3000 }, (_, at) => `b${at}`),
    ]
    expect(joinPieces(diffTokens(before, after)).map(({ kind }) => kind)).toEqual(['gone', 'new'])
  })

  it('of any length: a text of half a million words is no more than a stack holds', () => {
    const long = Array.from({ length: 500_000 }, () => 'a')
    expect(joinPieces(diffTokens([...long, 'b'], [...long, 'c'])).map(({ kind }) => kind)).toEqual([
      'same',
      'gone',
      'new',
    ])
    expect(joinPieces(diffTokens([], long)).map(({ kind }) => kind)).toEqual(['new'])
  })
})

it('words lose nothing of a text, and each sign of Chinese is one', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => wordsOf(text).join('') === text))
  expect(wordsOf('退款 7 天')).toEqual(['退', '款', ' ', '7', ' ', '天'])
})

it('a paragraph that was rewritten stands beside what it was, by its number in the new text', () => {
  expect(changedParagraphs('one\n\ntwo\n\nthree', 'one\n\ntwo and more\n\nthree\n\nfour')).toEqual([
    { part: 2, before: 'two', after: 'two and more' },
    { part: 4, before: null, after: 'four' },
  ])
  expect(changedParagraphs('one\n\ntwo', 'two')).toEqual([{ part: 1, before: 'one', after: null }])
})
