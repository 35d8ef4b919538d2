import { useEffect, useState } from 'react'
import { decideOutcome, type Look, type OrderOutcome } from '#shared/order-outcome.ts'
import { serverNow } from '#web/client/server-clock.ts'
import type { Order } from './order.ts'

const slowMs = 60_000
const tickMs = 5_000

/** Current server time in ms since 1970, updated every few seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Outcome of the order for its buyer. `now`: from `useNow`. `since`: `performance.now()` when the buyer first saw the
 * order.
 */
export function outcomeNow(order: Order, cameBack: Look['cameBack'], since: number, now: number): OrderOutcome {
  const isWindowOpen = order.payableUntil > now
  const isSlow = performance.now() - since > slowMs
  return decideOutcome(order, { isOwner: true, isWindowOpen, cameBack, isSlow })
}

/**
 * Reads from the URL which order was paid and how the provider returned the buyer, and removes the provider's other
 * parameters.
 */
export function readWayBack(): { readonly orderId: string | null; readonly cameBack: Look['cameBack'] } {
  const asked = new URLSearchParams(location.search)
  const orderId = asked.get('order')
  const back = asked.get('back')
  const kept = new URLSearchParams()
  if (orderId !== null) kept.set('order', orderId)
  if (back !== null) kept.set('back', back)
  const search = kept.size > 0 ? `?${kept}` : ''
  if (location.search !== search) history.replaceState(history.state, '', location.pathname + search + location.hash)
  return { orderId, cameBack: back === '1' ? 'unpaid' : back === '0' ? 'paid' : null }
}
