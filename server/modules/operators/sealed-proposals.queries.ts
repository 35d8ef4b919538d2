import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { proposalPurpose } from './proposals.service.ts'

export const sealedProposals: SealedColumn = {
  name: 'operator_proposals.sealed',
  first: beforeAllIds,
  purposeOf: proposalPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select id::text as id, substring(sealed from 1 for 12) as beginning, octet_length(sealed) as bytes from operator_proposals
      where sealed is not null and id > ${after}::uuid order by operator_proposals.id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select id::text as id, sealed as sealed from operator_proposals where id = any(${ids}::uuid[]) and sealed is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select id as id from operator_proposals where id = any(${ids}::uuid[]) for update skip locked)
      update operator_proposals t set sealed = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.id = n.id and t.sealed = n.was and t.id in (select id from free)`),
}
