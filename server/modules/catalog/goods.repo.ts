import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { GoodsState } from './catalog.rules.ts'

/**
 * Advisory lock: operators change plans one after the other. A row lock would delay orders of the plan, and could not
 * protect a plan that does not exist yet.
 */
export const lockGoods = (db: Queryable) =>
  db.one(sql<{ locked: string | null }>`select pg_advisory_xact_lock(hashtextextended('goods', 0))::text as locked`)

export const insertGoods = (db: Queryable, g: GoodsState) =>
  db.run(sql`
    insert into goods (id, position, months, bonus_days, max_devices, names, badges, on_sale)
    values (${g.id}, ${g.position}, ${g.months}, ${g.bonusDays}, ${g.maxDevices}, ${JSON.stringify(g.names)},
      ${g.badges && JSON.stringify(g.badges)}, ${g.onSale})
    on conflict (id) do nothing`)

/** Sets the price of the test plan, which the schema creates. */
export const saveTestPrice = (db: Queryable, currency: string, priceMinor: number) =>
  db.run(sql`
    update goods_prices p set price_minor = ${priceMinor} from goods g
    where g.id = p.goods_id and g.is_test and p.currency = ${currency}`)

export const updateGoods = (db: Queryable, g: GoodsState) =>
  db.run(sql`
    update goods set position = ${g.position}, bonus_days = ${g.bonusDays}, max_devices = ${g.maxDevices},
      names = ${JSON.stringify(g.names)}, badges = ${g.badges && JSON.stringify(g.badges)}, on_sale = ${g.onSale},
      updated_at = now()
    where id = ${g.id}`)

export const deletePrices = (db: Queryable, id: string) => db.run(sql`delete from goods_prices where goods_id = ${id}`)
export const insertPrice = (db: Queryable, id: string, p: GoodsState['prices'][number]) =>
  db.run(sql`
    insert into goods_prices (goods_id, currency, price_minor, list_price_minor)
    values (${id}, ${p.currency}, ${p.priceMinor}, ${p.listPriceMinor})`)

export const deleteGroupPrices = (db: Queryable, id: string) =>
  db.run(sql`delete from group_prices where goods_id = ${id}`)
export const insertGroupPrice = (db: Queryable, id: string, p: GoodsState['groupPrices'][number]) =>
  db.run(sql`
    insert into group_prices (goods_id, size, currency, per_person_minor)
    values (${id}, ${p.size}, ${p.currency}, ${p.perPersonMinor})`)
