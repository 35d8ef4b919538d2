import type { Language } from '#shared/language.ts'
import { dayText, momentText } from '#console/client/display.ts'

type Filters = Readonly<Record<string, string | number>>

const isMoment = (name: string): boolean => name === 'from' || name === 'until'

/** Filters of an export as one line of text: "From 1 Nov 2026, 00:00 · Currency USD". */
export const filterText = (filters: Filters, field: (name: string) => string, language: Language): string =>
  Object.entries(filters)
    .map(([name, text]) => `${field(name)} ${isMoment(name) ? momentText(new Date(text), language) : text}`)
    .join(' · ')

/**
 * File name of an export. It contains the filters, so that files differ:
 * `orders-USD-from-2026-11-01-until-2026-12-01.csv`.
 */
export function exportFileName({ list, filters }: { readonly list: string; readonly filters: Filters }): string {
  const { from, until, ...others } = filters
  const range = Object.entries({ from, until }).flatMap(([name, at]) => (at ? [name, dayText(new Date(at))] : []))
  const parts = [list, ...Object.values(others).map(String), ...range]
  return `${parts.map((part) => part.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')).join('-')}.csv`
}
