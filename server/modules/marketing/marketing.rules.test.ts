import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsThatRun, formulaText } from '#tests/support/csv.ts'
import { originDays, readOpaque, writeConversions, type ConversionLine } from './marketing.rules.ts'

it('matches a conversion with an ad click for ninety days', () => {
  expect(originDays).toBe(90)
})

describe('opaque campaign value', () => {
  it.each(['a', 'A-z_09', 'x'.repeat(64)])('keeps the campaign value %s', (value) => {
    expect(readOpaque(value)).toBe(value)
  })
  it.each([undefined, '', 'x'.repeat(65), 'a b', ' a', 'a ', 'a.b', 'é', '<a>'])(
    'drops the campaign value %j',
    (value) => {
      expect(readOpaque(value)).toBeNull()
    },
  )
})

describe('conversion file', () => {
  const line: ConversionLine = {
    name: 'purchase',
    gclid: 'g1',
    wbraid: null,
    gbraid: null,
    vid: 'v1',
    at: new Date('2026-11-20T09:14:05.678Z'),
    amountMinor: 4_490,
    currency: 'USD',
  }
  const head =
    'Google Click ID,WBRAID,GBRAID,Visitor ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency\r\n'

  it('writes a conversion file with a header and one line per conversion with its time in UTC', () => {
    expect(writeConversions([])).toBe(head)
    // Ad networks compare click ids character by character, so leading zeros must stay even if the id has only digits.
    expect(writeConversions([{ ...line, vid: '0011364222893749921' }])).toContain(',0011364222893749921,')
    expect(writeConversions([line])).toBe(`${head}g1,,,v1,purchase,2026-11-20 09:14:05+00:00,44.90,USD\r\n`)
  })

  it('leaves unknown values of a conversion empty, and writes an amount of zero', () => {
    const bare = { ...line, gclid: null, vid: null, wbraid: 'w1', gbraid: 'b1', amountMinor: null, currency: null }
    expect(writeConversions([bare])).toBe(`${head},w1,b1,,purchase,2026-11-20 09:14:05+00:00,,\r\n`)
    expect(writeConversions([{ ...line, amountMinor: 0 }])).toContain(',0.00,USD\r\n')
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['a\nb', '"a\nb"'],
    ['a\rb', '"a\rb"'],
    ['plain', 'plain'],
  ])('quotes %j into one cell of a conversion file', (name, cell) => {
    expect(writeConversions([{ ...line, name }])).toBe(`${head}g1,,,v1,${cell},2026-11-20 09:14:05+00:00,44.90,USD\r\n`)
  })

  it('a conversion file never contains a link parameter that a spreadsheet would run as a formula', () => {
    fc.assert(
      fc.property(formulaText, (text) => {
        const ids = { gclid: text, wbraid: text, gbraid: text, vid: text }
        expect(cellsThatRun(writeConversions([{ ...line, ...ids, name: text }]))).toEqual([])
      }),
    )
  })
})
