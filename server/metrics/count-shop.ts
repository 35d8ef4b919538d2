import { Gauge, type Registry } from 'prom-client'
import type { ShopState } from './read-shop.ts'

export function countShop(registry: Registry): (state: ShopState | null) => void {
  const gauges: { forget: () => void }[] = []
  const gauge = (name: string, help: string, ...labelNames: string[]) => {
    const made = new Gauge({ registers: [registry], name: `wayfare_${name}`, help, labelNames })
    // A gauge without labels would reset to 0, which looks healthy, so it is removed instead.
    gauges.push({ forget: () => (labelNames.length > 0 ? made.reset() : made.remove()) })
    return made
  }
  const up = new Gauge({
    registers: [registry],
    name: 'wayfare_database_up',
    help: 'Whether the database answered this process in time.',
  })
  const jobs = gauge('jobs', 'Jobs by lane: waiting, of these due, running, dead.', 'lane', 'state')
  const oldest = gauge('jobs_oldest_due_seconds', 'How long the oldest due job of a lane has waited.', 'lane')
  const settling = gauge(
    'crypto_settlement_age_seconds',
    'How long the oldest transfer that could count has waited.',
    'network',
  )
  const read = gauge('crypto_read_age_seconds', 'How long ago a network was read.', 'network')
  const failing = gauge('crypto_transfers_failing', 'Transfers that could not be counted so far.', 'network')
  const silent = gauge('provider_silent_seconds', 'For how long a payment provider has not answered.', 'provider')
  const reviews = gauge('reviews_open', 'Reviews of money that wait for a person.')
  const oldestReview = gauge('reviews_oldest_seconds', 'How long the oldest review has waited.')
  const messages = gauge('messages_waiting', 'Mails and SMS that are still to go out.')
  const oldestMessage = gauge('messages_oldest_seconds', 'How long the oldest of them has waited.')
  const orders = gauge('orders_last_hour', 'Orders that were made, and that became paid, in the last hour.', 'what')
  const accounts = gauge('accounts_last_hour', 'Accounts that were opened in the last hour.')
  const attempts = gauge('payment_attempts_last_hour', 'Tries to pay of the last hour.', 'method', 'status')
  const alerts = gauge('alerts_open', 'Alerts to operators that are open, acknowledged or not.', 'kind')
  const never = (seconds: number | null | undefined) => seconds ?? 0

  return (state) => {
    for (const one of gauges) one.forget()
    up.set(state ? 1 : 0)
    if (!state) return
    for (const { lane, waiting, due, running, dead, oldestDueSeconds } of state.lanes) {
      for (const [name, count] of Object.entries({ waiting, due, running, dead }))
        jobs.set({ lane, state: name }, count)
      oldest.set({ lane }, never(oldestDueSeconds))
    }
    for (const { network, health } of state.networkHealth) {
      if (!health) continue
      settling.set({ network }, never(health.oldestDueSeconds))
      read.set({ network }, never(health.readSeconds))
      failing.set({ network }, health.failing)
    }
    for (const { provider, since } of state.silent)
      if (since) silent.set({ provider }, Math.max(0, Date.now() - since.getTime()) / 1_000)
    reviews.set(state.reviews.count)
    oldestReview.set(never(state.reviews.oldestSeconds))
    messages.set(state.messages.count)
    oldestMessage.set(never(state.messages.oldestSeconds))
    orders.set({ what: 'made' }, state.orders.made)
    orders.set({ what: 'paid' }, state.orders.paid)
    accounts.set(state.accounts.count)
    for (const { method, status, count } of state.attempts) attempts.set({ method, status }, count)
    for (const { kind, count } of state.alerts) alerts.set({ kind }, count)
  }
}
