import type { Language } from './language.ts'

export const currencies = ['CNY', 'USD'] as const
export type Currency = (typeof currencies)[number]

export type Money = { readonly amountMinor: number; readonly currency: Currency }

export const money = (amountMinor: number, currency: Currency): Money => {
  if (!Number.isSafeInteger(amountMinor)) throw new RangeError(`not a whole number of minor units: ${amountMinor}`)
  return { amountMinor, currency }
}

/** Formats an amount as providers expect it, such as "268.00". Both currencies have two decimals. */
export const toDecimal = ({ amountMinor }: Money): string => {
  const digits = String(Math.abs(amountMinor)).padStart(3, '0')
  return `${amountMinor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses an amount such as "268.00", "268.0" or "268" exactly, without floats; null for anything else. */
export const fromDecimal = (text: string, currency: Currency): Money | null => {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  return money(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')), currency)
}

/** Integer division that rounds half to even, the rounding rule for money: 5 / 2 = 2, 7 / 2 = 4. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive')
  const negative = numerator < 0n
  const n = negative ? -numerator : numerator
  const floor = n / denominator
  const twice = (n % denominator) * 2n
  const rounded = twice > denominator || (twice === denominator && floor % 2n === 1n) ? floor + 1n : floor
  return negative ? -rounded : rounded
}

/** Formats a price for readers, such as "$44.90" or "¥268". `whole` drops ".00", for list prices. */
export function formatMoney(value: Money, language: Language, { whole = false } = {}): string {
  const digits = whole && value.amountMinor % 100 === 0 ? 0 : 2
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: value.currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value.amountMinor / 100)
}
