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

/**
 * What tools that pay many addresses in one transaction read: a line for each payout, in the order of their ids, the names of the
 * columns first. `tokens`: the contract of USDT by chain, where it is known. Throws RangeError for what is no address.
 */
export function fileRows(lines: readonly FileLine[], tokens: ReadonlyMap<string, string>): string[][] {
  const rows = lines
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, chain, address, amountMinor }) => {
      // Whatever got into the column, no spreadsheet runs it and no tool reads it as two.
      if (!/^[0-9A-Za-z]{1,128}$/.test(address)) throw new RangeError(`payout ${id} has no address: ${address}`)
      const kind = chain === 'tron' ? 'trc20' : 'erc20'
      return [kind, tokens.get(chain) ?? '', address, exactAmount(amountMinor), '', chain, id]
    })
  return [[...columns], ...rows]
}

export type ReadLine = { readonly line: number; readonly id: string; readonly address: string; readonly amount: string }

/** The lines of such a file as someone hands it back; null: it is none. */
export function readFileLines(text: string): ReadLine[] | null {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (head !== columns.join(',')) return null
  return lines.flatMap((line, index) => {
    const cells = line.split(',')
    return line === '' ? [] : [{ line: index + 2, id: cells[6] ?? '', address: cells[2] ?? '', amount: cells[3] ?? '' }]
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
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const cells = line.split(/[\s,;]/).filter((cell) => cell !== '')
    const hashes = cells.filter((cell) => hashPattern.test(cell))
    const ids = cells.filter((cell) => idPattern.test(cell))
    const [hash] = hashes
    if (hash !== undefined && hashes.length === 1 && ids.length <= 1 && cells.length === 1 + ids.length)
      lines.push({ hash, id: ids[0] ?? null })
    else if (hashes.length > 0 || ids.length > 0) faults.push(index + 1)
  }
  return { lines, faults }
}
