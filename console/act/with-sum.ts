import { type Language, colon } from '#shared/language.ts'
import { sumText, type StatedSum } from '#console/client/display.ts'

export function withSum(label: string, output: unknown, language: Language): string {
  const { amount, others } = (output ?? {}) as { readonly amount?: unknown; readonly others?: unknown }
  const sums = [amount, ...(Array.isArray(others) ? others : [])]
    .filter(isSum)
    .filter(({ amountMinor }) => amountMinor > 0)
    .map((sum) => sumText(sum, language))
  return sums.length > 0 ? `${label}${colon(language)}${sums.join(' + ')}` : label
}
function isSum(value: unknown): value is StatedSum {
  const { amountMinor, currency } = (value ?? {}) as Partial<StatedSum>
  return typeof amountMinor === 'number' && typeof currency === 'string'
}
