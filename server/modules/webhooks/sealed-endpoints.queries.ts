import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { endpointPurpose } from './endpoint-secrets.ts'

export const sealedEndpoints: SealedColumn = {
  name: 'webhook_endpoints.sealed',
  first: beforeAllIds,
  purposeOf: endpointPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select id::text as id, substring(sealed from 1 for 12) as beginning, octet_length(sealed) as bytes from webhook_endpoints
      where id > ${after}::uuid order by webhook_endpoints.id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select id::text as id, sealed from webhook_endpoints where id = any(${ids}::uuid[])`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select id from webhook_endpoints where id = any(${ids}::uuid[]) for update skip locked)
      update webhook_endpoints t set sealed = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.id = n.id and t.sealed = n.was and t.id in (select id from free)`),
}
