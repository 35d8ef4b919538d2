import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { cellsThatRun, formulaText, readCsv } from '#tests/support/csv.ts'
import { csvFile, csvLines } from './csv.ts'

describe('CSV', () => {
  test('any cell content is read back, with at most a leading apostrophe', () => {
    // Generates characters with a meaning in CSV files; random characters would hardly ever include them.
    const unit = fc.oneof(fc.constantFrom('"', ',', ';', '\r', '\n', "'", '=', '7'), anyText({ size: 'xsmall' }))
    const text = fc.array(unit).map((parts) => parts.join(''))
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, (given) => {
        const read = readCsv(csvFile(given))
        expect(read.length).toBe(given.length)
        for (const [r, row] of given.entries())
          for (const [c, cell] of row.entries()) expect([cell, `'${cell}`]).toContain(read[r]?.[c])
      }),
    )
  })

  test('a cell never starts a formula unless it is a plain number', () => {
    fc.assert(
      fc.property(formulaText, (cell) => {
        expect(cellsThatRun(csvFile([[cell]]))).toEqual([])
      }),
    )
    expect(
      readCsv(csvFile([['=HYPERLINK("https://evil.example","x")', '-17.96', '-1+cmd', '@SUM(A1)', 'a;=1']])),
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
    ['\nx', `"'\nx"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠x', `"'＠x"`],
    [' =x', `"' =x"`],
    ['-5.00', '-5.00'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "x"', '"say ""x"""'],
  ])('the cell %j is written as %s', (text, cell) => {
    expect(csvLines([[text]])).toBe(`${cell}\r\n`)
  })

  // Sources: Excel reads an E between digits as an exponent (bloom-housing/bloom#4458), keeps 15 digits
  // (react-csv/react-csv#136) and drops leading zeros (mautic/mautic#890).
  test.each(['12e10', '219E01', '1e-5', '1.5e3', '0042', '00', '4200002345202611290000000001', '1234567890123456'])(
    'the text %s stays as it is in a spreadsheet, and a program gets it without an apostrophe',
    (text) => {
      expect(csvLines([[text]])).toBe(`"'${text}"\r\n`)
      expect(csvLines([[text]], 'program')).toBe(`${text}\r\n`)
    },
  )

  test.each(['0', '0.05', '10.50', '-0.05', '123456789012345', 'e10', '12e', '1e2x', '2026-11'])(
    'the text %s is no text that a spreadsheet changes into another number',
    (text) => {
      expect(csvLines([[text]])).toBe(`${text}\r\n`)
    },
  )

  test('formulas get an apostrophe for every reader, and numbers never', () => {
    expect(csvLines([['=1+1', 42, 1e21]], 'program')).toBe(`"'=1+1",42,1e+21\r\n`)
    expect(csvLines([[42, 1e21]])).toBe('42,1e+21\r\n')
  })

  test('times are written in UTC and null as an empty cell', () => {
    expect(csvLines([[new Date('2026-11-22T10:00:00Z'), null, 7]])).toBe('2026-11-22T10:00:00.000Z,,7\r\n')
  })

  test('no other file of the product writes CSV lines itself', () => {
    const files = globSync('{server,web,console,ui,shared}/**/*.{ts,tsx}').filter(
      (file) => !/[.]test[.]tsx?$/.test(file),
    )
    expect(files.length).toBeGreaterThan(1_000)
    const writers = files.filter((file) => /join\(['"],['"]\).*\\r\\n/.test(readFileSync(file, 'utf8')))
    expect(writers).toEqual(['shared/csv.ts'])
  })
})
