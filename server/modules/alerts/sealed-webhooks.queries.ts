import { beforeAllIds, type SealedColumn, type SealedRow } from '#server/platform/sealed-column.ts'
import { sql } from '#server/platform/sql.ts'
import { receiverPurpose } from './notification-settings.service.ts'

export const sealedWebhooks: SealedColumn = {
  name: 'operator_notifications.sealed_webhook',
  first: beforeAllIds,
  purposeOf: receiverPurpose,
  page: (db, after, limit) =>
    db.query(sql<SealedRow>`
      select operator_id::text as id, substring(sealed_webhook from 1 for 12) as beginning, octet_length(sealed_webhook) as bytes from operator_notifications
      where sealed_webhook is not null and operator_id > ${after}::uuid order by operator_notifications.operator_id limit ${limit}::int`),
  read: (db, ids) =>
    db.query(sql<{ id: string; sealed: Buffer }>`
      select operator_id::text as id, sealed_webhook as sealed from operator_notifications where operator_id = any(${ids}::uuid[]) and sealed_webhook is not null`),
  replace: (db, { ids, from, to }) =>
    db.run(sql`
      with free as (select operator_id as id from operator_notifications where operator_id = any(${ids}::uuid[]) for update skip locked)
      update operator_notifications t set sealed_webhook = n.to_be
      from unnest(${ids}::uuid[], ${from}::bytea[], ${to}::bytea[]) n (id, was, to_be)
      where t.operator_id = n.id and t.sealed_webhook = n.was and t.operator_id in (select id from free)`),
}
