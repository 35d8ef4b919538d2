import { countText, sumText, type StatedSum } from '#console/client/display.ts'
import type { Language } from '#shared/language.ts'

export type Sum = StatedSum

/** Number of chosen rows and their sum in each currency. */
export function selectionText(sums: readonly Sum[], language: Language): string {
  const totals = new Map<string, number>()
  for (const { amountMinor, currency } of sums) totals.set(currency, (totals.get(currency) ?? 0) + amountMinor)
  const texts = [...totals].map(([currency, amountMinor]) => sumText({ amountMinor, currency }, language))
  return [countText(sums.length), ...(texts.length > 0 ? [texts.join(' + ')] : [])].join(' · ')
}
