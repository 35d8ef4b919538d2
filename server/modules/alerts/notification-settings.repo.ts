import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'

export type WishesRow = {
  operatorId: string
  mail: string[]
  webhook: string[]
  timeZone: string
  quietFrom: number | null
  quietUntil: number | null
  digestAt: number | null
  urgentThrough: boolean
  sealedWebhook: Buffer | null
  deliveredAt: Date | null
  failingSince: Date | null
  error: string | null
}
const wishColumns = columns`
  operator_id as "operatorId", mail, webhook, time_zone as "timeZone", quiet_from as "quietFrom", quiet_until as "quietUntil",
  digest_at as "digestAt", urgent_through as "urgentThrough", sealed_webhook as "sealedWebhook", delivered_at as "deliveredAt",
  failing_since as "failingSince", error`

export const listWishes = (db: Queryable) =>
  db.query(sql<WishesRow>`
    select ${wishColumns} from operator_notifications`)

export const findWishes = (db: Queryable, operatorId: string) =>
  db.maybe(sql<WishesRow>`
    select ${wishColumns} from operator_notifications where operator_id = ${operatorId}`)

type Saved = Omit<WishesRow, 'deliveredAt' | 'failingSince' | 'error'> & { isOther: boolean }
export const saveWishes = (db: Queryable, w: Saved) =>
  db.run(sql`
    insert into operator_notifications (operator_id, mail, webhook, time_zone, quiet_from, quiet_until, digest_at, urgent_through, sealed_webhook)
    values (${w.operatorId}, ${w.mail}, ${w.webhook}, ${w.timeZone}, ${w.quietFrom}, ${w.quietUntil}, ${w.digestAt}, ${w.urgentThrough},
      ${w.sealedWebhook})
    on conflict (operator_id) do update set mail = excluded.mail, webhook = excluded.webhook, time_zone = excluded.time_zone,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, digest_at = excluded.digest_at,
      urgent_through = excluded.urgent_through, sealed_webhook = excluded.sealed_webhook,
      delivered_at = case when not ${w.isOther}::boolean then operator_notifications.delivered_at end,
      failing_since = case when not ${w.isOther}::boolean then operator_notifications.failing_since end,
      error = case when not ${w.isOther}::boolean then operator_notifications.error end`)

export const noteDelivered = (db: Queryable, operatorId: string) =>
  db.run(sql`
    update operator_notifications set delivered_at = now(), failing_since = null, error = null where operator_id = ${operatorId}`)

export const noteFailed = (db: Queryable, operatorId: string, error: string) =>
  db.run(sql`
    update operator_notifications set failing_since = coalesce(failing_since, now()), error = ${error} where operator_id = ${operatorId}`)

export const deleteWishes = (db: Queryable, operatorId: string) =>
  db.run(sql`delete from operator_notifications where operator_id = ${operatorId}`)
