import { exportColumns } from '#shared/contract/operator/export-columns.ts'
import type { Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { usePlanOptions, type Option } from '#console/list/filters.tsx'
import type { FormValue } from './form-values.ts'

type Props = {
  readonly name: string
  readonly legend: string
  readonly described: string | undefined
  readonly value: string
  readonly onChange: (value: FormValue) => void
}

/** Checkboxes for a field that takes several values. `list`: export list whose columns are offered. */
export function PickSeveral({ picks, list, ...props }: Props & { picks: Shape['picks']; list: FormValue | undefined }) {
  const { field, value: word } = useVocabulary()
  if (picks === 'plans') return <PickPlans {...props} />
  if (picks !== 'columns')
    return <Boxes {...props} options={(picks ?? []).map((value) => ({ value, label: word(value, props.name) }))} />
  const { plain = [], personal = [] } = Object.entries(exportColumns).find(([name]) => name === list)?.[1] ?? {}
  return <Boxes {...props} options={[...plain, ...personal].map((value) => ({ value, label: field(value) }))} />
}

const PickPlans = (props: Props) => <Boxes {...props} options={usePlanOptions()} />

function Boxes({ name, legend, described, value, onChange, options }: Props & { options: readonly Option[] }) {
  const chosen = value.split(/[\s,]+/).filter((each) => each !== '')
  // A value from the URL that is no option stays visible, so that the operator can remove it.
  const foreign = chosen.filter((each) => !options.some((option) => option.value === each))
  const all = [...options, ...foreign.map((each) => ({ value: each, label: each }))]
  const toggle = (each: string, on: boolean) =>
    onChange(
      all
        .map((option) => option.value)
        .filter((other) => (other === each ? on : chosen.includes(other)))
        .join(','),
    )
  return (
    <div role="group" aria-label={legend} aria-describedby={described} className="picks">
      {all.map(({ value: each, label }) => (
        <label className="flag" key={each}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(each)}
            onChange={({ target }) => toggle(each, target.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
