import type { Currency } from '#shared/money.ts'

/** A decimal number as a fraction: "7.12" is 712 / 100. */
export type Fraction = { readonly digits: bigint; readonly scale: bigint }

/** Null unless it is a positive decimal with at most 18 places. */
export function parseRate(text: string): Fraction | null {
  const [, whole, places = ''] = /^(\d{1,12})(?:[.](\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const digits = BigInt(whole + places)
  return digits > 0n ? { digits, scale: 10n ** BigInt(places.length) } : null
}

export type Price = { readonly totalMinor: number; readonly currency: Currency }
/** `cnyPerUsd`: null if nothing is sold in yuan. */
export type Rates = { readonly usdPerToken: Fraction; readonly cnyPerUsd: Fraction | null; readonly spreadBps: number }

const one: Fraction = { digits: 1n, scale: 1n }
const ceil = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator
const safe = (amount: bigint): number | null => (amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null)
/** Exchanges accept no more decimal places in a withdrawal. */
const maxPlaces = 6
/** Many exchanges accept only cents of a stablecoin, and people type the amount. */
const stablecoinPlaces = 2
/** A hundredth of a token below this value is worth less than two cents, so rounding up costs the buyer next to nothing. */
const stablecoinBelowUsd = 2n

/** Null if there is no rate for this currency. */
const perUsd = (currency: Currency, rates: Rates): Fraction | null => (currency === 'USD' ? one : rates.cnyPerUsd)

/** Token amounts are 256-bit, so no transfer can be larger. */
const amountLimit = 2n ** 256n

/**
 * Converts a price into base units of a token, rounded up to two decimal places for stablecoins and to six for others.
 * Null without a rate for the currency, or if no transfer could pay the amount.
 */
export function quoteAmount({ totalMinor, currency }: Price, rates: Rates, decimals: number): bigint | null {
  const currencyPerUsd = perUsd(currency, rates)
  if (!currencyPerUsd) return null
  const { usdPerToken, spreadBps } = rates
  const places = usdPerToken.digits < stablecoinBelowUsd * usdPerToken.scale ? stablecoinPlaces : maxPlaces
  const step = 10n ** BigInt(Math.max(0, decimals - places))
  const numerator =
    BigInt(totalMinor) * 10n ** BigInt(decimals) * BigInt(10_000 + spreadBps) * currencyPerUsd.scale * usdPerToken.scale
  const denominator = 100n * 10_000n * currencyPerUsd.digits * usdPerToken.digits
  const amount = ceil(numerator, denominator * step) * step
  return amount < amountLimit ? amount : null
}

/** Price in US cents, rounded up, without spread. Null without a rate or beyond safe integers. */
export function inUsdMinor({ totalMinor, currency }: Price, rates: Rates): number | null {
  const currencyPerUsd = perUsd(currency, rates)
  return currencyPerUsd && safe(ceil(BigInt(totalMinor) * currencyPerUsd.scale, currencyPerUsd.digits))
}

/**
 * Value of a received amount in the order's currency by its frozen quote, rounded down: exactly the total for the
 * quoted amount.
 */
export const valueOf = (received: bigint, asked: bigint, totalMinor: number): bigint =>
  (received * BigInt(totalMinor)) / asked

/** Ten billion units of a currency: beyond any payment, and small enough for exact sums. */
const maxCreditMinor = 10n ** 12n

/**
 * Credit of another transfer: value of all transfers minus earlier credits, so that parts which add up to the quoted
 * amount are worth exactly the total. Null if the value exceeds `maxCreditMinor`.
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

/** Refund in base units by the frozen quote, rounded down; everything for the full total. */
export const unitsFor = (minor: number, asked: bigint, totalMinor: number): bigint =>
  (asked * BigInt(minor)) / BigInt(totalMinor)

/** Formats base units of a token as a decimal number. */
export function fromBaseUnits(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const places = decimals === 0 ? '' : digits.slice(-decimals).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${places === '' ? '' : `.${places}`}`
}
