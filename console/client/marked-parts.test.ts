import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markedParts } from './marked-parts.ts'

const marked = (text: string, typed: string, isWords = false) =>
  markedParts(text, typed, isWords)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

describe('highlighting typed text', () => {
  it('numbers and codes are highlighted despite spaces and dashes', () => {
    expect(marked('482\u00a0019\u00a0337', '482019')).toBe('[482\u00a0019]\u00a0337')
    expect(marked('482\u00a0019\u00a0337', '482 019 337')).toBe('[482\u00a0019\u00a0337]')
    expect(marked('8Q2M-4KXT', '8q2m4k')).toBe('[8Q2M-4K]XT')
    expect(marked('8Q2M-4KXT', '8Q2M 4KXT')).toBe('[8Q2M-4KXT]')
  })

  it('the end of a phone number is highlighted, not earlier equal digits', () => {
    expect(marked('+8610002019482019', '2019')).toBe('+861000201948[2019]')
    expect(marked('+86 100 0048 2019', '482019')).toBe('+86 100 00[48 2019]')
  })

  it('the start of a phone number is highlighted if its end does not match', () => {
    expect(marked('+8613800000000', '+86 138')).toBe('+[86138]00000000')
  })

  it('the start of a name or email address is highlighted, in any case', () => {
    expect(marked('Lin.Mei@mail.example', 'lin.m')).toBe('[Lin.M]ei@mail.example')
    expect(marked('lin.mei@mail.example', 'LIN')).toBe('[lin].mei@mail.example')
  })

  it('a code is highlighted when O was typed for 0 and L for 1', () => {
    expect(marked('10QM-01XT', 'loqm')).toBe('[10QM]-01XT')
  })

  it('words are highlighted separately, in any order', () => {
    expect(marked('End all sign-ins', 'sign end', true)).toBe('[End] all [sign]-ins')
    expect(marked('查看复核', '复核', true)).toBe('查看[复核]')
  })

  it('characters outside the basic plane are highlighted correctly', () => {
    expect(marked('𠮷田太郎', '太郎')).toBe('𠮷田[太郎]')
    expect(marked('a🙂bcd', 'bc')).toBe('a🙂[bc]d')
    expect(marked('a𠮷b', '𠮷')).toBe('a[𠮷]b')
  })

  it('no part is highlighted if the text does not occur or nothing was typed', () => {
    expect(marked('a***e', 'anne')).toBe('a***e')
    expect(marked('Queue', '', true)).toBe('Queue')
    expect(marked('Queue', ' - ')).toBe('Queue')
  })

  it('highlighting loses, doubles or moves no character', () => {
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
