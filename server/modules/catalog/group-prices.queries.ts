import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type GroupGoods = {
  id: string
  months: number
  bonusDays: number
  maxDevices: number
  names: Localized
  perPersonMinor: number
}

export const findGroupGoods = (db: Queryable, id: string, size: number, currency: Currency) =>
  db.maybe(sql<GroupGoods>`
    select g.id, g.months, g.bonus_days as "bonusDays", g.max_devices as "maxDevices", g.names,
      p.per_person_minor as "perPersonMinor"
    from goods g join group_prices p on p.goods_id = g.id
    where g.id = ${id} and p.size = ${size} and p.currency = ${currency} and g.on_sale`)
