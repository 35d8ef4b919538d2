import type { SealedColumn, SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { settingsPurpose } from './node-directory.ts'

export const sealedNodes: SealedColumn = {
  name: 'tunnel_nodes.sealed_settings',
  first: '',
  purposeOf: settingsPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select name as id, substring(sealed_settings from 1 for 12) as beginning, octet_length(sealed_settings) as bytes from tunnel_nodes
      where sealed_settings is not null and name > ${after}::text order by tunnel_nodes.name limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select name as id, sealed_settings as sealed from tunnel_nodes where name = any(${ids}::text[]) and sealed_settings is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select name as id from tunnel_nodes where name = any(${ids}::text[]) for update skip locked)
      update tunnel_nodes t set sealed_settings = n.to_be
      from unnest(${ids}::text[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.name = n.id and t.sealed_settings = n.was and t.name in (select id from free)`),
}
