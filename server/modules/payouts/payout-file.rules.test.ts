import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactAmount, fileRows, readFileLines, readHashLines } from './payout-file.rules.ts'

const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16))
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...digits), minLength: length, maxLength: length }).map((text) => `0x${text}`)
const line = fc.record({
  id: fc.uuid(),
  chain: fc.constantFrom('bsc', 'tron'),
  address: hex(40),
  amountMinor: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
})

it('amounts are exact to the cent, however large', () => {
  expect([1, 10, 99, 100, 12_345, 9_007_199_254_740_991].map(exactAmount)).toEqual([
    '0.01',
    '0.10',
    '0.99',
    '1.00',
    '123.45',
    '90071992547409.91',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (minor) => {
      expect(BigInt(exactAmount(minor).replace('.', ''))).toBe(BigInt(minor))
    }),
  )
})

it('what is written is read back line by line, and no cell can be a formula', () => {
  fc.assert(
    fc.property(fc.uniqueArray(line, { selector: ({ id }) => id, maxLength: 6 }), (lines) => {
      const rows = fileRows(lines, new Map([['bsc', '0xcafe']]))
      for (const cell of rows.flat()) expect(cell).toMatch(/^(?:|[0-9A-Za-z][0-9A-Za-z_.-]*)$/)
      const back = readFileLines(rows.map((row) => `${row.join(',')}\r\n`).join(''))
      expect(back?.map(({ id, address, amount }) => [id, address, amount])).toEqual(
        lines
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map(({ id, address, amountMinor }) => [id, address, exactAmount(amountMinor)]),
      )
      expect(back?.map((each) => each.line)).toEqual(lines.map((_, index) => index + 2))
    }),
  )
})

it.each(['=1+1', '+1', '-1', '@x', 'a,b', 'a\nb', ''])('an address like %j is never written', (address) => {
  expect(() => fileRows([{ id: 'x', chain: 'bsc', address, amountMinor: 1 }], new Map())).toThrow(/no address/)
})

it('a file of another kind is none', () => {
  expect(readFileLines('receiver,amount\r\n')).toBeNull()
  expect(readFileLines('')).toBeNull()
})

it('hashes are read alone or beside the payout, in either order, and what is neither is named', () => {
  const [id, hash] = ['00000000-0000-4000-8000-00000000005e', `0x${'aB'.repeat(32)}`]
  const text = ['\uFEFFpayout,hash', `${id},${hash}`, '', `${hash};${id}`, hash, `${hash} extra`, id, `${hash},${hash}`]
  expect(readHashLines(text.join('\r\n'))).toEqual({
    lines: [
      { hash, id },
      { hash, id },
      { hash, id: null },
    ],
    faults: [6, 7, 8],
  })
  expect(readHashLines('ab'.repeat(32))).toEqual({ lines: [{ hash: 'ab'.repeat(32), id: null }], faults: [] })
})
