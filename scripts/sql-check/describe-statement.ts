import type pg from 'pg'

export type Column = {
  readonly name: string
  readonly type: string
  /**
   * True if the result column can be null. Null if that is unknown: for an expression, for a required column in a
   * statement with an outer join, or for a column that the statement sets or filters.
   */
  readonly nullable: boolean | null
  readonly allowed: readonly string[] | null
}
export type Description = { readonly columns: readonly Column[]; readonly parameters: readonly string[] }

/** Field in the messages of pg's internal protocol module, which has no types. */
type Field = { name: string; tableID: number; columnID: number; dataTypeID: number }
type Wire = {
  parse(message: object): void
  describe(message: object): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
}

/**
 * Lets PostgreSQL describe parameters and columns of a statement without running it. Throws the server's error, also
 * for missing permissions, which `explain` checks and `parse` does not.
 */
export async function describeStatement(client: pg.Client, text: string): Promise<Description> {
  await client.query(`explain (generic_plan) ${text}`)
  const { fields, parameterOids } = await parseAndDescribe(client, text)
  const columns: Column[] = []
  for (const field of fields) columns.push(await describeColumn(client, field, text))
  const parameters: string[] = []
  for (const oid of parameterOids) parameters.push(await typeName(client, oid))
  return { columns, parameters }
}

function parseAndDescribe(client: pg.Client, text: string): Promise<{ fields: Field[]; parameterOids: number[] }> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = []
    let parameterOids: number[] = []
    const request = {
      submit(wire: Wire) {
        wire.once('parameterDescription', (message) => (parameterOids = message.dataTypeIDs))
        wire.parse({ text, name: '', types: [] })
        wire.describe({ type: 'S', name: '' })
        wire.sync()
      },
      handleRowDescription: (message: { fields: Field[] }) => (fields = message.fields),
      handleError: reject,
      handleReadyForQuery: () => resolve({ fields, parameterOids }),
    }
    client.query(request as unknown as pg.Submittable)
  })
}

async function describeColumn(client: pg.Client, field: Field, text: string): Promise<Column> {
  const { name, tableID, columnID, dataTypeID } = field
  const type = await typeName(client, dataTypeID)
  if (tableID === 0) return { name, type, nullable: null, allowed: null }
  const { definition, fields, constraints } = await readTable(client, tableID)
  if (definition !== null) {
    // Columns of a view have no constraints, so those of the underlying table are used.
    const behind = fields[columnID - 1]
    if (!behind) throw new Error(`the view of ${name} has no column ${columnID}`)
    return describeColumn(client, { ...behind, name }, `${text} ${definition}`)
  }
  const found = constraints.filter(({ number }) => number === columnID)
  const { column = '', required = false } = found[0] ?? {}
  return { name, type, nullable: nullability(text, column, required), allowed: allowedValues(found) }
}

type Constraint = { number: number; column: string; required: boolean; definition: string | null }
/** A view has a definition and the fields behind its columns; a table has one row for each check of a column. */
type Table = { definition: string | null; fields: readonly Field[]; constraints: readonly Constraint[] }
/** Tables and views read on a connection. Most of the statements' thousands of columns are in the same tables. */
const tables = new WeakMap<pg.Client, Map<number, Promise<Table>>>()

function readTable(client: pg.Client, id: number): Promise<Table> {
  const ofClient = tables.get(client) ?? new Map<number, Promise<Table>>()
  tables.set(client, ofClient)
  const read = ofClient.get(id) ?? readTableAnew(client, id)
  ofClient.set(id, read)
  return read
}

async function readTableAnew(client: pg.Client, id: number): Promise<Table> {
  const view = await client.query<{ definition: string }>(
    `select pg_get_viewdef(oid) as definition from pg_class where oid = $1 and relkind = 'v'`,
    [id],
  )
  const { definition = null } = view.rows[0] ?? {}
  if (definition !== null)
    return { definition, fields: (await parseAndDescribe(client, definition)).fields, constraints: [] }
  const { rows } = await client.query<Constraint>(
    `select a.attnum as number, a.attname as column, a.attnotnull as required, pg_get_constraintdef(c.oid) as definition
     from pg_attribute a left join pg_constraint c on c.conrelid = a.attrelid and c.contype = 'c' and c.conkey = array[a.attnum]
     where a.attrelid = $1`,
    [id],
  )
  return { definition, fields: [], constraints: rows }
}

/**
 * True if the result column can be null. Null if the statement does not show it: a required column in a statement with
 * an outer join, or a column that the statement sets or filters.
 */
function nullability(text: string, column: string, required: boolean): boolean | null {
  if (required) return /\b(left|right|full)\s+(outer\s+)?join\b/i.test(text) ? null : false
  const filled = /\breturning\b/i.test(text) && new RegExp(`\\b${column}\\s*=`).test(text)
  return filled || new RegExp(`\\b${column}\\s+is\\s+not\\s+null`, 'i').test(text) ? null : true
}

function allowedValues(rows: readonly { definition: string | null }[]): string[] | null {
  const lists = rows.map(({ definition }) => /= ANY \(ARRAY\[(.+?)\]\)/.exec(definition ?? '')?.[1])
  const list = lists.find((found) => found !== undefined)
  return list?.split(', ').map((value) => value.replace(/^'(.*)'::\w+$/, '$1')) ?? null
}

const names = new Map<number, string>()
async function typeName(client: pg.Client, oid: number): Promise<string> {
  const known = names.get(oid)
  if (known) return known
  const found = await client.query<{ name: string }>('select typname as name from pg_type where oid = $1', [oid])
  const name = found.rows[0]?.name ?? `oid ${oid}`
  names.set(oid, name)
  return name
}
