import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type PlanPrice = { months: number; bonusDays: number; maxDevices: number; priceMinor: number }

/** What every plan on sale costs in one currency. */
export const listPlanPrices = (db: Queryable, currency: Currency) =>
  db.query(sql<PlanPrice>`
    select g.months, g.bonus_days as "bonusDays", g.max_devices as "maxDevices", p.price_minor as "priceMinor"
    from goods g join goods_prices p on p.goods_id = g.id
    where g.on_sale and p.currency = ${currency} order by g.position`)
