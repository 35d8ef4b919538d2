import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvFile, csvLines } from './csv.ts'

/** Minimal RFC 4180 parser. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 1
  const take = (): string => {
    if (at >= text.length) throw new Error('the file ends inside a cell')
    return text[at++] as string
  }
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at++
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (text[at] === '"') at++
        cell += take()
      }
      at++
    } else while (text[at] !== ',' && text[at] !== '\r') cell += take()
    row.push(cell)
    if (text[at] === ',') at++
    else {
      at += 2
      rows.push(row)
      row = []
    }
  }
  return rows
}
const isNumber = (cell: string) => cell !== '' && cell.trim() === cell && Number.isFinite(Number(cell))

describe('CSV', () => {
  test('any cell content is read back, with at most a leading apostrophe', () => {
    // Among all characters, those that a separated file gives a meaning would hardly ever be drawn.
    const unit = fc.oneof(
      fc.constantFrom('"', ',', ';', '\r', '\n', "'", '=', '7'),
      fc.string({ unit: 'binary', size: 'xsmall' }),
    )
    const text = fc.array(unit).map((parts) => parts.join(''))
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, (given) => {
        const read = parse(csvFile(given))
        expect(read.length).toBe(given.length)
        for (const [r, row] of given.entries())
          for (const [c, cell] of row.entries()) expect([cell, `'${cell}`]).toContain(read[r]?.[c])
      }),
    )
  })

  test('a cell never starts a formula unless it is a plain number', () => {
    const blanks = fc.stringMatching(/^[ \t\r\n\u00a0\u200b\ufeff]{0,3}$/)
    const hostile = fc
      .tuple(blanks, fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠'), fc.string())
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(hostile, (cell) => {
        const [[read = ''] = []] = parse(csvFile([[cell]]))
        expect(read.startsWith("'") || isNumber(read)).toBe(true)
      }),
    )
    expect(
      parse(csvFile([['=HYPERLINK("https://evil.example","x")', '-17.96', '-1+cmd', '@SUM(A1)', 'a;=1']])),
    ).toEqual([[`'=HYPERLINK("https://evil.example","x")`, '-17.96', "'-1+cmd", "'@SUM(A1)", 'a;=1']])
  })

  test('amounts stay numbers, and the file starts with a byte order mark', () => {
    expect(
      csvFile([
        ['date', '金额'],
        ['2026-11-21', '-17.96'],
      ]),
    ).toBe('\uFEFFdate,金额\r\n2026-11-21,-17.96\r\n')
  })

  test.each([
    ['=1+1', `"'=1+1"`],
    ['＝1+1', `"'＝1+1"`],
    ['+86 138', `"'+86 138"`],
    ['-cmd', `"'-cmd"`],
    ['@x', `"'@x"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    [' =x', `"' =x"`],
    ['-5.00', '-5.00'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "x"', '"say ""x"""'],
  ])('the cell %j is written as %s', (text, cell) => {
    expect(csvLines([[text]])).toBe(`${cell}\r\n`)
  })

  test('times are written in UTC and null as an empty cell', () => {
    expect(csvLines([[new Date('2026-11-22T10:00:00Z'), null, 7]])).toBe('2026-11-22T10:00:00.000Z,,7\r\n')
  })
})
