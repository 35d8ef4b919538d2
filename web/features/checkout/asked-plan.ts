import type { Currency } from '#shared/money.ts'
import type { Wish } from './selection.ts'

/** Reads plan and currency from the link and removes them, or a reload would override later choices. */
export function takeAskedPlan(): Wish {
  const url = new URL(location.href)
  const goodsId = url.searchParams.get('plan')
  const currency = url.searchParams.get('currency')
  if (goodsId === null) return {}
  url.searchParams.delete('plan')
  url.searchParams.delete('currency')
  history.replaceState(history.state, '', url)
  // `settle` handles a currency that no plan is sold in.
  return currency === null ? { goodsId } : { goodsId, currency: currency as Currency }
}
