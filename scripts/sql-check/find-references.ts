import type pg from 'pg'

/**
 * Tables, views and functions that a statement uses according to PostgreSQL's parser, including CTEs, joins and
 * subselects. Views are not expanded.
 */
export type References = {
  /** Kind of use per table or view. Names outside the schema `public` include their schema. */
  readonly relations: ReadonlyMap<string, 'reads' | 'writes or locks'>
  readonly functions: readonly string[]
}

/** Bits of PostgreSQL's `requiredPerms`: insert, update (also needed for `for update`), delete. */
const writing = 1 | 4 | 8
const builtIn = 16_384

/** Prepares a dedicated connection, on which PostgreSQL reports each statement's parse tree as a notice. */
export async function prepareToFind(client: pg.Client): Promise<void> {
  await client.query('set debug_print_parse = on; set debug_pretty_print = off; set client_min_messages = log')
}

export async function findReferences(client: pg.Client, text: string): Promise<References> {
  const trees: string[] = []
  const listen = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }) => {
    if (message === 'parse tree:') trees.push(detail ?? '')
  }
  client.on('notice', listen)
  await client.query(`prepare looked_at as ${text}`)
  client.off('notice', listen)
  // Takes the second tree, because the first one is that of `prepare` itself.
  const tree = trees[1]
  if (tree === undefined) throw new Error('PostgreSQL told no tree of the statement')
  await client.query('deallocate looked_at')
  return { relations: await readRelations(client, tree), functions: await readFunctions(client, tree) }
}

async function readRelations(client: pg.Client, tree: string): Promise<References['relations']> {
  const found = new Map<string, 'reads' | 'writes or locks'>()
  const entries = tree.matchAll(/\{RTEPERMISSIONINFO\s+:relid\s+(\d+)\s+:inh\s+\w+\s+:requiredPerms\s+(\d+)/g)
  for (const [, oid, rights] of entries) {
    const name = (await readNames(client)).relations.get(Number(oid)) ?? `relation ${oid}`
    const writes = (Number(rights) & writing) !== 0
    if (writes || !found.has(name)) found.set(name, writes ? 'writes or locks' : 'reads')
  }
  return found
}

async function readFunctions(client: pg.Client, tree: string): Promise<string[]> {
  const oids = [...tree.matchAll(/:funcid\s+(\d+)/g)].map(([, oid]) => Number(oid)).filter((oid) => oid >= builtIn)
  const { functions } = await readNames(client)
  return [...new Set(oids.map((oid) => functions.get(oid) ?? `function ${oid}`))].toSorted()
}

type Names = { readonly relations: ReadonlyMap<number, string>; readonly functions: ReadonlyMap<number, string> }
/** Names of all tables, views and functions by OID, read once on each connection. */
const names = new WeakMap<pg.Client, Promise<Names>>()

function readNames(client: pg.Client): Promise<Names> {
  const read = names.get(client) ?? readNamesAnew(client)
  names.set(client, read)
  return read
}

async function readNamesAnew(client: pg.Client): Promise<Names> {
  type Named = { oid: number; name: string }
  const relations = await client.query<Named>(
    `select oid, case relnamespace when 'public'::regnamespace then '' else relnamespace::regnamespace || '.' end || relname as name
     from pg_class where relkind <> 'i'`,
  )
  const functions = await client.query<Named>('select oid, proname as name from pg_proc where oid >= $1', [builtIn])
  const byOid = ({ rows }: { rows: Named[] }) => new Map(rows.map(({ oid, name }) => [oid, name]))
  return { relations: byOid(relations), functions: byOid(functions) }
}
