import { countText } from '#console/client/display.ts'
import { Moment } from '#console/list/age.tsx'
import type { ShopText } from '#console/text/en/places/shop.ts'
import type { PriceRow } from './plan.ts'

export function OldPrices({ t, rows }: { t: ShopText; rows: readonly PriceRow[] }) {
  const lines = rows.flatMap(({ currency, openOrders, ordersUntil, openGroups, groupsUntil }) => [
    { what: t.keepOrders(t.orders(countText(openOrders)), currency), until: ordersUntil },
    { what: t.keepGroups(t.groups(countText(openGroups)), currency), until: groupsUntil },
  ])
  const waiting = lines.filter(({ until }) => until !== null)
  if (waiting.length === 0) return <p className="in">{t.keepsNothing}</p>
  return (
    <ul className="in stack">
      {waiting.map(({ what, until }) => (
        <li key={what}>
          {what} {until && <Moment at={until} />}
        </li>
      ))}
    </ul>
  )
}
