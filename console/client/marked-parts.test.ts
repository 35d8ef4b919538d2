import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedParts } from './marked-parts.ts'

const marked = (text: string, typed: string, isWords = false) =>
  markedParts(text, typed, isWords)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

describe('what was typed is marked', () => {
  it('in numbers and codes, whatever spaces and dashes stand between', () => {
    expect(marked('482\u00a0019\u00a0337', '482019')).toBe('[482\u00a0019]\u00a0337')
    expect(marked('482\u00a0019\u00a0337', '482 019 337')).toBe('[482\u00a0019\u00a0337]')
    expect(marked('8Q2M-4KXT', '8q2m4k')).toBe('[8Q2M-4K]XT')
    expect(marked('8Q2M-4KXT', '8Q2M 4KXT')).toBe('[8Q2M-4KXT]')
  })

  it('at the end of a phone number, not where the same digits stand before', () => {
    expect(marked('+8610002019482019', '2019')).toBe('+861000201948[2019]')
    expect(marked('+86 100 0048 2019', '482019')).toBe('+86 100 00[48 2019]')
    expect(marked('+8613800000000', '+86 138')).toBe('+[86138]00000000')
  })

  it('at the beginning of a name or an address, in any case', () => {
    expect(marked('Lin.Mei@mail.example', 'lin.m')).toBe('[Lin.M]ei@mail.example')
    expect(marked('lin.mei@mail.example', 'LIN')).toBe('[lin].mei@mail.example')
  })

  it('in a code that was read out loud with O for 0 and L for 1', () => {
    expect(marked('10QM-01XT', 'loqm')).toBe('[10QM]-01XT')
  })

  it('word by word where words are looked for, in either order', () => {
    expect(marked('End all sign-ins', 'sign end', true)).toBe('[End] all [sign]-ins')
    expect(marked('查看复核', '复核', true)).toBe('查看[复核]')
  })

  it('in names with signs that take two places of a string', () => {
    expect(marked('𠮷田太郎', '太郎')).toBe('𠮷田[太郎]')
    expect(marked('a🙂bcd', 'bc')).toBe('a🙂[bc]d')
    expect(marked('a𠮷b', '𠮷')).toBe('a[𠮷]b')
  })

  it('nowhere, where it does not stand or nothing was typed', () => {
    expect(marked('a***e', 'anne')).toBe('a***e')
    expect(marked('Queue', '', true)).toBe('Queue')
    expect(marked('Queue', ' - ')).toBe('Queue')
  })

  it('and no letter is lost, doubled or moved, whatever is typed', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    fc.assert(
      fc.property(text, text, fc.boolean(), (shown, typed, isWords) => {
        const parts = markedParts(shown, typed, isWords)
        expect(parts.map((part) => part.text).join('')).toBe(shown)
        expect(parts.every((part) => part.text !== '')).toBe(true)
      }),
    )
  })
})
