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
const safe = (amount: bigint): number | null => (amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null)
/** Exchanges take no more places than this in a withdrawal. */
const maxPlaces = 6

/** Null if there is no rate for this currency. */
const perUsd = (currency: Currency, rates: Rates): Fraction | null => (currency === 'USD' ? one : rates.cnyPerUsd)

/** No token can move as much as this: contracts count in 256 bits. */
const amountLimit = 2n ** 256n

/**
 * What a price comes to in base units of a token: rounded up, and to at most six places after the point. Null if there
 * is no rate for the currency, or one by which no transfer could pay.
 */
export function quoteAmount({ totalMinor, currency }: Price, rates: Rates, decimals: number): bigint | null {
  const currencyPerUsd = perUsd(currency, rates)
  if (!currencyPerUsd) return null
  const { usdPerToken, spreadBps } = rates
  const step = 10n ** BigInt(Math.max(0, decimals - maxPlaces))
  const numerator =
    BigInt(totalMinor) * 10n ** BigInt(decimals) * BigInt(10_000 + spreadBps) * currencyPerUsd.scale * usdPerToken.scale
  const denominator = 100n * 10_000n * currencyPerUsd.digits * usdPerToken.digits
  const amount = ceil(numerator, denominator * step) * step
  return amount < amountLimit ? amount : null
}

/** The price in US cents, rounded up, without the spread. Null if there is no rate for the currency, or an absurd one. */
export function inUsdMinor({ totalMinor, currency }: Price, rates: Rates): number | null {
  const currencyPerUsd = perUsd(currency, rates)
  return currencyPerUsd && safe(ceil(BigInt(totalMinor) * currencyPerUsd.scale, currencyPerUsd.digits))
}

/**
 * What an amount that was received is worth in the order's currency by its frozen quote, rounded down: exactly the total
 * for exactly what was asked, less for anything less.
 */
export const valueOf = (received: bigint, asked: bigint, totalMinor: number): bigint =>
  (received * BigInt(totalMinor)) / asked

/** Ten thousand million of a currency: beyond any payment, and small enough that sums of them stay exact. */
const maxCreditMinor = 10n ** 12n

/**
 * What one more transfer is credited with: the value of all of them together, less what the earlier ones were credited
 * with. So parts that add up to what was asked are worth exactly the total, however they were cut. Null where all of them
 * are worth more than any order can be credited with.
 */
export const creditOf = (
  { received, credited }: { received: bigint; credited: number },
  amount: bigint,
  asked: bigint,
  totalMinor: number,
): number | null => {
  const value = valueOf(received + amount, asked, totalMinor)
  return value > maxCreditMinor ? null : Math.max(0, Number(value) - credited)
}

/** What goes back for this much of an order's total, in base units by its frozen quote: rounded down, all of it for the total. */
export const unitsFor = (minor: number, asked: bigint, totalMinor: number): bigint =>
  (asked * BigInt(minor)) / BigInt(totalMinor)
