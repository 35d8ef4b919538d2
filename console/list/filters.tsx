import type { ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { useRead } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { useIsPhone } from '#console/frame/viewport.ts'

export type Option = { readonly value: string; readonly label: string }
type Props = {
  readonly name: string
  /** Label of the filter; by default the label of the field with the filter's name. */
  readonly label?: string | undefined
  readonly any: string
  readonly options: readonly Option[]
  readonly value: string | undefined
  readonly onChoose: (name: string, value: string) => void
}

/**
 * Select box that filters a list. A value from the URL that is no option is kept, so that the operator can remove it.
 */
export function FilterSelect({ name, label: shown, any, options, value = '', onChoose }: Props) {
  const { field } = useVocabulary()
  const isUnknown = value !== '' && !options.some((option) => option.value === value)
  return (
    <label className="bar">
      <span className="dim">{shown ?? field(name)}</span>
      <select className="in-t sel auto" value={value} onChange={(event) => onChoose(name, event.target.value)}>
        <option value="">{any}</option>
        {isUnknown && <option>{value}</option>}
        {options.map(({ value: each, label }) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

/**
 * Filters of a list. `chosen`: number of filters in use. Phones fold the filters, which would fill the screen, and show
 * that number instead.
 */
export function Filters({ chosen, children }: { chosen: number; children: ReactNode }) {
  const { acting } = useVocabulary()
  if (!useIsPhone()) return children
  return (
    <details>
      <summary>{chosen === 0 ? acting.filters : `${acting.filters} (${chosen})`}</summary>
      <span className="bar">{children}</span>
    </details>
  )
}

/** Options for all plans, including retired ones. */
export function usePlanOptions(): readonly Option[] {
  const { language } = useSpoken()
  const read = useRead('plans.compare', {})
  const names = new Map(read.data?.plans.map(({ id, names: named }) => [id, named[language]]))
  return [...names].map(([value, label]) => ({ value, label }))
}
