import { useState } from 'react'
import { readInterval, readRange, todayOf, writeRange, type Interval, type Range } from './range.ts'

export const steps = ['visits', 'signUps', 'firsts', 'renewals', 'commission'] as const
export type Step = (typeof steps)[number]
export const breakdowns = ['link', 'plan', 'source', 'language', 'currency'] as const
export type By = (typeof breakdowns)[number]

type Shown = {
  readonly range: Range
  readonly interval: Interval
  readonly step: Step
  readonly by: By
  readonly link: string | null
}
type Change = Partial<Record<'range' | 'interval' | 'step' | 'by' | 'link', string | null>>

/** Keeps the page's filters in the URL, so that they survive a reload and can be shared. */
export function useFiguresAddress(now: number) {
  const [search, setSearch] = useState(() => location.search)
  const values = new URLSearchParams(search)
  const range = readRange(values.get('range'), todayOf(now))
  const shown: Shown = {
    range,
    interval: readInterval(values.get('interval'), range),
    step: steps.find((each) => each === values.get('step')) ?? 'commission',
    by: breakdowns.find((each) => each === values.get('by')) ?? 'link',
    link: values.get('link'),
  }
  const change = (changes: Change) => {
    const url = new URL(location.href)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    history.replaceState(history.state, '', url)
    setSearch(url.search)
  }
  return { shown, change, setRange: (next: Range) => change({ range: writeRange(next), interval: null }) }
}
