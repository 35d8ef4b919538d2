import { Link } from 'react-router'
import { countText, sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import type { Output } from '#console/client/wire.ts'
import { DataTable, type Column } from '#console/list/data-table.tsx'
import type { ShopText } from '#console/text/en/places/shop.ts'
import type { Plan, PriceRow } from './plan.ts'

type Props = {
  readonly t: ShopText
  readonly plans: readonly Plan[]
  readonly ways: Output<'plans.compare'>['ways']
  readonly chosenId: string
}

export function PriceTable({ t, plans, ways, chosenId }: Props) {
  const { language } = useSpoken()
  const sum = (of: PriceRow['net']) => sumText(of, language)
  const priceIn = (currency: string): Column<Plan> => ({
    id: currency,
    label: currency,
    right: true,
    render: ({ rows }) => {
      const row = rows.find((each) => each.currency === currency)
      return row?.price ? <Price t={t} row={row} sum={sum} /> : <span className="faint">{t.noPrice}</span>
    },
  })
  const columns: Column<Plan>[] = [
    {
      id: 'plan',
      label: t.plan,
      render: ({ id, names, time, sale }) => (
        <>
          <Link to={{ hash: `plan=${id}` }} replace aria-current={id === chosenId ? 'true' : undefined}>
            {names[language]}
          </Link>{' '}
          {sale === 'retired' && <span className="tag">{t.retired}</span>}
          <small className="sub">
            {id}, {time}
          </small>
        </>
      ),
    },
    ...ways.map(({ currency }) => priceIn(currency)),
    {
      id: 'sold',
      label: t.sold,
      right: true,
      render: ({ rows }) => countText(rows.reduce((count, { payments }) => count + payments, 0)),
    },
    {
      id: 'net',
      label: t.net,
      right: true,
      render: ({ rows }) => rows.map(({ net, currency }) => <div key={currency}>{sum(net)}</div>),
    },
    {
      id: 'waits',
      label: t.waits,
      render: ({ rows }) => {
        const [orders, groups] = [count(rows, 'openOrders'), count(rows, 'openGroups')]
        if (orders + groups === 0) return '–'
        return (
          <>
            {orders > 0 && t.orders(countText(orders))}
            {groups > 0 && <small className="sub">{t.groups(countText(groups))}</small>}
          </>
        )
      },
    },
  ]
  return (
    <DataTable
      caption={t.prices}
      columns={columns}
      rows={plans}
      keyOf={({ id }) => id}
      isCurrent={({ id }) => id === chosenId}
    />
  )
}

const count = (rows: readonly PriceRow[], what: 'openOrders' | 'openGroups') =>
  rows.reduce((all, row) => all + row[what], 0)

type PriceProps = { readonly t: ShopText; readonly row: PriceRow; readonly sum: (of: PriceRow['net']) => string }

function Price({ t, row: { price, listPrice, perMonth, groupOfTwo, groupOfThree }, sum }: PriceProps) {
  return (
    <>
      {listPrice && <s className="faint">{sum(listPrice)}</s>} {price && sum(price)}
      {perMonth && <small className="sub">{t.perMonth(sum(perMonth))}</small>}
      {groupOfTwo && <small className="sub">{t.groupOf(2, sum(groupOfTwo))}</small>}
      {groupOfThree && <small className="sub">{t.groupOf(3, sum(groupOfThree))}</small>}
    </>
  )
}
