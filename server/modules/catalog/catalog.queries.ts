import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type GoodsPrice = { currency: Currency; priceMinor: number; listPriceMinor: number | null }
type GroupPrice = { size: 2 | 3; currency: Currency; perPersonMinor: number }
export type Goods = {
  id: string
  months: number
  bonusDays: number
  maxDevices: number
  names: Localized
  badges: Localized | null
  prices: GoodsPrice[]
  groupPrices: GroupPrice[]
}

export const listGoods = (db: Queryable) =>
  db.query(sql<Goods>`
    select g.id, g.months, g.bonus_days as "bonusDays", g.max_devices as "maxDevices", g.names, g.badges,
      coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'priceMinor', price_minor,
        'listPriceMinor', list_price_minor) order by currency) from goods_prices p where p.goods_id = g.id), '[]') as prices,
      coalesce((select jsonb_agg(jsonb_build_object('size', size, 'currency', currency, 'perPersonMinor', per_person_minor)
        order by size, currency) from group_prices p where p.goods_id = g.id), '[]') as "groupPrices"
    from goods g where g.on_sale order by g.position`)

export const listRetiredGoods = (db: Queryable) =>
  db.query(sql<Pick<Goods, 'id' | 'names'>>`
    select id, names from goods where not on_sale and not is_test order by id`)

/** Reads the test plan, which operators alone can buy when they rehearse a purchase. */
export const listTestGoods = (db: Queryable) =>
  db.query(sql<Goods>`
    select g.id, g.months, g.bonus_days as "bonusDays", g.max_devices as "maxDevices", g.names, g.badges,
      coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'priceMinor', price_minor,
        'listPriceMinor', list_price_minor) order by currency) from goods_prices p where p.goods_id = g.id), '[]') as prices,
      '[]'::jsonb as "groupPrices"
    from goods g where g.is_test`)

export type PricedGoods = {
  id: string
  months: number
  bonusDays: number
  maxDevices: number
  names: Localized
  currency: Currency
  priceMinor: number
}

/** Plan on sale with its price. For an operator's rehearsal of a purchase, only the test plan is found. */
export const findPricedGoods = (db: Queryable, id: string, currency: Currency, isRehearsal = false) =>
  db.maybe(sql<PricedGoods>`
    select g.id, g.months, g.bonus_days as "bonusDays", g.max_devices as "maxDevices", g.names, p.currency,
      p.price_minor as "priceMinor"
    from goods g join goods_prices p on p.goods_id = g.id
    where g.id = ${id} and p.currency = ${currency}
      and case when ${isRehearsal}::bool then g.is_test else g.on_sale end`)

type PlanPrice = { months: number; bonusDays: number; maxDevices: number; priceMinor: number }

export const listPlanPrices = (db: Queryable, currency: Currency) =>
  db.query(sql<PlanPrice>`
    select g.months, g.bonus_days as "bonusDays", g.max_devices as "maxDevices", p.price_minor as "priceMinor"
    from goods g join goods_prices p on p.goods_id = g.id
    where g.on_sale and p.currency = ${currency} order by g.position`)

export const findSetting = (db: Queryable, key: string) =>
  db.maybe(sql<{ value: unknown }>`select value from settings where key = ${key}`)

/**
 * Time from which visitors can buy as they can now: the shop was opened or closed, or a method paused or resumed, last.
 * Null if none of that ever happened.
 */
export const findSellingSince = (db: Queryable) =>
  db.one(sql<{ since: Date | null }>`
    select max(updated_at) as since from settings where key in ('isOpen', 'pausedMethods')`)

type TermsVersion = { version: number; since: string; publishedBy: string; publishedAt: Date; terms: unknown }

export const listTerms = (db: Queryable) =>
  db.query(sql<TermsVersion>`
    select version, since::text as since, published_by as "publishedBy", published_at as "publishedAt", terms
    from affiliate_terms order by version desc`)
