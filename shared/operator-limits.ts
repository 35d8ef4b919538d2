import { formatMoney, money, type Currency, type Money } from './money.ts'

type Limit = {
  readonly default: number
  readonly from: number
  readonly to: number
}

/**
 * Limits up to which one operator decides alone, and the range in which a shop can set them, in whole yuan, dollars,
 * per cent, codes, days or users.
 */
export const operatorLimitTable = {
  refundCny: { default: 2_000, from: 0, to: 20_000 },
  refundUsd: { default: 300, from: 0, to: 3_000 },
  pricePercent: { default: 30, from: 1, to: 100 },
  promoPercent: { default: 50, from: 0, to: 100 },
  redeemCodes: { default: 500, from: 0, to: 100_000 },
  giftDaysSupport: { default: 31, from: 0, to: 366 },
  giftDaysFinance: { default: 366, from: 0, to: 3_660 },
  giftDaysOwner: { default: 3_660, from: 0, to: 3_660 },
  giftPeople: { default: 30, from: 0, to: 1_000 },
  personActs: {
    default: 10,
    from: 0,
    to: 200,
  },
} as const satisfies Readonly<Record<string, Limit>>

export type OperatorLimitName = keyof typeof operatorLimitTable
export type OperatorLimits = Readonly<Record<OperatorLimitName, number>>
export const operatorLimitNames = Object.keys(operatorLimitTable) as OperatorLimitName[]

export const isWithinBounds = (name: OperatorLimitName, value: unknown): value is number => {
  const { from, to } = operatorLimitTable[name]
  return Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to
}

export function readOperatorLimits(stored: unknown): OperatorLimits {
  const given = typeof stored === 'object' && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {}
  const valueOf = (name: OperatorLimitName): number => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    return isWithinBounds(name, value) ? value : operatorLimitTable[name].default
  }
  return Object.fromEntries(operatorLimitNames.map((name) => [name, valueOf(name)])) as OperatorLimits
}

export const refundLimit = ({ refundCny, refundUsd }: OperatorLimits, currency: Currency): Money =>
  money((currency === 'CNY' ? refundCny : refundUsd) * 100, currency)

export const refundLimitText = (limits: OperatorLimits, currency: Currency): string =>
  formatMoney(refundLimit(limits, currency), 'en')
