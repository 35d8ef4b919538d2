import { nextToken, textOf, type SqlToken } from './sql-tokens.rules.ts'

/** Row of a table: values by column as text; null for NULL. Only requested columns. */
export type SourceRow = Readonly<Record<string, string | null>>
/** Tables to read, with their columns. Nothing else of a dump is decoded. */
export type WantedTables = Readonly<Record<string, readonly string[]>>

type DumpReader = {
  /** Reads the next bytes of the file; calls `onRow` for each complete row of a requested table. */
  push(bytes: Uint8Array): void
  /** Reads what remains. Returns false if the file ends in the middle of an SQL statement, so that rows are missing. */
  end(): boolean
}

/** Reason why a dump cannot be read: sentence `import.<code>` with these values. */
type DumpFault =
  | { readonly code: 'noColumnNames'; readonly params: { readonly table: string } }
  | { readonly code: 'otherInsert'; readonly params: { readonly table: string } }
  | { readonly code: 'valueTooLong'; readonly params: Record<string, never> }
  | {
      readonly code: 'valueCount'
      readonly params: {
        readonly table: string
        readonly row: number
        readonly values: number
        readonly columns: number
      }
    }
export class DamagedDump extends Error {
  readonly fault: DumpFault
  constructor(fault: DumpFault) {
    super(`${fault.code} ${JSON.stringify(fault.params)}`)
    this.fault = fault
  }
}

/**
 * Maximum length of a value in bytes. Columns of the imported tables are much smaller; a longer value means an unclosed
 * quote.
 */
const mostValueBytes = 64_000_000

type Value = { readonly kind: SqlToken['kind']; readonly text: string; readonly prefix: string | null }

/**
 * Reads rows from a dump by mysqldump, MariaDB, phpMyAdmin or Adminer, in chunks of any size. Column names come from
 * the INSERT, or from the CREATE TABLE before it. SQL statements of other tables are skipped without decoding their
 * values.
 */
