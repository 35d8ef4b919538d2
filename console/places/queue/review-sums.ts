import type { StatedSum } from '#console/client/display.ts'

type Details = Readonly<Record<string, unknown>>
type Sums = {
  /** Amount that the payment review is about: the disputed one, otherwise the received one. */
  readonly about: StatedSum | null
  readonly came: StatedSum | null
  readonly asked: StatedSum | null
}

const isDetails = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const detailsOf = (value: unknown): Details => (isDetails(value) ? value : {})

/**
 * Currency of an amount field; stated and expected amounts may have different ones. `otherwise`: the order's currency.
 */
export function currencyOf(name: string, details: Details, otherwise?: string): string | null {
  const own = /^(stated|expected)/.exec(name)?.[1]
  const stated = [own && details[`${own}Currency`], details.currency, details.statedCurrency, otherwise]
  return stated.find((each): each is string => typeof each === 'string' && each !== '') ?? null
}

export function sumsOf(value: unknown, currency?: string): Sums {
  const details = detailsOf(value)
  const named = (...names: readonly string[]): StatedSum | null => {
    for (const name of names) {
      const amountMinor = details[name]
      const its = currencyOf(name, details, currency)
      if (typeof amountMinor === 'number' && its !== null) return { amountMinor, currency: its }
    }
    return null
  }
  const first = (list: unknown): StatedSum | null => (Array.isArray(list) ? sumIn(list[0]) : null)
  const came =
    named('receivedMinor', 'statedMinor', 'amountMinor') ??
    first(details.statements) ??
    sumIn(detailsOf(details.stated).amount)
  return {
    about: first(details.disputes) ?? came,
    came,
    asked: named('expectedMinor', 'askedMinor', 'knownMinor') ?? sumIn(details.known),
  }
}

export function sumIn(value: unknown): StatedSum | null {
  const { amountMinor, currency } = detailsOf(value)
  return typeof amountMinor === 'number' && typeof currency === 'string' ? { amountMinor, currency } : null
}

/** Received minus expected amount of a payment review; null if one of them is unknown or the currencies differ. */
export const differenceOf = ({ came, asked }: Sums): StatedSum | null =>
  came && asked && came.currency === asked.currency
    ? { amountMinor: came.amountMinor - asked.amountMinor, currency: came.currency }
    : null

/** Splits a stored decision such as "keep: house rule" into decision and reason. */
export function partsOf(decision: string): { readonly decision: string; readonly why: string } {
  const [, word = decision, why = ''] = /^(\w+): ([^]*)$/.exec(decision) ?? []
  return { decision: word, why }
}
