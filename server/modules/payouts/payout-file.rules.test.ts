import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvLines } from '#shared/csv.ts'
import { exactAmount, fileRows, findWrongLines, readFileLines, readHashLines } from './payout-file.rules.ts'
import { sentence } from '#text/sentence.ts'

const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16))
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...digits), minLength: length, maxLength: length }).map((text) => `0x${text}`)
const line = fc.record({
  id: fc.uuid(),
  chain: fc.constantFrom('bsc', 'tron'),
  address: hex(40),
  amountMinor: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
})
const tokens = new Map([
  ['bsc', '0xcafe'],
  ['tron', 'TCafe'],
])
const linesOf = (chain?: string) =>
  fc.uniqueArray(chain === undefined ? line : line.map((each) => ({ ...each, chain })), {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: 6,
  })
const readBack = (rows: readonly (readonly string[])[]) => readFileLines(csvLines(rows)) ?? []

it('writes payout amounts exact to the cent, however large', () => {
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

it('reads a written payout file back line by line, and no cell can be a formula', () => {
  fc.assert(
    fc.property(linesOf(), (lines) => {
      const rows = fileRows(lines, tokens)
      for (const cell of rows.flat()) expect(cell).toMatch(/^(?:|[0-9A-Za-z][0-9A-Za-z_.-]*)$/)
      const back = readFileLines(csvLines(rows))
      expect(back?.map(({ cells }) => cells)).toEqual(
        lines
          .toSorted((one, other) => (one.id < other.id ? -1 : 1))
          .map(({ id, chain, address, amountMinor }) => [
            ...(chain === 'tron' ? ['trc20', 'TCafe'] : ['erc20', '0xcafe']),
            address,
            exactAmount(amountMinor),
            '',
            chain,
            id,
          ]),
      )
      expect(back?.map(({ id }) => id)).toEqual(rows.slice(1).map((row) => row.at(-1)))
      expect(back?.map((each) => each.line)).toEqual(lines.map((_, index) => index + 2))
    }),
  )
})

it.each(['=1+1', '+1', '-1', '@x', 'a,b', 'a\nb', ''])('rejects a payout wallet address like %j', (address) => {
  expect(() => fileRows([{ id: 'x', chain: 'bsc', address, amountMinor: 1 }], tokens)).toThrow(/no address/)
})

it.each(['bsc', 'tron', 'ethereum'])('refuses to write a payout file if no USDT contract is known on %s', (chain) => {
  const known = [{ id: 'x', chain, address: '0xab', amountMinor: 1 }]
  for (const contracts of [new Map<string, string>(), new Map([[chain, '']]), new Map([['base', '0xcafe']])])
    expect(() => fileRows(known, contracts)).toThrow(new RangeError(`no contract of USDT is known on ${chain}`))
})

it('accepts an unchanged payout file, and names a line that is not due or is repeated', () => {
  fc.assert(
    fc.property(linesOf('tron'), (lines) => {
      const rows = fileRows(lines, tokens)
      expect(findWrongLines(readBack(rows), { due: lines, chain: 'tron', tokens })).toEqual([])
      const [last] = rows.slice(-1) as [string[]]
      const id = last[6]!
      expect(findWrongLines(readBack([...rows, last]), { due: lines, chain: 'tron', tokens })).toEqual([
        { line: rows.length + 1, id, why: sentence('line.repeated') },
      ])
      const rest = lines.filter((each) => each.id !== id)
      expect(findWrongLines(readBack(rows), { due: rest, chain: 'tron', tokens })).toEqual([
        { line: rows.length, id, why: sentence('line.notDue') },
      ])
    }),
  )
})

it('detects a change in any cell of a payout line', () => {
  const forged = fc.oneof(
    fc.constantFrom('', 'native', 'erc20', 'trc20', 'erc721', 'bsc', 'tron', '1'),
    fc.string({ maxLength: 8 }),
  )
  const change = fc.oneof(
    fc.record({ cell: fc.nat({ max: 7 }), by: forged }),
    fc.record({
      cell: fc.nat({ max: 6 }),
      by: fc.constantFrom(
        (is: string) => `"${is}"`,
        (is: string) => ` ${is}`,
      ),
    }),
    fc.record({ cell: fc.constantFrom(0, 1, 2, 5), by: fc.constant((is: string) => is.toUpperCase()) }),
  )
  fc.assert(
    fc.property(linesOf('bsc'), fc.nat(), change, (lines, at, { cell, by }) => {
      const rows = fileRows(lines, tokens)
      const index = 1 + (at % lines.length)
      const row = [...rows[index]!]
      row[cell] = typeof by === 'string' ? by : by(row[cell]!)
      fc.pre(csvLines([row]) !== csvLines([rows[index]!]))
      const wrong = findWrongLines(readBack(rows.with(index, row)), { due: lines, chain: 'bsc', tokens })
      expect(wrong.map((each) => each.line)).toContain(index + 1)
    }),
    { numRuns: 400 },
  )
})

it.each([
  [0, 'native', 'line.otherToken'],
  [1, '', 'line.otherToken'],
  [1, '0xbeef', 'line.otherToken'],
  [2, '0xAB', 'line.otherAddress'],
  [3, '10.00', 'line.otherAmount'],
  [4, '7', 'line.extraCell'],
  [5, 'tron', 'line.otherChain'],
  [7, 'x', 'line.extraCell'],
  [7, '', 'line.extraCell'],
] as const)('reports cell %i of a payout line changed to “%s” as %s', (cell, text, why) => {
  const known = [{ id: 'x', chain: 'bsc', address: '0xab', amountMinor: 100 }]
  const [head, row] = fileRows(known, tokens) as [string[], string[]]
  row[cell] = text
  expect(findWrongLines(readBack([head, row]), { due: known, chain: 'bsc', tokens })).toEqual([
    { line: 2, id: 'x', why: sentence(why) },
  ])
})

it('reports a line of another chain in a payout file', () => {
  fc.assert(
    fc.property(linesOf('bsc'), linesOf('tron'), (lines, others) => {
      const due = [...lines, ...others]
      const rows = [...fileRows(lines, tokens), ...fileRows(others, tokens).slice(1)]
      expect(findWrongLines(readBack(rows), { due, chain: 'bsc', tokens }).map(({ id, why }) => [id, why])).toEqual(
        rows.slice(lines.length + 1).map((row) => [row[6], sentence('line.otherChainsPayout')]),
      )
      // The chain is an argument and not read from the file, so in a file made for another chain every line is wrong.
      expect(findWrongLines(readBack(fileRows(others, tokens)), { due, chain: 'bsc', tokens })).toHaveLength(
        others.length,
      )
      const unknown = findWrongLines(readBack(fileRows(lines, tokens)), {
        due,
        chain: 'bsc',
        tokens: new Map([['tron', 'TCafe']]),
      })
      expect(unknown.map(({ why }) => why)).toEqual(lines.map(() => sentence('line.noContract')))
    }),
  )
})

it('rejects a file of another kind as a payout file', () => {
  expect(readFileLines('receiver,amount\r\n')).toBeNull()
  expect(readFileLines('')).toBeNull()
})

it('reads a payout file that an editor saved with a byte order mark or other line ends', () => {
  const rows = fileRows([{ id: 'x', chain: 'bsc', address: '0xab', amountMinor: 1 }], tokens)
  const asWritten = readBack(rows)
  expect(asWritten).toHaveLength(1)
  expect(readFileLines(`\uFEFF${csvLines(rows)}`)).toEqual(asWritten)
  expect(readFileLines(csvLines(rows).replaceAll('\r', ''))).toEqual(asWritten)
  expect(readFileLines(csvLines(rows).replace(',', ',\uFEFF'))).toBeNull()
  expect(readFileLines(`${csvLines(rows)}too,short\n`)?.[1]).toEqual({ line: 3, id: '', cells: ['too', 'short'] })
})

it('reads transaction hashes alone or with the payout id in either order, and names lines that are neither', () => {
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
  // Hash list with a byte order mark, a header of one word, and several separators between cells.
  expect(readHashLines(`\uFEFF${hash}\n${hash}; ${id}\r\nhashes\n\n${id} ${id} ${hash}`)).toEqual({
    lines: [
      { hash, id: null },
      { hash, id },
    ],
    faults: [5],
  })
})
