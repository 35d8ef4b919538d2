import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLines } from './csv.rules.ts'

/** Reads CSV as RFC 4180 has it. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, cell = '', end] of text.matchAll(/("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r\n)/g)) {
    rows.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}

it('what is written is read back cell by cell, and no cell is a formula', () => {
  const nasty = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', 'a', '1', '.', '价'),
  })
  fc.assert(
    fc.property(fc.array(fc.array(nasty, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const back = parse(csvLines(rows))
      expect(back.map((row) => row.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r])/, '')))).toEqual(
        rows.map((row) => row.map((cell) => cell.replace(/^'(?=\s*[=+\-@\t\r])/, ''))),
      )
      for (const cell of back.flat())
        expect(/^\s*[=+\-@\t\r]/.test(cell) && !/^-?\d+(?:[.]\d+)?$/.test(cell)).toBe(false)
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['=1+1', `"'=1+1"`],
  ['+86 138', `"'+86 138"`],
  ['-cmd', `"'-cmd"`],
  ['@x', `"'@x"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  [' =x', `"' =x"`],
  ['-5.00', '-5.00'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
])('%j is written as %s', (text, cell) => {
  expect(csvLines([[text]])).toBe(`${cell}\r\n`)
})

it('times are those of UTC, and nothing is an empty cell', () => {
  expect(csvLines([[new Date('2026-11-22T10:00:00Z'), null, 7]])).toBe('2026-11-22T10:00:00.000Z,,7\r\n')
})
