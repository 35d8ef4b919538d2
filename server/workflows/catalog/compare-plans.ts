import { currencies, divideHalfEven, type Currency } from '#shared/money.ts'
import type { GoodsState } from '#server/modules/catalog/catalog.rules.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { dayAt, dayEnd, dayStart } from '#shared/month-zones.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays } from '#server/modules/figures/days.rules.ts'
import { findFirstWithoutPlans, readNow } from '#server/modules/figures/figures.queries.ts'
import { countOpenGroupsByPlan } from '#server/modules/groups/groups.queries.ts'
import { listFoldedByPlan, listMovedByPlan } from '#server/modules/ledger/daily-revenue.queries.ts'
import { sumRevenue } from '#server/modules/ledger/revenue.rules.ts'
import { countOpenByPlan } from '#server/modules/orders/order-counts.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

const shownDays = 30

type Waiting = { readonly count: number; readonly until: Date | null }
export type ComparedPlan = {
  readonly goods: GoodsState
  readonly currency: Currency
  readonly priceMinor: number | null
  readonly listPriceMinor: number | null
  /** Price per month, rounded half-even; for display only. */
  readonly perMonthMinor: number | null
  readonly groupMinor: Readonly<Record<2 | 3, number | null>>
  readonly orders: Waiting
  readonly groups: Waiting
  readonly netMinor: number
  readonly payments: number
}

/**
 * Compares plans by price and sales. `db` must be one snapshot, so that no day is counted both from daily totals and
 * from ledger postings.
 */
export async function comparePlans(db: Queryable): Promise<ComparedPlan[]> {
  const { now } = await readNow(db)
  const { monthZones } = await readSettings(db)
  const last = dayAt(monthZones, now)
  const first = addDays(last, 1 - shownDays)
  const open = (await findFirstWithoutPlans(db, first, last))?.day ?? addDays(last, 1)
  const [goods, orders, groups, folded, moved] = await Promise.all([
    listAllGoods(db),
    countOpenByPlan(db),
    countOpenGroupsByPlan(db),
    listFoldedByPlan(db, first, addDays(open, -1)),
    open > last ? [] : listMovedByPlan(db, dayStart(monthZones, open), dayEnd(monthZones, last)),
  ])
  const byPlan = Map.groupBy([...folded, ...moved], ({ goodsId }) => goodsId)
  return goods.flatMap((each) =>
    currencies
      .map((currency): ComparedPlan => {
        const revenue = sumRevenue(byPlan.get(each.id) ?? []).filter((row) => row.currency === currency)
        const price = each.prices.find((row) => row.currency === currency)
        return {
          goods: each,
          currency,
          priceMinor: price?.priceMinor ?? null,
          listPriceMinor: price?.listPriceMinor ?? null,
          perMonthMinor: price ? perMonth(price.priceMinor, each.months) : null,
          groupMinor: { 2: groupPrice(each, currency, 2), 3: groupPrice(each, currency, 3) },
          orders: waiting(orders, each.id, currency),
          groups: waiting(groups, each.id, currency),
          netMinor: revenue.reduce((sum, { netMinor }) => sum + netMinor, 0),
          payments: revenue.reduce((sum, { payments }) => sum + payments, 0),
        }
      })
      .filter(
        ({ priceMinor, netMinor, payments, orders: { count } }) =>
          priceMinor !== null || netMinor !== 0 || payments > 0 || count > 0,
      ),
  )
}

export const perMonth = (priceMinor: number, months: number): number =>
  Number(divideHalfEven(BigInt(priceMinor), BigInt(months)))

const groupPrice = ({ groupPrices }: GoodsState, currency: Currency, size: 2 | 3): number | null =>
  groupPrices.find((row) => row.currency === currency && row.size === size)?.perPersonMinor ?? null

type Counted = { goodsId: string; currency: Currency; count: number; until: Date }
function waiting(rows: readonly Counted[], goodsId: string, currency: Currency): Waiting {
  const row = rows.find((each) => each.goodsId === goodsId && each.currency === currency)
  return { count: row?.count ?? 0, until: row?.until ?? null }
}
