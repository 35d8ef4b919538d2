import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { benefitPurpose } from './benefits.service.ts'

export const sealedStock: SealedColumn = {
  name: 'benefit_stock.sealed_password',
  first: beforeAllIds,
  purposeOf: () => benefitPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select id::text as id, substring(sealed_password from 1 for 12) as beginning, octet_length(sealed_password) as bytes from benefit_stock
      where sealed_password is not null and id > ${after}::uuid order by benefit_stock.id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select id::text as id, sealed_password as sealed from benefit_stock where id = any(${ids}::uuid[]) and sealed_password is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select id as id from benefit_stock where id = any(${ids}::uuid[]) for update skip locked)
      update benefit_stock t set sealed_password = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.id = n.id and t.sealed_password = n.was and t.id in (select id from free)`),
}
