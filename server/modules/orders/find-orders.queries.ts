import type { Localized } from '#shared/language.ts'
import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { OrderStatus } from './orders.rules.ts'

export type FoundOrder = {
  number: string
  productNames: Localized
  totalMinor: number
  currency: Currency
  status: OrderStatus
  createdAt: Date
}

export const findOrders = (db: Queryable, q: { number: string | null; uuid: string | null }) =>
  db.query(sql<FoundOrder>`
    select number, product_names as "productNames", total_minor as "totalMinor", currency, status, created_at as "createdAt"
    from orders where number = ${q.number}::text
    union all
    select number, product_names, total_minor, currency, status, created_at from orders where id = ${q.uuid}::uuid`)

export type BoughtOrder = FoundOrder & { id: string; method: Method; paidAt: Date | null }

export const listBought = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<BoughtOrder>`
    select id, number, product_names as "productNames", total_minor as "totalMinor", currency, status, method,
      created_at as "createdAt", paid_at as "paidAt"
    from orders where user_id = ${userId} order by created_at desc limit ${limit}::int`)

export const listNewestOrders = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<FoundOrder>`
    select number, product_names as "productNames", total_minor as "totalMinor", currency, status, created_at as "createdAt"
    from orders where user_id = ${userId} order by created_at desc limit ${limit}::int`)
