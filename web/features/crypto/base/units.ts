import type { Language } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'

export function waitOf(confirmations: number, blockSeconds: number): { unit: 'seconds' | 'minutes'; count: number } {
  const seconds = Math.max(1, Math.ceil(confirmations * blockSeconds))
  return seconds < 60 ? { unit: 'seconds', count: seconds } : { unit: 'minutes', count: Math.ceil(seconds / 60) }
}

type Asked = { readonly amountMinor: number; readonly currency: Currency }
type Quoted = { readonly amount: string; readonly decimals: number }

/** Price of one token derived from the order's amount, such as "$1.0021". For display only. */
export function rateText({ amountMinor, currency }: Asked, { amount, decimals }: Quoted, language: Language): string {
  const rate = amountMinor / 100 / (Number(amount) / 10 ** decimals)
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(rate)
}
