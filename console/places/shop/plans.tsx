import { useCallback, useState } from 'react'
import { ActOf } from '#console/act/act-button.tsx'
import { useAddressValues } from '#console/client/address-values.ts'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { listComma } from '#shared/language.ts'
import { Panel } from '#console/list/panel.tsx'
import { Reading } from '#console/frame/query-state.tsx'
import type { ShopText } from '#console/text/en/places/shop.ts'
import { EditPlan } from './edit-plan.tsx'
import { PlanEffects } from './plan-effects.tsx'
import { OldPrices } from './old-prices.tsx'
import { methodName, type Draft, type Plan } from './plan.ts'
import { PlanPreview } from './plan-preview.tsx'
import { PriceTable } from './price-table.tsx'

export default function Plans({ t }: { t: ShopText }) {
  const read = useRead('plans.compare', {})
  return (
    <Reading of={read}>
      {({ plans, ways }) => {
        const all = plans.flatMap((plan, index): Plan[] =>
          plans[index - 1]?.id === plan.id ? [] : [{ ...plan, rows: plans.filter(({ id }) => id === plan.id) }],
        )
        return <PricesPage t={t} plans={all} ways={ways} />
      }}
    </Reading>
  )
}

type Props = {
  readonly t: ShopText
  readonly plans: readonly Plan[]
  readonly ways: Output<'plans.compare'>['ways']
}

function PricesPage({ t, plans, ways }: Props) {
  const { language } = useSpoken()
  const [{ plan: asked }] = useAddressValues()
  const chosen = plans.find(({ id }) => id === asked) ?? plans.find(({ sale }) => sale !== 'retired') ?? plans[0]
  const [draft, setDraft] = useState<(Draft & { readonly id: string }) | null>(null)
  const id = chosen?.id ?? ''
  const onDraft = useCallback((typed: Draft | null) => setDraft(typed && { ...typed, id }), [id])
  return (
    <>
      <Panel title={t.prices} aside={<ActOf name="plans.add" look="plate" />} foot={<Foot t={t} ways={ways} />}>
        <PriceTable t={t} plans={plans} ways={ways} chosenId={id} />
      </Panel>
      {chosen && (
        <div className="desk">
          <div className="stack">
            <EditPlan key={id} t={t} plan={chosen} onDraft={onDraft} />
            <PlanEffects key={`of ${id}`} t={t} id={id} />
            <Panel title={t.oldPrices}>
              <OldPrices t={t} rows={chosen.rows} />
            </Panel>
          </div>
          <Panel title={t.seen} note={chosen.names[language]}>
            <PlanPreview key={id} t={t} plan={chosen} draft={draft?.id === id ? draft : null} />
          </Panel>
        </div>
      )}
    </>
  )
}

function Foot({ t, ways }: Pick<Props, 't' | 'ways'>) {
  const { language } = useSpoken()
  const nameOf = (method: string) => methodName(t, method)
  return (
    <ul>
      {ways.map(({ currency, methods }) => (
        <li key={currency}>
          {methods.length === 0
            ? t.notPaid(currency)
            : t.paidBy(currency, methods.map(nameOf).join(listComma(language)))}
        </li>
      ))}
      <li>{t.foot}</li>
    </ul>
  )
}
