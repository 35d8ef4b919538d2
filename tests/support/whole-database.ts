import type { TestDatabase } from './database.ts'

type Row = Readonly<Record<string, unknown>>
/** Rows of a table as JSON, which are parsed only if the table differs, and the columns of its primary key. */
type Table = { readonly key: readonly string[]; readonly rows: string }
export type WholeDatabase = ReadonlyMap<string, Table>

/**
 * Tables that an undo never restores, each with the reason. Every other table is compared, so a remaining difference is
 * either a fault or named by the test.
 */
const leftOut: Readonly<Record<string, string>> = {
  audit_log: 'the history of both acts; it is only added to',
  operator_proposals: 'the history of acts that two operators decide; rows are never deleted',
  outbox_messages: 'messages that an act sent; no act calls them back',
  job_schedules: 'times of the next runs of jobs, which the worker moves on its own',
}

/** Reads all tables of the schema `public` except those left out. The job queue has its own schema. */
export async function readWholeDatabase(db: Pick<TestDatabase, 'asOwner'>): Promise<WholeDatabase> {
  const tables = await db.asOwner<{ name: string; key: string[] }>(
    `select c.relname as name, coalesce((select array_agg(a.attname::text order by a.attnum) from pg_index i
       join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey) where i.indrelid = c.oid and i.indisprimary), '{}') as key
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) order by 1`,
    [Object.keys(leftOut)],
  )
  const read = tables.map(
    ({ name }) => `select '${name}' as name, coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
  )
  // PostgreSQL plans this statement for twice as long as it runs, unless it is prepared.
  const all = await db.asOwner<{ name: string; rows: string }>(read.join(' union all '), [], 'whole database')
  const keys = new Map(tables.map(({ name, key }) => [name, key]))
  return new Map(all.map(({ name, rows }) => [name, { key: keys.get(name) ?? [], rows }]))
}

function rowsOf({ key, rows }: Table): ReadonlyMap<string, Row> {
  const keyOf = (row: Row) => JSON.stringify(key.length > 0 ? key.map((column) => row[column]) : row)
  return new Map((JSON.parse(rows) as Row[]).map((row) => [keyOf(row), row]))
}

/**
 * Differences as sorted words: `table.column` for a changed value, `table.column moved` for a changed time, `+table`
 * and `-table` for added or removed rows, with their number if more than one.
 */
export function differencesBetween(before: WholeDatabase, after: WholeDatabase): string[] {
  return [...before].flatMap(([table, earlier]) => {
    const later = after.get(table) ?? { ...earlier, rows: '[]' }
    if (later.rows === earlier.rows) return []
    const [rows, now] = [rowsOf(earlier), rowsOf(later)]
    const columns = new Set<string>()
    for (const [key, row] of rows)
      for (const [column, value] of Object.entries(now.get(key) ?? {}))
        if (JSON.stringify(value) !== JSON.stringify(row[column]))
          columns.add(`${table}.${column}${isMoment(value) && isMoment(row[column]) ? ' moved' : ''}`)
    const came = [...now.keys()].filter((key) => !rows.has(key)).length
    const went = [...rows.keys()].filter((key) => !now.has(key)).length
    return [...counted('+', table, came), ...counted('-', table, went), ...columns].toSorted()
  })
}

const isMoment = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:/.test(value)

const counted = (sign: string, table: string, count: number): string[] =>
  count === 0 ? [] : [`${sign}${table}${count > 1 ? ` ×${count}` : ''}`]
