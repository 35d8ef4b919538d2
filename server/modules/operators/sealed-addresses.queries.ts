import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { addressPurpose } from './operators.service.ts'

export const sealedOperatorAddresses: SealedColumn = {
  name: 'operators.sealed_email',
  first: beforeAllIds,
  purposeOf: addressPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select id::text as id, substring(sealed_email from 1 for 12) as beginning, octet_length(sealed_email) as bytes from operators
      where sealed_email is not null and id > ${after}::uuid order by operators.id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select id::text as id, sealed_email as sealed from operators where id = any(${ids}::uuid[]) and sealed_email is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select id as id from operators where id = any(${ids}::uuid[]) for update skip locked)
      update operators t set sealed_email = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.id = n.id and t.sealed_email = n.was and t.id in (select id from free)`),
}
