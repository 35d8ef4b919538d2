import type pg from 'pg'

export type Key = {
  readonly table: string
  readonly columns: readonly string[]
  readonly onlyWhere: string | null
  /**
   * Properties of the key that not every database engine supports: `deferrable`, `nulls not distinct`, `a sequence` in
   * its columns.
   */
  readonly traits: readonly string[]
}
export type Reference = {
  readonly table: string
  readonly columns: readonly string[]
  readonly to: string
  readonly toColumns: readonly string[]
  readonly traits: readonly string[]
}
export type Keys = {
  readonly columns: ReadonlyMap<string, readonly string[]>
  readonly keys: readonly Key[]
  readonly references: readonly Reference[]
  readonly exclusions: readonly string[]
}

/**
 * Reads all database keys of the schema `public`. The job queue's schema is skipped, because its library adapts it to
 * each engine.
 */
export async function readKeys(client: Pick<pg.Client, 'query'>): Promise<Keys> {
  const read = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const tables = await read<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1`)
  const keys = await read<Key>(`
    select c.relname as table, pg_get_expr(i.indpred, i.indrelid) as "onlyWhere",
      array(select coalesce(a.attname::text, '…') from unnest(i.indkey) with ordinality as k (number, place)
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number and k.number > 0
        where k.place <= i.indnkeyatts order by k.place) as columns,
      array_remove(array[
        case when con.condeferrable then 'deferrable' end,
        case when i.indnullsnotdistinct then 'nulls not distinct' end,
        case when exists (select from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
          where a.attrelid = c.oid and a.attnum = any(i.indkey)
            and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')) then 'a sequence' end], null) as traits
    from pg_index i join pg_class c on c.oid = i.indrelid
    left join pg_constraint con on con.conindid = i.indexrelid and con.contype in ('p', 'u')
    where i.indisunique and c.relnamespace = 'public'::regnamespace order by 1, 3::text`)
  const references = await read<Reference>(`
    select t.relname as table, f.relname as to,
      array(select a.attname::text from unnest(r.conkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns,
      array(select a.attname::text from unnest(r.confkey) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = f.oid and a.attnum = k.number order by k.place) as "toColumns",
      array_remove(array[
        case when r.condeferrable then 'deferrable' end,
        case when r.confdeltype in ('n', 'd') or r.confupdtype <> 'a' then 'writes the column that refers' end], null) as traits
    from pg_constraint r join pg_class t on t.oid = r.conrelid join pg_class f on f.oid = r.confrelid
    where r.contype = 'f' and r.connamespace = 'public'::regnamespace order by 1, 3::text`)
  const exclusions = await read<{ table: string }>(`
    select distinct conrelid::regclass::text as table from pg_constraint
    where contype = 'x' and connamespace = 'public'::regnamespace`)
  return {
    columns: new Map(tables.map(({ table, columns }) => [table, columns])),
    keys,
    references,
    exclusions: exclusions.map(({ table }) => table),
  }
}
