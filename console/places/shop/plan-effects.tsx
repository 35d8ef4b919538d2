import { countText, sumText } from '#console/client/display.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import type { RowOf } from '#console/client/wire.ts'
import { listComma } from '#shared/language.ts'
import { DataTable } from '#console/list/data-table.tsx'
import { Moment } from '#console/list/age.tsx'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { ShopText } from '#console/text/en/places/shop.ts'
import { methodName } from './plan.ts'

type Props = { readonly t: ShopText; readonly id: string }
type Earning = RowOf<'plans.show', 'commissions'>
type Promo = RowOf<'plans.show', 'promos'>

export function PlanEffects({ t, id }: Props) {
  const read = useRead('plans.show', { id })
  return (
    <Reading of={read}>
      {({ terms, commissions, promos, more }) => (
        <>
          <Panel title={t.commission} note={t.terms(terms)} foot={t.commissionFoot}>
            <Earnings t={t} rows={commissions} />
          </Panel>
          <Panel title={t.promos} foot={more && t.morePromos(promos.length)}>
            <Promos t={t} rows={promos} />
          </Panel>
        </>
      )}
    </Reading>
  )
}

function Earnings({ t, rows }: { t: ShopText; rows: readonly Earning[] }) {
  const { language } = useSpoken()
  const paid = [...new Map(rows.map((row) => [row.paid.currency, row.paid])).values()]
  const names = [...new Set(rows.map(({ tier }) => tier[language]))]
  const tiers = names.map((name) => ({ name, all: rows.filter(({ tier }) => tier[language] === name) }))
  return (
    <DataTable
      caption={t.commission}
      rows={tiers}
      keyOf={({ name }) => name}
      none={t.noPrice}
      columns={[
        { id: 'tier', label: t.tier, render: ({ name }) => <b>{name}</b> },
        ...paid.map((price) => ({
          id: price.currency,
          label: t.of(sumText(price, language)),
          right: true,
          render: ({ all }: (typeof tiers)[number]) =>
            all
              .filter((row) => row.paid.currency === price.currency)
              .map(({ purchase, rate, commission }) => (
                <div key={purchase}>
                  <span className="faint">{t.earns[purchase](rate)}</span>{' '}
                  <span className="nb">{sumText(commission, language)}</span>
                </div>
              )),
        })),
      ]}
    />
  )
}

function Promos({ t, rows }: { t: ShopText; rows: readonly Promo[] }) {
  const { language } = useSpoken()
  const limits = ({ methods, firstPurchase }: Promo) =>
    [
      ...(firstPurchase ? [t.firstOnly] : []),
      ...(methods ? [t.onlyBy(methods.map((method) => methodName(t, method)).join(listComma(language)))] : []),
    ].join(listComma(language))
  return (
    <DataTable
      caption={t.promos}
      rows={rows}
      keyOf={({ code }) => code}
      none={t.noPromos}
      columns={[
        {
          id: 'code',
          label: t.code,
          render: (row) => (
            <>
              <code>{row.code}</code>
              <small className="sub">{limits(row)}</small>
            </>
          ),
        },
        { id: 'off', label: t.off, render: ({ off }) => <span className="nb">{off}</span> },
        {
          id: 'pays',
          label: t.pays,
          right: true,
          render: ({ pays }) => pays.map((sum) => <div key={sum}>{sum}</div>),
        },
        {
          id: 'uses',
          label: t.uses,
          right: true,
          render: ({ uses, maxUses }) => t.used(countText(uses), maxUses === null ? null : countText(maxUses)),
        },
        { id: 'until', label: t.until, render: ({ until }) => (until === null ? '–' : <Moment at={until} />) },
      ]}
    />
  )
}
