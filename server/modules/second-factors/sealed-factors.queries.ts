import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { factorPurpose } from './second-factors.service.ts'

export const sealedFactors: SealedColumn = {
  name: 'totp_factors.sealed_secret',
  first: beforeAllIds,
  purposeOf: factorPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select user_id::text as id, substring(sealed_secret from 1 for 12) as beginning, octet_length(sealed_secret) as bytes from totp_factors
      where sealed_secret is not null and user_id > ${after}::uuid order by totp_factors.user_id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select user_id::text as id, sealed_secret as sealed from totp_factors where user_id = any(${ids}::uuid[]) and sealed_secret is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select user_id as id from totp_factors where user_id = any(${ids}::uuid[]) for update skip locked)
      update totp_factors t set sealed_secret = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.user_id = n.id and t.sealed_secret = n.was and t.user_id in (select id from free)`),
}
