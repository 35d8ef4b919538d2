import { useEffect, useState } from 'react'
import { decideOutcome, type Look, type OrderOutcome } from '#shared/order-outcome.ts'
import { serverNow } from '#web/client/server-clock.ts'
import type { Order } from './order.ts'

const slowMs = 60_000
const tickMs = 5_000

/** Milliseconds since 1970 by the server's clock, renewed every few seconds: minutes that are left, and whether any are. */
export function useNow(): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** How the order stands for its buyer now. `now` comes from `useNow`; `since` is the `performance.now()` of the first look. */
export function outcomeNow(order: Order, cameBack: Look['cameBack'], since: number, now: number): OrderOutcome {
  const isWindowOpen = order.payableUntil > now
  const isSlow = performance.now() - since > slowMs
  return decideOutcome(order, { isOwner: true, isWindowOpen, cameBack, isSlow })
}

/** How someone came to this page, by the address that the provider sent them to; what else it carries leaves the address bar. */
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
