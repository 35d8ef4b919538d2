import { useCallback, useState } from 'react'
import { ActOf } from '#console/act/act-button.tsx'
import { ActPanel } from '#console/act/act-panel.tsx'
import { readForm, type FormValues } from '#console/act/form-values.ts'
import { mayDo } from '#console/client/action-traits.ts'
import { useSpoken } from '#console/client/language.ts'
import { useMe } from '#console/client/session.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { Panel } from '#console/list/panel.tsx'
import { Segments } from '#console/list/segments.tsx'
import type { ShopText } from '#console/text/en/places/shop.ts'
import { planForms, type Draft, type Plan, type PlanForm } from './plan.ts'

type Props = { readonly t: ShopText; readonly plan: Plan; readonly onDraft: (draft: Draft | null) => void }

/** Forms that change a plan, shown one at a time. Input in hidden forms is kept. */
export function EditPlan({ t, plan: { id, names, sale, rows }, onDraft }: Props) {
  const { language } = useSpoken()
  const { label, action, acting } = useVocabulary()
  const { role } = useMe()
  const [part, setPart] = useState<PlanForm>('plans.set-price')
  const schema = action(part).input
  const onTyped = useCallback(
    (values: FormValues) => {
      const { input, errors } = readForm(schema, { ...values, id }, acting)
      if (Object.keys(errors).length === 0) onDraft({ action: part, input: JSON.stringify(input) })
    },
    [id, part, schema, acting, onDraft],
  )
  if (!mayDo(role, part)) return null
  const currency = rows.find(({ price }) => price !== null)?.currency ?? 'CNY'
  const initial = {
    'plans.set-price': { currency },
    'plans.set-group-price': { currency, size: '2' },
    'plans.describe': {},
  }
  return (
    <Panel
      title={t.edit(names[language])}
      aside={<ActOf name={sale === 'retired' ? 'plans.restore' : 'plans.retire'} given={{ id }} look="quiet" />}
    >
      <div className="in stack">
        <Segments
          label={t.parts}
          options={planForms.map((value) => ({ value, label: label(value) }))}
          chosen={part}
          onChoose={setPart}
        />
        <ActPanel key={part} name={part} given={{ id }} initial={initial[part]} onTyped={onTyped} />
      </div>
    </Panel>
  )
}
