import { formatRate, usdMicrosOf } from '#shared/affiliate-terms.ts'
import type { Localized } from '#shared/language.ts'
import { currencies, formatMoney, money, type Currency, type Money } from '#shared/money.ts'
import { readTermsAt } from '#server/modules/catalog/affiliate-terms.service.ts'
import type { GoodsState } from '#server/modules/catalog/catalog.rules.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { commissionDue } from '#server/modules/payouts/commissions.rules.ts'
import { listUsablePromoCodes } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { paidWith, type PromoCode } from '#server/modules/promo-codes/promo-codes.rules.ts'
import { refuse, type Read } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { comparePlans, perMonth } from './compare-plans.ts'
import { sentence } from '#text/sentence.ts'

const shownCodes = 50

export const offText = ({ kind, percentBps, amounts }: Pick<PromoCode, 'kind' | 'percentBps' | 'amounts'>): string =>
  kind === 'percent'
    ? `${(percentBps ?? 0) / 100} %`
    : currencies
        .filter((currency) => amounts?.[currency] !== undefined)
        .map((currency) => formatMoney(money(amounts?.[currency] ?? 0, currency), 'en'))
        .join(', ')

type Rate = { readonly tier: Localized; readonly purchase: 'first' | 'renewal'; readonly rate: string }
type Earned = (paidMinor: number, currency: Currency) => Money
async function readRates(db: Queryable, now: Date): Promise<{ version: number; rates: [Rate, Earned][] }> {
  const terms = await readTermsAt(db, now)
  const rates = terms.tiers.flatMap(({ names, firstBps, renewalBps }) =>
    (
      [
        ['first', firstBps],
        ['renewal', renewalBps],
      ] as const
    ).map(([purchase, rateBps]): [Rate, Earned] => [
      { tier: names, purchase, rate: formatRate(rateBps) },
      (paidMinor, currency) =>
        money(commissionDue(paidMinor, { rateBps, usdMicros: usdMicrosOf(terms, currency) }), terms.currency),
    ]),
  )
  return { version: terms.version, rates }
}

export const showPlan: Read<'plans.show'> = async (database, { id }) => {
  const goods = (await listAllGoods(database)).find((each) => each.id === id)
  if (!goods) return refuse('NotFound', sentence('plan.unknown', { plan: id }))
  const [{ version, rates }, codes] = await Promise.all([
    readRates(database, new Date()),
    listUsablePromoCodes(database, id, shownCodes + 1),
  ])
  const commissions = goods.prices.flatMap(({ currency, priceMinor }) =>
    rates.map(([rate, earned]) => ({
      ...rate,
      paid: money(priceMinor, currency),
      commission: earned(priceMinor, currency),
    })),
  )
  const promos = codes.slice(0, shownCodes).flatMap((promo) => {
    const pays = goods.prices.flatMap(({ currency, priceMinor }) => {
      const paid = paidWith(promo, { goodsId: id, currency, priceMinor })
      return paid === null ? [] : [formatMoney(money(paid, currency), 'en')]
    })
    if (pays.length === 0) return []
    const { code, methods, firstPurchaseOnly, uses, maxUses, endsAt } = promo
    const only = methods && [...methods]
    return [
      {
        code,
        off: offText(promo),
        pays,
        methods: only,
        firstPurchase: firstPurchaseOnly,
        uses,
        maxUses,
        until: endsAt,
      },
    ]
  })
  return { ok: true, value: { terms: version, commissions, promos, more: codes.length > shownCodes } }
}

export async function comparePrice(
  tx: Transaction,
  { before, after }: { readonly before: GoodsState; readonly after: GoodsState },
  currency: Currency,
) {
  const plan = (await comparePlans(tx)).find(({ goods, currency: of }) => goods.id === after.id && of === currency)
  const payments = plan?.payments ?? 0
  const [was, is] = [priceIn(before, currency), priceIn(after, currency)]
  const moved = (of: (priceMinor: number) => number) =>
    is === null ? null : { before: was === null ? null : money(of(was), currency), after: money(of(is), currency) }
  return {
    perMonth: moved((priceMinor) => perMonth(priceMinor, after.months)),
    openOrders: plan?.orders.count ?? 0,
    openGroups: plan?.groups.count ?? 0,
    payments,
    atThisPrice: moved((priceMinor) => priceMinor * payments),
  }
}

const priceIn = ({ prices }: GoodsState, currency: Currency) =>
  prices.find((each) => each.currency === currency)?.priceMinor ?? null

export async function comparePrices(
  tx: Transaction,
  { before, after }: { readonly before: GoodsState; readonly after: GoodsState },
  currency: Currency,
) {
  const [was, is] = [priceIn(before, currency), priceIn(after, currency)]
  if (is === null) return { commissions: [], promos: [] }
  const [{ rates }, codes] = await Promise.all([readRates(tx, tx.now), listUsablePromoCodes(tx, after.id, shownCodes)])
  const commissions = rates.map(([rate, earned]) => ({
    ...rate,
    before: was === null ? null : earned(was, currency),
    after: earned(is, currency),
  }))
  const promos = codes.flatMap((promo) => {
    const paid = (priceMinor: number) => paidWith(promo, { goodsId: after.id, currency, priceMinor })
    const paidThen = paid(is)
    if (paidThen === null) return []
    const paidNow = was === null ? null : paid(was)
    return [
      {
        code: promo.code,
        off: offText(promo),
        before: paidNow === null ? null : money(paidNow, currency),
        after: money(paidThen, currency),
      },
    ]
  })
  return { commissions, promos }
}

export async function pricesWith(db: Queryable, promo: Omit<PromoCode, 'uses' | 'window'>) {
  const goods = (await listAllGoods(db)).filter(({ onSale }) => onSale)
  return goods.flatMap(({ id, names, prices }) =>
    prices.flatMap(({ currency, priceMinor }) => {
      const paid = paidWith({ ...promo, uses: 0, window: 'open' }, { goodsId: id, currency, priceMinor })
      return paid === null ? [] : [{ plan: names, before: money(priceMinor, currency), after: money(paid, currency) }]
    }),
  )
}

export const codesThatName = async (db: Queryable, id: string): Promise<string[]> =>
  (await listUsablePromoCodes(db, id, shownCodes)).flatMap(({ code, goodsIds }) => (goodsIds === null ? [] : [code]))
