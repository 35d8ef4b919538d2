import type { SealedColumn, SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { providerPurpose } from './create-panels.ts'

export const sealedProviders: SealedColumn = {
  name: 'tunnel_providers.settings',
  first: '',
  purposeOf: providerPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select id as id, substring(settings from 1 for 12) as beginning, octet_length(settings) as bytes from tunnel_providers
      where settings is not null and id > ${after}::text order by tunnel_providers.id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select id as id, settings as sealed from tunnel_providers where id = any(${ids}::text[]) and settings is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select id as id from tunnel_providers where id = any(${ids}::text[]) for update skip locked)
      update tunnel_providers t set settings = n.to_be
      from unnest(${ids}::text[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.id = n.id and t.settings = n.was and t.id in (select id from free)`),
}
