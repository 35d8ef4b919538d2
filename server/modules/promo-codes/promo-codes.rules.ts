import type { PromoFits } from '#shared/errors.ts'
import { divideHalfEven, type Currency } from '#shared/money.ts'

export type PromoCode = {
  readonly code: string
  readonly kind: 'percent' | 'fixed'
  readonly percentBps: number | null
  readonly amounts: Readonly<Partial<Record<Currency, number>>> | null
  readonly goodsIds: readonly string[] | null
  readonly methods: readonly string[] | null
  readonly firstPurchaseOnly: boolean
  readonly maxUses: number | null
  readonly maxUsesPerUser: number | null
  readonly uses: number
  /** State of the promo code's validity period, by the database clock. */
  readonly window: 'early' | 'open' | 'over'
}
export type Basket = {
  readonly goodsId: string
  readonly method: string
  readonly currency: Currency
  readonly priceMinor: number
}
/** Buyer's earlier purchases and uses of the promo code. Null if nobody is signed in, because they are unknown then. */
export type Shopper = { readonly hasPaid: boolean; readonly uses: number } | null

type Refusal =
  | 'PromoUnknown'
  | 'PromoOver'
  | 'PromoNotForPlan'
  | 'PromoNotForMethod'
  | 'PromoFirstOnly'
  | 'PromoUsed'
  | 'PromoUsedUp'

/** Discount of a promo code, at most the price. Percentages are rounded half-even, and only here. */
export function discountMinor(
  promo: Pick<PromoCode, 'kind' | 'percentBps' | 'amounts'>,
  { priceMinor, currency }: Pick<Basket, 'priceMinor' | 'currency'>,
): number {
  const wanted =
    promo.kind === 'percent'
      ? Number(divideHalfEven(BigInt(priceMinor) * BigInt(promo.percentBps ?? 0), 10_000n))
      : (promo.amounts?.[currency] ?? 0)
  return Math.max(0, Math.min(priceMinor, wanted))
}

export const allowsMethod = ({ methods }: Pick<PromoCode, 'methods'>, method: string): boolean =>
  methods === null || methods.includes(method)

export const fitsOf = ({ goodsIds, methods, kind, amounts }: PromoCode): PromoFits => ({
  plans: goodsIds,
  methods,
  currencies:
    kind === 'fixed'
      ? Object.entries(amounts ?? {})
          .filter(([, amountMinor]) => amountMinor > 0)
          .map(([currency]) => currency)
      : null,
})

/**
 * True if choosing another plan or payment method would make the promo code valid. For other refusals the conditions
 * are not revealed.
 */
export const isMendable = (refusal: Refusal): boolean =>
  refusal === 'PromoNotForPlan' || refusal === 'PromoNotForMethod'

/**
 * Reason why a promo code is refused, or null. Use limits are only checked as of now; the reservation in the order's
 * transaction decides.
 */
export function refusePromoCode(promo: PromoCode, basket: Basket, shopper: Shopper): Refusal | null {
  if (promo.window === 'early') return 'PromoUnknown'
  if (promo.window === 'over') return 'PromoOver'
  if (promo.goodsIds && !promo.goodsIds.includes(basket.goodsId)) return 'PromoNotForPlan'
  if (!allowsMethod(promo, basket.method)) return 'PromoNotForMethod'
  if (discountMinor(promo, basket) === 0) return 'PromoNotForPlan'
  if (promo.firstPurchaseOnly && shopper?.hasPaid) return 'PromoFirstOnly'
  if (promo.maxUsesPerUser !== null && shopper && shopper.uses >= promo.maxUsesPerUser) return 'PromoUsed'
  if (promo.maxUses !== null && promo.uses >= promo.maxUses) return 'PromoUsedUp'
  return null
}

export function paidWith(promo: PromoCode, basket: Omit<Basket, 'method'>): number | null {
  const method = promo.methods?.[0] ?? ''
  const isRefused = refusePromoCode(promo, { ...basket, method }, null) !== null
  return isRefused ? null : basket.priceMinor - discountMinor(promo, basket)
}

type Price = { readonly currency: string; readonly priceMinor: number }
type FixedCode = { readonly code: string; readonly amounts: Readonly<Record<string, number>> }
type Prices = { readonly before: readonly Price[]; readonly after: readonly Price[]; readonly bps: number }

/**
 * First promo code whose fixed discount would exceed `bps` basis points of a plan's price that has been lowered. Null
 * if there is none.
 */
export function findCodeBeyond(codes: readonly FixedCode[], { before, after, bps }: Prices): string | null {
  const isBeyond = ({ amounts }: FixedCode): boolean =>
    after.some(({ currency, priceMinor }) => {
      const old = before.find((price) => price.currency === currency)?.priceMinor ?? Infinity
      return priceMinor < old && (amounts[currency] ?? 0) * 10_000 > priceMinor * bps
    })
  return codes.find(isBeyond)?.code ?? null
}
