import type { Localized } from '#shared/language.ts'
import type { Method } from '#shared/method.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { OrderStatus } from './orders.rules.ts'

type Range = { from: Date | null; until: Date | null; currency: string | null; status: string | null }
export type OrderLine = {
  id: string
  number: string
  uid: number
  goodsId: string
  months: number
  method: string
  currency: string
  priceMinor: number
  discountMinor: number
  totalMinor: number
  status: string
  createdAt: Date
  paidAt: Date | null
}

export const listMethodsOf = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<{ id: string; method: string }>`select id, method from orders where id = any(${ids}::uuid[])`)

export const listOrdersMade = (db: Queryable, r: Range, after: string | null, limit: number) =>
  db.query(sql<OrderLine>`
    select o.id, o.number, u.uid, o.goods_id as "goodsId", o.months, o.method, o.currency, o.price_minor as "priceMinor",
      o.discount_minor as "discountMinor", o.total_minor as "totalMinor", o.status, o.created_at as "createdAt", o.paid_at as "paidAt"
    from orders o join account_labels u on u.user_id = o.user_id
    where not o.is_test and o.created_at >= coalesce(${r.from}::timestamptz, '-infinity') and o.created_at < coalesce(${r.until}::timestamptz, 'infinity')
      and (${r.currency}::text is null or o.currency = ${r.currency}) and (${r.status}::text is null or o.status = ${r.status})
      and (${after}::uuid is null or (o.created_at, o.id) > (select x.created_at, x.id from orders x where x.id = ${after}::uuid))
    order by o.created_at, o.id limit ${limit}`)

type Newest = { from: Date; until: Date | null; status: string | null; method: string | null; plan: string | null }
type NewestOrder = {
  id: string
  number: string
  uid: number
  productNames: Localized
  totalMinor: number
  currency: Currency
  method: string
  status: string
  createdAt: Date
  paidAt: Date | null
  isTest: boolean
}

export const listNewest = (db: Queryable, f: Newest, before: string | null, limit: number) =>
  db.query(sql<NewestOrder>`
    select o.id, o.number, u.uid, o.product_names as "productNames", o.total_minor as "totalMinor", o.currency, o.method, o.status,
      o.created_at as "createdAt", o.paid_at as "paidAt", o.is_test as "isTest"
    from orders o join account_labels u on u.user_id = o.user_id
    where o.created_at >= ${f.from}::timestamptz and o.created_at < coalesce(${f.until}::timestamptz, 'infinity')
      and (${f.status}::text is null or o.status = ${f.status}) and (${f.method}::text is null or o.method = ${f.method})
      and (${f.plan}::text is null or o.goods_id = ${f.plan})
      and (${before}::uuid is null or (o.created_at, o.id) < (select x.created_at, x.id from orders x where x.id = ${before}::uuid))
    order by o.created_at desc, o.id desc limit ${limit}`)

type TestOrder = Pick<NewestOrder, 'number' | 'uid' | 'totalMinor' | 'currency' | 'createdAt' | 'paidAt'> & {
  method: Method
  status: OrderStatus
}

export const listTestOrders = (db: Queryable, limit: number) =>
  db.query(sql<TestOrder>`
    select o.number, u.uid, o.total_minor as "totalMinor", o.currency, o.method, o.status, o.created_at as "createdAt", o.paid_at as "paidAt"
    from orders o join account_labels u on u.user_id = o.user_id where o.is_test order by o.created_at desc limit ${limit}`)
