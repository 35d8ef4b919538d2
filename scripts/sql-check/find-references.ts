import type pg from 'pg'

/** What a statement touches, by PostgreSQL's own reading of it: CTEs, joins and sub-selects included, views not opened. */
export type References = {
  /** Table or view → what is done with it. A name outside `public` carries its schema. */
  readonly relations: ReadonlyMap<string, 'reads' | 'writes or locks'>
  readonly functions: readonly string[]
}

/** Bits of `requiredPerms`: insert, update (which `for update` asks for, too), delete. */
const writing = 1 | 4 | 8
const builtIn = 16_384

/** On a connection for this alone: PostgreSQL then tells the tree of each statement as a notice. */
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
  // The first is that of `prepare` itself.
  const tree = trees[1]
  if (tree === undefined) throw new Error('PostgreSQL told no tree of the statement')
  await client.query('deallocate looked_at')
  return { relations: await readRelations(client, tree), functions: await readFunctions(client, tree) }
}

async function readRelations(client: pg.Client, tree: string): Promise<References['relations']> {
  const found = new Map<string, 'reads' | 'writes or locks'>()
  const entries = tree.matchAll(/\{RTEPERMISSIONINFO\s+:relid\s+(\d+)\s+:inh\s+\w+\s+:requiredPerms\s+(\d+)/g)
  for (const [, oid, rights] of entries) {
    const { rows } = await client.query<{ name: string }>(
      `select case relnamespace when 'public'::regnamespace then '' else relnamespace::regnamespace || '.' end || relname as name
       from pg_class where oid = $1`,
      [oid],
    )
    const name = rows[0]?.name ?? `relation ${oid}`
    const writes = (Number(rights) & writing) !== 0
    if (writes || !found.has(name)) found.set(name, writes ? 'writes or locks' : 'reads')
  }
  return found
}

async function readFunctions(client: pg.Client, tree: string): Promise<string[]> {
  const oids = [...tree.matchAll(/:funcid\s+(\d+)/g)].map(([, oid]) => Number(oid)).filter((oid) => oid >= builtIn)
  if (oids.length === 0) return []
  const { rows } = await client.query<{ name: string }>(
    `select distinct proname as name from pg_proc where oid = any($1::oid[]) order by 1`,
    [oids],
  )
  return rows.map(({ name }) => name)
}
