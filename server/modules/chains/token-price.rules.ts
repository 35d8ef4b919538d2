import type { Currency } from '#shared/money.ts'

/** Decimal number as a fraction: "7.12" is 712 / 100. */
export type Fraction = { readonly digits: bigint; readonly scale: bigint }

/** Parses a rate. Returns null unless the text is a positive decimal with at most 18 places. */
export function parseRate(text: string): Fraction | null {
  const [, whole, places = ''] = /^(\d{1,12})(?:[.](\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const digits = BigInt(whole + places)
  return digits > 0n ? { digits, scale: 10n ** BigInt(places.length) } : null
}

type Price = { readonly totalMinor: number; readonly currency: Currency }
/** Exchange rates of a token. `cnyPerUsd` is null if there is no rate for the yuan. */
export type Rates = { readonly usdPerToken: Fraction; readonly cnyPerUsd: Fraction | null; readonly spreadBps: number }

const one: Fraction = { digits: 1n, scale: 1n }
const ceil = (numerator: bigint, denominator: bigint) => (numerator + denominator - 1n) / denominator
const safe = (amount: bigint): number | null => (amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null)
/** Maximum decimal places of a quoted token amount, because exchanges accept no more in a withdrawal. */
const maxPlaces = 6
/**
 * Maximum decimal places of a quoted stablecoin amount. Many exchanges accept only cents of a stablecoin, and customers
 * type the amount.
 */
const stablecoinPlaces = 2
/**
 * Price in US dollars below which a token is quoted to a hundredth. Rounding up costs the customer less than two cents
 * there.
 */
const stablecoinBelowUsd = 2n

const perUsd = (currency: Currency, rates: Rates): Fraction | null => (currency === 'USD' ? one : rates.cnyPerUsd)

/** Upper limit of any token amount: blockchains store amounts in 256 bits. */
const amountLimit = 2n ** 256n

/**
 * Converts a price into base units of a token, rounded up to two decimal places for stablecoins and to six for others.
 * Null without a rate for the currency, or if no transfer could have the amount.
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

/**
 * Price in US cents, rounded up, without spread. Null without a rate, or if the price is too large for an exact number.
 */
export function inUsdMinor({ totalMinor, currency }: Price, rates: Rates): number | null {
  const currencyPerUsd = perUsd(currency, rates)
  return currencyPerUsd && safe(ceil(BigInt(totalMinor) * currencyPerUsd.scale, currencyPerUsd.digits))
}

export function fromBaseUnits(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const places = decimals === 0 ? '' : digits.slice(-decimals).replace(/(?<!0)0+$/, '')
  return `${digits.slice(0, digits.length - decimals)}${places === '' ? '' : `.${places}`}`
}
