import { formatMoney, money, type Currency, type Money } from './money.ts'

type Limit = {
  readonly default: number
  readonly from: number
  readonly to: number
  readonly about: string
}

/** Limits of a single operator without approval, and the range a shop can set. In whole yuan, dollars, per cent, codes, days. */
export const operatorLimitTable = {
  refundCny: { default: 2_000, from: 0, to: 20_000, about: 'Yuan of one order that one operator gives back in all' },
  refundUsd: { default: 300, from: 0, to: 3_000, about: 'Dollars of one order that one operator gives back in all' },
  pricePercent: { default: 30, from: 1, to: 100, about: 'Per cent by which one operator moves a price within a day' },
  promoPercent: { default: 50, from: 0, to: 100, about: 'Per cent off that one operator promises by a promo code' },
  redeemCodes: { default: 500, from: 0, to: 100_000, about: 'Redeem codes that one operator makes within a day' },
  giftDaysSupport: { default: 31, from: 0, to: 366, about: 'Days that support gives one user within 30 days' },
  giftDaysFinance: { default: 366, from: 0, to: 3_660, about: 'Days that finance gives one user within 30 days' },
  giftDaysOwner: { default: 3_660, from: 0, to: 3_660, about: 'Days that an owner gives one user within 30 days' },
  giftPeople: { default: 30, from: 0, to: 1_000, about: 'Users to whom one operator gives time within a day' },
  personActs: {
    default: 10,
    from: 0,
    to: 200,
    about: 'Users whose address, sign-ins, devices, block or data one operator acts on within a day',
  },
} as const satisfies Readonly<Record<string, Limit>>

export type OperatorLimitName = keyof typeof operatorLimitTable
export type OperatorLimits = Readonly<Record<OperatorLimitName, number>>
export const operatorLimitNames = Object.keys(operatorLimitTable) as OperatorLimitName[]

export const isWithinBounds = (name: OperatorLimitName, value: unknown): value is number => {
  const { from, to } = operatorLimitTable[name]
  return Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to
}

/** Reads stored limits; missing or out-of-range values become the default. */
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
