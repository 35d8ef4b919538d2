import { currencies, type Currency } from '#shared/money.ts'

export type CodeBatch = {
  readonly count: number
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
}
export type CodeGoods = Omit<CodeBatch, 'count'> & {
  readonly onSale: boolean
  readonly prices: readonly { readonly currency: Currency; readonly priceMinor: number }[]
}

/** Length of a redeem code's plan in twelfths of days, so that months (365/12 days) are whole numbers. */
const twelfths = ({ months, bonusDays }: Pick<CodeBatch, 'months' | 'bonusDays'>): number =>
  months * 365 + bonusDays * 12

const isAlike = (a: Omit<CodeBatch, 'count'>, b: Omit<CodeBatch, 'count'>): boolean =>
  a.months === b.months && a.bonusDays === b.bonusDays && a.maxDevices === b.maxDevices

/**
 * Value of a redeem code in minor units, rounded up; null without prices in the currency. If a plan with the same
 * content exists, its price is the value. Otherwise each day costs as much as in the most expensive plan for at least
 * as many devices, or in several of the largest plans together.
 */
function worthOfCode(code: Omit<CodeBatch, 'count'>, goods: readonly CodeGoods[], currency: Currency): number | null {
  const onSale = goods.filter((each) => each.onSale)
  const priced = (onSale.length > 0 ? onSale : goods).flatMap((plan) =>
    plan.prices.filter((price) => price.currency === currency).map(({ priceMinor }) => ({ ...plan, priceMinor })),
  )
  if (priced.length === 0) return null
  const alike = priced.filter((plan) => isAlike(plan, code)).map(({ priceMinor }) => priceMinor)
  if (alike.length > 0) return Math.max(...alike)
  const large = priced.filter(({ maxDevices }) => maxDevices >= code.maxDevices)
  const daily = (large.length > 0 ? large : priced).map((plan) => {
    const times = Math.max(1, Math.ceil(code.maxDevices / plan.maxDevices))
    return (plan.priceMinor * times) / twelfths(plan)
  })
  return Math.ceil(Math.max(...daily) * twelfths(code))
}

export const valueOfBatches = (
  batches: readonly CodeBatch[],
  goods: readonly CodeGoods[],
): { currency: Currency; amountMinor: number }[] =>
  currencies.flatMap((currency) => {
    const sums = batches.map((batch) => {
      const one = worthOfCode(batch, goods, currency)
      return one === null ? null : one * batch.count
    })
    return sums.length === 0 || sums.includes(null)
      ? []
      : [
          {
            currency,
            amountMinor: Math.min(
              Number.MAX_SAFE_INTEGER,
              sums.reduce<number>((all, sum) => all + (sum ?? 0), 0),
            ),
          },
        ]
  })
