import type { Localized } from '#shared/language.ts'
import { currencies, type Currency } from '#shared/money.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'
import type { Environment } from '#shared/api-values.ts'
import { hasTerms, type PublishedClause } from '#shared/site.ts'

export type GoodsState = {
  readonly id: string
  readonly position: number
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
  readonly names: Localized
  readonly badges: Localized | null
  readonly onSale: boolean
  readonly prices: readonly { currency: Currency; priceMinor: number; listPriceMinor: number | null }[]
  readonly groupPrices: readonly { size: 2 | 3; currency: Currency; perPersonMinor: number }[]
}

export type GoodsChange =
  /** A null price removes the plan from sale in this currency. */
  | { readonly kind: 'price'; currency: Currency; priceMinor: number | null; listPriceMinor: number | null }
  | { readonly kind: 'group-price'; size: 2 | 3; currency: Currency; perPersonMinor: number | null }
  | {
      readonly kind: 'describe'
      names?: Localized
      badges?: Localized | null
      bonusDays?: number
      maxDevices?: number
      position?: number
    }
  | { readonly kind: 'sale'; onSale: boolean }

const inOrder = <T extends { currency: Currency; size?: number }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (a.size ?? 0) - (b.size ?? 0) || a.currency.localeCompare(b.currency))

export function applyGoodsChange(goods: GoodsState, change: GoodsChange): GoodsState {
  switch (change.kind) {
    case 'price': {
      const { currency, priceMinor, listPriceMinor } = change
      const others = goods.prices.filter((row) => row.currency !== currency)
      const own = priceMinor === null ? [] : [{ currency, priceMinor, listPriceMinor }]
      return { ...goods, prices: inOrder([...others, ...own]) }
    }
    case 'group-price': {
      const { size, currency, perPersonMinor } = change
      const others = goods.groupPrices.filter((row) => row.size !== size || row.currency !== currency)
      const own = perPersonMinor === null ? [] : [{ size, currency, perPersonMinor }]
      return { ...goods, groupPrices: inOrder([...others, ...own]) }
    }
    case 'describe': {
      const { kind: _, ...given } = change
      return { ...goods, ...given }
    }
    case 'sale':
      return { ...goods, onSale: change.onSale }
  }
}

const isPrice = (minor: number) => Number.isSafeInteger(minor) && minor > 0 && minor <= 100_000_000

export function findGoodsFault(goods: GoodsState): Sentence | null {
  const { id, names, badges, months, bonusDays, maxDevices, prices, groupPrices } = goods
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 40) return sentence('plan.badId')
  for (const text of [...Object.values(names), ...Object.values(badges ?? {})])
    if (text.trim() === '' || text.length > 40) return sentence('plan.badName')
  if (months < 1 || months > 120) return sentence('plan.badMonths')
  if (bonusDays < 0 || bonusDays > 3_660) return sentence('plan.badBonusDays')
  if (maxDevices < 1 || maxDevices > 100) return sentence('plan.badDevices')
  if (prices.length === 0) return sentence('plan.needsPrice')
  for (const { currency, priceMinor, listPriceMinor } of prices) {
    if (!isPrice(priceMinor)) return sentence('price.outOfRange', { currency })
    if (listPriceMinor !== null && (!isPrice(listPriceMinor) || listPriceMinor <= priceMinor))
      return sentence('price.badList', { currency })
  }
  for (const { size, currency, perPersonMinor } of groupPrices) {
    const alone = prices.find((price) => price.currency === currency)
    if (!alone) return sentence('price.noneForGroup', { currency, size })
    if (!isPrice(perPersonMinor) || perPersonMinor >= alone.priceMinor)
      return sentence('price.badGroup', { size, currency })
  }
  return null
}

/**
 * True if a price changes by more than half. The usual cause is a misplaced decimal point, so the change needs
 * confirmation.
 */
export function isLargeChange(before: GoodsState, after: GoodsState): boolean {
  const jumps = (old: number | undefined, next: number | undefined) =>
    old !== undefined && next !== undefined && (next * 2 < old || next > old * 2)
  return currencies.some((currency) => {
    const alone = (goods: GoodsState) => goods.prices.find((row) => row.currency === currency)?.priceMinor
    const grouped = (goods: GoodsState, size: number) =>
      goods.groupPrices.find((row) => row.currency === currency && row.size === size)?.perPersonMinor
    return (
      jumps(alone(before), alone(after)) || [2, 3].some((size) => jumps(grouped(before, size), grouped(after, size)))
    )
  })
}

type Marked = { readonly demo?: boolean }

/** Returns false only for sample content of the demo in production (PROD). */
export const isShownIn = (environment: Environment, { demo = false }: Marked): boolean =>
  !demo || environment !== 'PROD'

export const shownOrNone = <T extends Marked>(environment: Environment, value: T | null): T | null =>
  value && isShownIn(environment, value) ? value : null

/** A new shop is closed in production until an operator opens it, so that nobody finds it half finished. */
export const isShopOpen = (environment: Environment, { isOpen }: { readonly isOpen: boolean | null }): boolean =>
  isOpen ?? environment !== 'PROD'

/**
 * Returns false in production until the shop has published terms that new customers can agree to. Other environments
 * need no terms, because nobody there is a real customer.
 */
export const takesSignUps = (environment: Environment, clauses: readonly PublishedClause[]): boolean =>
  environment !== 'PROD' || hasTerms(clauses)

/** Banner on every page. `until`: ISO 8601; if absent, the banner is shown until it is removed. */
export type Notice = { readonly en: string; readonly 'zh-CN': string; readonly until?: string }

export const noticeNow = (notice: Notice | null, now: Date): Notice | null =>
  notice?.until !== undefined && new Date(notice.until) <= now ? null : notice
