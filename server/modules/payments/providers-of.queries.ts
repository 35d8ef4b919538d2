import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderId } from './providers/port.ts'

type Asked = { id: string; provider: ProviderId }

/** Providers of these refunds. */
export const providersOfRefunds = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Asked>`
    select r.id, a.provider from refunds r join payment_attempts a on a.id = r.attempt_id where r.id = any(${ids}) order by r.id`)

export const providersOfAttempts = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Asked>`select id, provider from payment_attempts where id = any(${ids}) order by id`)

/** Providers of orders' latest attempts; omits orders without one. */
export const providersOfOrders = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<Asked>`
    select distinct on (order_id) order_id as id, provider from payment_attempts
    where order_id = any(${ids}::uuid[]) order by order_id, created_at desc, id desc`)
