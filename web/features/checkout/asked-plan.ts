import type { Wish } from './selection.ts'

const parameters = { goodsId: 'plan', currency: 'currency', method: 'method' }

/**
 * Reads plan, currency and method from the URL, any of which may be missing, and removes them there, or a reload would
 * override later choices. A plan, currency or method that is not offered is kept; `settle` replaces it.
 */
export function takeAskedPlan(): Wish {
  const url = new URL(location.href)
  const asked = Object.entries(parameters).flatMap(([key, name]) => {
    const value = url.searchParams.get(name)
    url.searchParams.delete(name)
    return value ? [[key, value]] : []
  })
  if (asked.length > 0) history.replaceState(history.state, '', url)
  return Object.fromEntries(asked) as Wish
}
