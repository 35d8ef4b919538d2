import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedParagraphs, diffTokens, joinPieces, wordsOf } from './text-diff.ts'

const tokens = fc.array(fc.constantFrom('a', 'b', 'c', ' '), { maxLength: 30 })
const textOf = (pieces: ReturnType<typeof diffTokens>, without: 'gone' | 'new') =>
  pieces.filter(({ kind }) => kind !== without).map(({ text }) => text)

describe('text comparison', () => {
  it('the pieces contain both texts completely and in order', () => {
    fc.assert(
      fc.property(tokens, tokens, (before, after) => {
        const pieces = diffTokens(before, after)
        expect(textOf(pieces, 'new')).toEqual(before)
        expect(textOf(pieces, 'gone')).toEqual(after)
      }),
    )
  })

  it('equal texts have no changes, and one changed word gives a minimal change', () => {
    const text = wordsOf('You have 14 days.')
    expect(diffTokens(text, text).every(({ kind }) => kind === 'same')).toBe(true)
    expect(joinPieces(diffTokens(text, wordsOf('You have 7 days.')))).toEqual([
      { kind: 'same', text: 'You have ' },
      { kind: 'gone', text: '14' },
      { kind: 'new', text: '7' },
      { kind: 'same', text: ' days.' },
    ])
  })

  it('a very long text is shown as removed and added instead of compared', () => {
    const [before, after] = [
      Array.from({ length: 3000 }, (_, at) => `a${at}`),
      Array.from({ length: 3000 }, (_, at) => `b${at}`),
    ]
    expect(joinPieces(diffTokens(before, after)).map(({ kind }) => kind)).toEqual(['gone', 'new'])
  })

  it('texts of half a million words do not overflow the stack', () => {
    const long = Array.from({ length: 500_000 }, () => 'a')
    expect(joinPieces(diffTokens([...long, 'b'], [...long, 'c'])).map(({ kind }) => kind)).toEqual([
      'same',
      'gone',
      'new',
    ])
    expect(joinPieces(diffTokens([], long)).map(({ kind }) => kind)).toEqual(['new'])
  })
})

it('the words of a compared text contain the whole text, and each Chinese character is one word', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => wordsOf(text).join('') === text))
  expect(wordsOf('退款 7 天')).toEqual(['退', '款', ' ', '7', ' ', '天'])
})

it('a changed paragraph is listed with its old text and its number in the new text', () => {
  expect(changedParagraphs('one\n\ntwo\n\nthree', 'one\n\ntwo and more\n\nthree\n\nfour')).toEqual([
    { part: 2, before: 'two', after: 'two and more' },
    { part: 4, before: null, after: 'four' },
  ])
  expect(changedParagraphs('one\n\ntwo', 'two')).toEqual([{ part: 1, before: 'one', after: null }])
})
