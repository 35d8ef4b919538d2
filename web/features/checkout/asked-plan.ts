import type { Currency } from '#shared/money.ts'
import type { Method } from '#shared/method.ts'
import type { Wish } from './selection.ts'

/**
 * If the URL names a plan, reads plan, currency and method from it and removes them there, or a reload would override
 * later choices.
 */
export function takeAskedPlan(): Wish {
  const url = new URL(location.href)
  const goodsId = url.searchParams.get('plan')
  const currency = url.searchParams.get('currency')
  if (goodsId === null) return {}
  const method = url.searchParams.get('method')
  for (const name of ['plan', 'currency', 'method']) url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
  // A currency or method that is not offered is kept here; `settle` replaces it.
  return {
    goodsId,
    ...(currency && { currency: currency as Currency }),
    ...(method && { method: method as Method }),
  }
}
