/** A payout as it stands in the file that is sent. `amountMinor`: US cents of USDT. */
export type FileLine = {
  readonly id: string
  readonly chain: string
  readonly address: string
  readonly amountMinor: number
}

/** Whole cents as a decimal number, exactly: 12345 is 123.45. */
export const exactAmount = (minor: number): string =>
  `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

const columns = ['token_type', 'token_address', 'receiver', 'amount', 'id', 'chain', 'payout'] as const

/** The contract of USDT by chain, where it is known. */
export type TokenContracts = ReadonlyMap<string, string>

const addressPattern = /^[0-9A-Za-z]{1,128}$/

function rowOf({ id, chain, address, amountMinor }: FileLine, tokens: TokenContracts): string[] {
  // Whatever got into the column, no spreadsheet runs it and no tool reads it as two.
  if (!addressPattern.test(address)) throw new RangeError(`payout ${id} has no address: ${address}`)
  // Tools read an empty cell as the chain's own coin, whatever the type says: 100 USDT would leave as 100 ETH.
  const token = tokens.get(chain) ?? ''
  if (!addressPattern.test(token)) throw new RangeError(`no contract of USDT is known on ${chain}`)
  return [chain === 'tron' ? 'trc20' : 'erc20', token, address, exactAmount(amountMinor), '', chain, id]
}

/**
 * What tools that pay many addresses in one transaction read: a line for each payout, in the order of their ids, the names of the
 * columns first. Throws RangeError for what is no address, and for a chain without a contract.
 */
export const fileRows = (lines: readonly FileLine[], tokens: TokenContracts): string[][] => [
  [...columns],
  ...lines.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map((line) => rowOf(line, tokens)),
]

export type ReadLine = { readonly line: number; readonly id: string; readonly cells: readonly string[] }

/** The lines of such a file as someone hands it back; null: it is none. */
export function readFileLines(text: string): ReadLine[] | null {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (head !== columns.join(',')) return null
  return lines.flatMap((line, index) => {
    // No line of ours has quotes: one that does is wrong by them.
    const cells = line.split(',')
    return line === '' ? [] : [{ line: index + 2, id: cells[6] ?? '', cells }]
  })
}

/** By column, what is wrong about a line that differs there. */
const faultsByColumn = [
  'another token',
  'another token',
  'another address',
  'another amount',
  'a cell too many',
  'another chain',
] as const

/**
 * The lines that are not, cell by cell, what the file would say now, with what is wrong about each. `due`: what may be sent now, on
 * whatever chain. `chain`: the one that the file pays on.
 */
export function findWrongLines(
  read: readonly ReadLine[],
  { due, chain, tokens }: { due: readonly FileLine[]; chain: string; tokens: TokenContracts },
) {
  const known = new Map(due.map((line) => [line.id, line]))
  const seen = new Set<string>()
  const whyWrong = ({ id, cells }: ReadLine): string | null => {
    const stands = known.get(id)
    if (!stands) return 'not to be sent'
    if (seen.has(id)) return 'named twice'
    seen.add(id)
    if (stands.chain !== chain) return 'of another chain'
    if (!tokens.has(chain)) return 'no contract is known'
    const row = rowOf(stands, tokens)
    const column = row.findIndex((cell, index) => cell !== cells[index])
    if (column !== -1) return faultsByColumn[column] ?? 'another cell'
    return cells.length === row.length ? null : 'a cell too many'
  }
  return read.flatMap((each) => {
    const why = whyWrong(each)
    return why === null ? [] : [{ line: each.line, id: each.id, why }]
  })
}

/** A transaction, and the payout that it is said to pay; null: whatever of the list it pays. */
export type HashLine = { readonly hash: string; readonly id: string | null }

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const hashPattern = /^(?:0x)?[0-9a-f]{64}$/i

/**
 * Hashes as an operator hands them in: one a line, alone or beside the payout's id, in either order. Lines without a hash are
 * passed by (a head, an empty one); `faults` are the numbers of lines that hold a hash and something else.
 */
export function readHashLines(text: string): { lines: HashLine[]; faults: number[] } {
  const lines: HashLine[] = []
  const faults: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    // White space is also what editors put in front of a text, or at the end of its lines.
    const cells = line.split(/[\s,;]/).filter((cell) => cell !== '')
    const hashes = cells.filter((cell) => hashPattern.test(cell))
    const ids = cells.filter((cell) => idPattern.test(cell))
    const [hash] = hashes
    // One cell beside at most one id: no room for a second hash.
    if (hash !== undefined && ids.length <= 1 && cells.length === 1 + ids.length)
      lines.push({ hash, id: ids[0] ?? null })
    else if (hashes.length > 0 || ids.length > 0) faults.push(index + 1)
  }
  return { lines, faults }
}