export function createDumpReader(wanted: WantedTables, onRow: (table: string, row: SourceRow) => void): DumpReader {
  let rest: Buffer = Buffer.alloc(0)
  /** Number of rows read so far, by table. */
  const counts = new Map<string, number>()
  const wantedOf = (table: string | null) =>
    table !== null && Object.hasOwn(wanted, table) ? wanted[table] : undefined
  const orders = new Map<string, string[]>()
  let state = startState()
  /**
   * SQL statements in definitions of triggers and procedures end with another sign (DELIMITER). Such definitions
   * contain no rows.
   */
  let otherDelimiter = false
  let readsDelimiter = false

  function consume(isLast: boolean): void {
    let at = 0
    for (;;) {
      if (readsDelimiter) {
        const end = rest.indexOf(10, at)
        if (end === -1 && !isLast) break
        const line = rest.toString('utf8', at, end === -1 ? rest.length : end)
        otherDelimiter = line.trim() !== ';'
        readsDelimiter = false
        state = startState()
        at = end === -1 ? rest.length : end + 1
        continue
      }
      const { token, skipped } = nextToken(rest, at, isLast)
      if (!token) {
        at = skipped
        break
      }
      step(token)
      at = token.end
    }
    rest = rest.subarray(at)
    if (rest.length > mostValueBytes) throw new DamagedDump({ code: 'valueTooLong', params: {} })
  }

  function step(token: SqlToken): void {
    const isSign = token.kind === 'sign'
    const sign = isSign ? String.fromCharCode(rest[token.at] as number) : ''
    if (sign === ';' && !(state.at === 'row' && state.depth > 0)) {
      state = startState()
      return
    }
    switch (state.at) {
      case 'skip':
        return
      case 'start': {
        if (token.kind !== 'word') return void (state = { ...startState(), at: 'skip' })
        const word = textOf(rest, token).toUpperCase()
        if (word === 'DELIMITER') return void (readsDelimiter = true)
        const isRead = !otherDelimiter && ['INSERT', 'REPLACE', 'CREATE'].includes(word)
        state = isRead
          ? { ...startState(), at: word === 'CREATE' ? 'create' : 'insert' }
          : { ...startState(), at: 'skip' }
        return
      }
      case 'create':
      case 'insert': {
        if (sign === '(') return afterTable()
        const text = token.kind === 'sign' ? '' : textOf(rest, token)
        // The name of the database ends with a point, as in `panel`.`v2_user` and panel.`v2_user`.
        if (token.kind === 'word' && text.endsWith('.')) return void (state.table = null)
        const word = token.kind === 'word' ? text.toUpperCase() : ''
        if (state.at === 'insert' && (word === 'VALUES' || word === 'VALUE')) return beginRows(null)
        if (
          state.at === 'create' &&
          state.table === null &&
          !['TABLE', 'IF', 'NOT', 'EXISTS', 'TEMPORARY'].includes(word)
        ) {
          if (token.kind === 'word' && !state.isTable) state = { ...startState(), at: 'skip' }
          else state.table = unqualified(text)
          return
        }
        if (word === 'TABLE') state.isTable = true
        if (word === 'SET' && wantedOf(state.table))
          throw new DamagedDump({ code: 'otherInsert', params: { table: state.table ?? '' } })
        if (state.at === 'insert' && !['INTO', 'IGNORE', 'DELAYED', 'LOW_PRIORITY', 'HIGH_PRIORITY'].includes(word))
          state.table = unqualified(text)
        return
      }
      case 'define':
        return define(token, sign)
      case 'columns': {
        if (sign === ')') state.at = 'values'
        else if (!isSign) state.columns.push(textOf(rest, token))
        return
      }
      case 'values': {
        if (!isSign && ['VALUES', 'VALUE'].includes(textOf(rest, token).toUpperCase())) return beginRows(state.columns)
        state = { ...startState(), at: 'skip' }
        return
      }
      case 'row':
        return readRow(token, sign)
    }
  }

  /**
   * Removes the database name from a name such as panel.v2_user, which is one token if it has no quotes. A quoted table
   * name is a token of its own.
   */
  const unqualified = (text: string): string => text.slice(text.lastIndexOf('.') + 1)

  function afterTable(): void {
    const { table } = state
    if (!wantedOf(table)) state = { ...startState(), at: 'skip' }
    else if (state.at === 'create') {
      orders.set(table as string, [])
      state = { ...startState(), at: 'define', table, depth: 1, isName: true }
    } else state = { ...startState(), at: 'columns', table }
  }

  function define(token: SqlToken, sign: string): void {
    if (sign === '(') state.depth++
    else if (sign === ')') {
      state.depth--
      if (state.depth === 0) state = { ...startState(), at: 'skip' }
    } else if (sign === ',' && state.depth === 1) state.isName = true
    else if (state.isName) {
      state.isName = false
      const text = textOf(rest, token)
      const isKey =
        token.kind === 'word' &&
        /^(?:primary|unique|key|index|constraint|fulltext|spatial|foreign|check|period)$/i.test(text)
      if (!isKey) orders.get(state.table as string)?.push(text)
    }
  }

  function beginRows(named: readonly string[] | null): void {
    const { table } = state
    const columns = wantedOf(table)
    if (!columns || table === null) return void (state = { ...startState(), at: 'skip' })
    const order = named ?? orders.get(table)
    if (!order) throw new DamagedDump({ code: 'noColumnNames', params: { table } })
    const places = order.map((column) => (columns.includes(column) ? column : null))
    state = { ...startState(), at: 'row', table, places }
  }

  function readRow(token: SqlToken, sign: string): void {
    if (state.depth === 0) {
      if (sign === '(') {
        state.depth = 1
        state.row = {}
        state.place = 0
        state.value = null
        state.prefix = null
        return
      }
      if (sign === ',') return
      // Skips the rest of the SQL statement (ON DUPLICATE KEY UPDATE, or a SELECT), because it contains no rows.
      state = { ...startState(), at: 'skip' }
      return
    }
    if (sign === '(') state.depth++
    else if (sign === ')' && state.depth > 1) state.depth--
    else if ((sign === ',' || sign === ')') && state.depth === 1) {
      const column = state.places[state.place] ?? null
      if (column !== null) state.row[column] = valueOf(state.value)
      state.place++
      state.value = null
      state.prefix = null
      if (sign === ')') {
        state.depth = 0
        const table = state.table as string
        const row = (counts.get(table) ?? 0) + 1
        counts.set(table, row)
        const [values, columns] = [state.place, state.places.length]
        if (values !== columns) throw new DamagedDump({ code: 'valueCount', params: { table, row, values, columns } })
        onRow(table, state.row)
      }
    } else if ((state.places[state.place] ?? null) !== null && token.kind !== 'sign') {
      const text = textOf(rest, token)
      if (state.value?.kind === 'word' && token.kind === 'string') state.prefix = state.value.text
      state.value = { kind: token.kind, text, prefix: state.prefix }
    }
  }

  return {
    push(bytes) {
      rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes])
      consume(false)
    },
    end() {
      consume(true)
      return rest.length === 0 && (state.at === 'start' || state.at === 'skip')
    },
  }
}

type State = {
  at: 'start' | 'skip' | 'create' | 'insert' | 'define' | 'columns' | 'values' | 'row'
  table: string | null
  isTable: boolean
  isName: boolean
  depth: number
  columns: string[]
  places: readonly (string | null)[]
  place: number
  row: Record<string, string | null>
  value: Value | null
  prefix: string | null
}
const startState = (): State => ({
  at: 'start',
  table: null,
  isTable: false,
  isName: false,
  depth: 0,
  columns: [],
  places: [],
  place: 0,
  row: {},
  value: null,
  prefix: null,
})

/**
 * Reads a value of an INSERT. A word is NULL, a number, or bytes as 0x4142; X'4142' and _binary 'AB' are strings with a
 * prefix.
 */
function valueOf(value: Value | null): string | null {
  if (value === null) return null
  const { kind, text, prefix } = value
  if (kind === 'string') return prefix?.toUpperCase() === 'X' ? fromHex(text) : text
  if (text.toUpperCase() === 'NULL') return null
  return /^0x(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text.slice(2)) : text
}
const fromHex = (digits: string): string => Buffer.from(digits, 'hex').toString('utf8')
