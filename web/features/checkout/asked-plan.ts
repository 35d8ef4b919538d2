import type { Currency } from '#shared/money.ts'
import type { Wish } from './selection.ts'

/** The plan that a link asks for, and its currency. They leave the address, so that what is chosen afterwards outlives a reload. */
export function takeAskedPlan(): Wish {
  const url = new URL(location.href)
  const goodsId = url.searchParams.get('plan')
  const currency = url.searchParams.get('currency')
  if (goodsId === null) return {}
  url.searchParams.delete('plan')
  url.searchParams.delete('currency')
  history.replaceState(history.state, '', url)
  // A currency that no plan is sold in is left to `settle`.
  return currency === null ? { goodsId } : { goodsId, currency: currency as Currency }
}
