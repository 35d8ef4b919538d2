import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { GoodsState } from './catalog.rules.ts'

type GoodsRow = {
  id: string
  position: number
  months: number
  bonusDays: number
  maxDevices: number
  names: GoodsState['names']
  badges: GoodsState['badges']
  onSale: boolean
  prices: GoodsState['prices']
  groupPrices: GoodsState['groupPrices']
}

export const listAllGoods = (db: Queryable) =>
  db.query(sql<GoodsRow>`
    select g.id, g.position, g.months, g.bonus_days as "bonusDays", g.max_devices as "maxDevices", g.names, g.badges,
      g.on_sale as "onSale",
      coalesce((select jsonb_agg(jsonb_build_object('currency', currency, 'priceMinor', price_minor,
        'listPriceMinor', list_price_minor) order by currency) from goods_prices p where p.goods_id = g.id), '[]') as prices,
      coalesce((select jsonb_agg(jsonb_build_object('size', size, 'currency', currency, 'perPersonMinor', per_person_minor)
        order by size, currency) from group_prices p where p.goods_id = g.id), '[]') as "groupPrices"
    from goods g where not g.is_test order by g.position, g.id`)
