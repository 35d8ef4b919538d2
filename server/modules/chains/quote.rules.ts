import type { Currency } from '#shared/money.ts'

/** A decimal text as a fraction: "7.12" is 712 / 100. */
export type Fraction = { readonly digits: bigint; readonly scale: bigint }

/** Null for anything but a positive decimal of at most 18 places. */
export function parseRate(text: string): Fraction | null {
  const [, whole, places = ''] = /^(\d{1,12})(?:[.](\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const digits = BigInt(whole + places)
  return digits > 0n ? { digits, scale: 10n ** BigInt(places.length) } : null
}

export type Price = { readonly totalMinor: number; readonly currency: Currency }
/** `cnyPerUsd`: null where nothing is sold in yuan. */
export type Rates = { readonly usdPerToken: Fraction; readonly cnyPerUsd: Fraction | null; readonly spreadBps: number }

const one: Fraction = { digits: 1n, scale: 1n }
const ceil = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator
/** Exchanges take no more places than this in a withdrawal. */
const mostPlaces = 6

/** Null if there is no rate for this currency. */
const perUsd = (currency: Currency, rates: Rates): Fraction | null => (currency === 'USD' ? one : rates.cnyPerUsd)

/**
 * What a price comes to in base units of a token: rounded up, and to at most six places after the point. Null if there
 * is no rate for the currency.
 */
export function quoteAmount({ totalMinor, currency }: Price, rates: Rates, decimals: number): bigint | null {
  const currencyPerUsd = perUsd(currency, rates)
  if (!currencyPerUsd) return null
  const { usdPerToken, spreadBps } = rates
  const step = 10n ** BigInt(Math.max(0, decimals - mostPlaces))
  const numerator =
    BigInt(totalMinor) * 10n ** BigInt(decimals) * BigInt(10_000 + spreadBps) * currencyPerUsd.scale * usdPerToken.scale
  const denominator = 100n * 10_000n * currencyPerUsd.digits * usdPerToken.digits
  return ceil(numerator, denominator * step) * step
}

/** The price in US cents, rounded up, without the spread. Null if there is no rate for the currency. */
export function inUsdMinor({ totalMinor, currency }: Price, rates: Rates): number | null {
  const currencyPerUsd = perUsd(currency, rates)
  return currencyPerUsd && Number(ceil(BigInt(totalMinor) * currencyPerUsd.scale, currencyPerUsd.digits))
}

/**
 * What an amount that was received is worth in the order's currency by its frozen quote, rounded down: exactly the total
 * for exactly what was asked, less for anything less.
 */
export const valueOf = (received: bigint, asked: bigint, totalMinor: number): number =>
  Number((received * BigInt(totalMinor)) / asked)

/**
 * What one more transfer is credited with: the value of all of them together, less what the earlier ones were credited
 * with. So parts that add up to what was asked are worth exactly the total, however they were cut.
 */
export const creditOf = (
  { received, credited }: { received: bigint; credited: number },
  amount: bigint,
  asked: bigint,
  totalMinor: number,
): number => Math.max(0, valueOf(received + amount, asked, totalMinor) - credited)

/** What goes back for this much of an order's total, in base units by its frozen quote: rounded down, all of it for the total. */
export const unitsFor = (minor: number, asked: bigint, totalMinor: number): bigint =>
  (asked * BigInt(minor)) / BigInt(totalMinor)
