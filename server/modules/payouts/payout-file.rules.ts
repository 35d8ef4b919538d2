import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'
type FileLine = {
  readonly id: string
  readonly chain: string
  readonly address: string
  readonly amountMinor: number
}

/** Formats cents as exact decimals: 12345 becomes 123.45. */
export const exactAmount = (minor: number): string =>
  `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

const columns = ['token_type', 'token_address', 'receiver', 'amount', 'id', 'chain', 'payout'] as const

export type TokenContracts = ReadonlyMap<string, string>

const addressPattern = /^[0-9A-Za-z]{1,128}$/

function rowOf({ id, chain, address, amountMinor }: FileLine, tokens: TokenContracts): string[] {
  // Rejects wallet addresses that a spreadsheet would read as a formula or a tool would split.
  if (!addressPattern.test(address)) throw new RangeError(`payout ${id} has no address: ${address}`)
  // Transfer tools take an empty token cell for the chain's own coin and would send 100 ETH instead of 100 USDT.
  const token = tokens.get(chain) ?? ''
  if (!addressPattern.test(token)) throw new RangeError(`no contract of USDT is known on ${chain}`)
  return [chain === 'tron' ? 'trc20' : 'erc20', token, address, exactAmount(amountMinor), '', chain, id]
}

/**
 * Rows of a file for tools that send many transfers at once: column names, then a line for each payout by id. Throws
 * RangeError for an invalid wallet address or a chain without a USDT contract.
 */
export const fileRows = (lines: readonly FileLine[], tokens: TokenContracts): string[][] => [
  [...columns],
  ...lines.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map((line) => rowOf(line, tokens)),
]

type ReadLine = { readonly line: number; readonly id: string; readonly cells: readonly string[] }

export function readFileLines(text: string): ReadLine[] | null {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (head !== columns.join(',')) return null
  return lines.flatMap((line, index) => {
    // The files that we write contain no quotes, so a quoted cell counts as a difference.
    const cells = line.split(',')
    return line === '' ? [] : [{ line: index + 2, id: cells[6] ?? '', cells }]
  })
}

const faultsByColumn = [
  'line.otherToken',
  'line.otherToken',
  'line.otherAddress',
  'line.otherAmount',
  'line.extraCell',
  'line.otherChain',
] as const

/**
 * Finds the lines of a transfer file that do not match the payouts that are due now, each with its error. `due`:
 * payouts that may be sent now on any chain. `chain`: chain of the file.
 */
export function findWrongLines(
  read: readonly ReadLine[],
  { due, chain, tokens }: { due: readonly FileLine[]; chain: string; tokens: TokenContracts },
) {
  const known = new Map(due.map((line) => [line.id, line]))
  const seen = new Set<string>()
  const whyWrong = ({ id, cells }: ReadLine): Sentence | null => {
    const stands = known.get(id)
    if (!stands) return sentence('line.notDue')
    if (seen.has(id)) return sentence('line.repeated')
    seen.add(id)
    if (stands.chain !== chain) return sentence('line.otherChainsPayout')
    if (!tokens.has(chain)) return sentence('line.noContract')
    const row = rowOf(stands, tokens)
    const column = row.findIndex((cell, index) => cell !== cells[index])
    if (column !== -1) return sentence(faultsByColumn[column] ?? 'line.extraCell')
    return cells.length === row.length ? null : sentence('line.extraCell')
  }
  return read.flatMap((each) => {
    const why = whyWrong(each)
    return why === null ? [] : [{ line: each.line, id: each.id, why }]
  })
}

/** Hash of a blockchain transaction and the payout that it should pay. `id` null: any payout of the batch. */
export type HashLine = { readonly hash: string; readonly id: string | null }

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const hashPattern = /^(?:0x)?[0-9a-f]{64}$/i

/**
 * Parses transaction hashes as operators enter them: one per line, alone or beside the payout's id, in any order. Skips
 * lines without a hash or id. `faults`: numbers of lines with anything else in them.
 */
export function readHashLines(text: string): { lines: HashLine[]; faults: number[] } {
  const lines: HashLine[] = []
  const faults: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    // The class `\s` includes no-break spaces and the byte order mark, which editors add.
    const cells = line.split(/[\s,;]/).filter((cell) => cell !== '')
    const hashes = cells.filter((cell) => hashPattern.test(cell))
    const ids = cells.filter((cell) => idPattern.test(cell))
    const [hash] = hashes
    // Accepts exactly one hash and at most one payout id per line, so a second hash is an error.
    if (hash !== undefined && ids.length <= 1 && cells.length === 1 + ids.length)
      lines.push({ hash, id: ids[0] ?? null })
    else if (hashes.length > 0 || ids.length > 0) faults.push(index + 1)
  }
  return { lines, faults }
}
