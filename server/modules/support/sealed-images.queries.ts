import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { imagePurpose } from './images.service.ts'

export const sealedImages: SealedColumn = {
  name: 'support_images.sealed',
  first: beforeAllIds,
  purposeOf: () => imagePurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select id::text as id, substring(sealed from 1 for 12) as beginning, octet_length(sealed) as bytes from support_images
      where sealed is not null and id > ${after}::uuid order by support_images.id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select id::text as id, sealed as sealed from support_images where id = any(${ids}::uuid[]) and sealed is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select id as id from support_images where id = any(${ids}::uuid[]) for update skip locked)
      update support_images t set sealed = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.id = n.id and t.sealed = n.was and t.id in (select id from free)`),
}
