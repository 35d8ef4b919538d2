import type { TestDatabase } from './database.ts'

/** Decodes bytes in all ways in which a text could be hidden. */
const readings = (hex: string): string => {
  const bytes = Buffer.from(hex, 'hex')
  return `${bytes.toString('utf8')} ${bytes.toString('latin1')}`
}

/**
 * All values of each column as one lower-case text, keyed by `table.column`. Uses the catalogue, so new tables are
 * included.
 */
export async function dumpTexts(db: Pick<TestDatabase, 'asOwner'>): Promise<Record<string, string>> {
  const columns = await db.asOwner<{ schema: string; table: string; column: string }>(
    `select n.nspname as schema, c.relname as table, a.attname as column
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
       and a.attnum > 0 and not a.attisdropped
     order by 1, 2, 3`,
  )
  const dumps: Record<string, string> = {}
  // Reads all columns of a table with one SQL statement, because a statement for each column takes ten times as long.
  for (const [place = '', ofTable] of Map.groupBy(columns, ({ schema, table }) => `"${schema}"."${table}"`)) {
    const read = ofTable.map(({ column }) => `"${column}"::text as "${column}"`).join(', ')
    const rows = await db.asOwner<Record<string, string | null>>(`select ${read} from ${place}`)
    for (const { table, column } of ofTable)
      dumps[`${table}.${column}`] = rows.map((row) => textOf(row[column])).join('\n')
  }
  return dumps
}

function textOf(value: string | null | undefined): string {
  const text = value ?? ''
  return [text, ...[...text.matchAll(/\\+x([0-9a-f]{2,})/g)].map(([, hex]) => readings(hex!))].join(' ').toLowerCase()
}
