import type pg from 'pg'
import { findReferences, type References } from './find-references.ts'
import type { Schema } from './judge-owners.ts'

/** Reads tables, views and functions of the schema `public`. The client must be prepared with `prepareToFind`. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const relations = await client.query<{ name: string; kind: string; definition: string }>(
    `select relname as name, relkind as kind, case relkind when 'v' then pg_get_viewdef(oid) else '' end as definition
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by 1`,
  )
  const functions = await client.query<{ name: string; body: string }>(
    `select proname as name, coalesce(pg_get_function_sqlbody(oid), prosrc) as body
     from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
  )
  const views = new Map<string, References>()
  for (const { name, kind, definition } of relations.rows)
    if (kind === 'v' || kind === 'm') views.set(name, await findReferences(client, definition.replace(/;\s*$/, '')))
  return {
    tables: relations.rows.filter(({ kind }) => kind === 'r' || kind === 'p').map(({ name }) => name),
    views,
    functions: new Map(functions.rows.map(({ name, body }) => [name, body])),
  }
}
