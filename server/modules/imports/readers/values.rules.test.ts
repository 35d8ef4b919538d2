import { describe, expect, it } from 'vitest'
import { decodeCsv, readCsv } from './csv-file.rules.ts'
import { cleanText, pastMoment, readFlag, readHundredths, readMoment, readOffset, readWhole } from './values.rules.ts'

const beijing = 480
const at = (iso: string) => Date.parse(iso) / 1000

describe('values of an old system', () => {
  it.each([
    ['1767225600', '2026-01-01T00:00:00Z'],
    ['1767225600000', '2026-01-01T00:00:00Z'],
    ['2026-01-05 13:30:07', '2026-01-05T05:30:07Z'],
    ['2026-01-05T13:30:07Z', '2026-01-05T13:30:07Z'],
    ['2026-01-05T13:30:07+02:00', '2026-01-05T11:30:07Z'],
    ['2026/1/5', '2026-01-04T16:00:00Z'],
    ['20260105', '2026-01-04T16:00:00Z'],
    ['20260105133007', '2026-01-05T05:30:07Z'],
    ['2026年1月5日', '2026-01-04T16:00:00Z'],
    ['5.1.2026 08:00', '2026-01-05T00:00:00Z'],
    ['25/6/2026', '2026-06-24T16:00:00Z'],
    ['6/25/2026 9:05', '2026-06-25T01:05:00Z'],
    ['7/7/2026', '2026-07-06T16:00:00Z'],
    ['9999-12-31 23:59:59', '9999-12-31T15:59:59Z'],
  ])('reads the time %s in Beijing time', (text, iso) => {
    expect(readMoment(text, beijing)).toBe(at(iso))
  })

  it.each([
    ['5/6/2026', 'ambiguous'],
    ['46027', 'ambiguous'],
    ['1.76723E+09', 'rounded'],
    ['2026-02-30', 'unreadable'],
    ['2026-13-01', 'unreadable'],
    ['20260230', 'unreadable'],
    ['2026-01-05 25:00', 'unreadable'],
    ['soon', 'unreadable'],
  ])('refuses the time %s as %s', (text, why) => {
    expect(() => readMoment(text, beijing)).toThrow(why)
  })

  it('drops a time before 2000 or from 2100 on', () => {
    expect([null, -1, 0, 946_684_799, 946_684_800, 4_102_444_800, 20_260_101_120_000].map(pastMoment)).toEqual([
      null,
      null,
      null,
      null,
      946_684_800,
      null,
      null,
    ])
  })

  it('reads amounts in hundredths without rounding', () => {
    expect(['12.5', '12,50', '¥ 0.07', '-3', '8.999', ''].map((text) => readHundredths(text))).toEqual([
      1250,
      1250,
      7,
      -300,
      899,
      null,
    ])
    expect(() => readHundredths('1.2E+3')).toThrow('rounded')
    expect(['1,234.50', '-1,234,567.89'].map((text) => readHundredths(text))).toEqual([123_450, -123_456_789])
    for (const text of ['1,234', '12,34.50', '1,2345.00', '1.234,500'])
      expect(() => readHundredths(text)).toThrow('unreadable')
  })

  it('refuses numbers whose digits Excel has rounded away', () => {
    expect([readWhole('12'), readWhole('12.00'), readWhole(null)]).toEqual([12, 12, null])
    expect(() => readWhole('1.23457E+10')).toThrow('rounded')
    expect(() => readWhole('12.5')).toThrow('unreadable')
  })

  it('reads yes/no flags and UTC offsets, and refuses other values', () => {
    expect([readFlag('1'), readFlag('是'), readFlag('0'), readFlag(null)]).toEqual([true, true, false, false])
    expect(() => readFlag('2')).toThrow('unreadable')
    expect([readOffset('+08:00'), readOffset('-03:30'), readOffset('Z'), readOffset('8')]).toEqual([480, -210, 0, null])
  })

  it('removes control characters, which PostgreSQL rejects, and emoji that were cut in half', () => {
    expect(cleanText(' a\0b\uFFFD\uD83D ')).toBe('ab')
  })
})

// Encodings and separators as Excel 2019 saves them: "CSV UTF-8", "CSV" on Chinese Windows (GBK), "Unicode text", and
// "CSV" where the comma is a decimal sign.
describe('a CSV file written by Excel', () => {
  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF邮箱,余额\r\na@b.example,1\r\n')],
    ['UTF-8 without a byte order mark', Buffer.from('邮箱,余额\na@b.example,1')],
    ['GBK', Buffer.from([0xd3, 0xca, 0xcf, 0xe4, 0x2c, 0xd3, 0xe0, 0xb6, 0xee, 0x0a, ...Buffer.from('a@b.example,1')])],
    ['UTF-16 with tabs', Buffer.from('\uFEFF邮箱\t余额\r\na@b.example\t1\r\n', 'utf16le')],
    ['UTF-8 with semicolons', Buffer.from('邮箱;余额\r\na@b.example;1\r\n')],
  ])('a CSV file of Excel is read in the form: %s', (_name, bytes) => {
    expect(readCsv(decodeCsv(bytes)).map(({ cells }) => cells)).toEqual([
      ['邮箱', '余额'],
      ['a@b.example', '1'],
    ])
  })

  it('a CSV file of Excel is read with quotes, line breaks in cells and empty lines, and each row keeps its line number', () => {
    expect(readCsv('a,b\r\n"x, ""y""","1\n2"\r\n\r\n,\rz,')).toEqual([
      { line: 1, cells: ['a', 'b'], flaw: null },
      { line: 2, cells: ['x, "y"', '1\n2'], flaw: null },
      { line: 5, cells: ['', ''], flaw: null },
      { line: 6, cells: ['z', ''], flaw: 'cutOff' },
    ])
  })
})
