import { countNewAccounts } from '#server/modules/accounts/accounts.queries.ts'
import { countByKind } from '#server/modules/alerts/alerts.queries.ts'
import { readNetworkHealth } from '#server/modules/chains/chains.service.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import { countLately } from '#server/modules/orders/order-counts.queries.ts'
import { countWaiting } from '#server/modules/outbox/outbox.queries.ts'
import { countAttemptsLately } from '#server/modules/payments/method-counts.queries.ts'
import { listSilent } from '#server/modules/payments/provider-health.queries.ts'
import { countOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readLanes } from '#server/platform/jobs.queries.ts'

export async function readShop(db: Queryable, chains: Chains | null) {
  const networks = (chains?.networks ?? []).map(async (network) => ({
    network: network.id,
    health: await readNetworkHealth(db, network),
  }))
  const [lanes, networkHealth, silent, reviews, messages, orders, accounts, attempts, alerts] = await Promise.all([
    readLanes(db),
    Promise.all(networks),
    listSilent(db),
    countOpenReviews(db),
    countWaiting(db),
    countLately(db),
    countNewAccounts(db),
    countAttemptsLately(db),
    countByKind(db),
  ])
  return { lanes, networkHealth, silent, reviews, messages, orders, accounts, attempts, alerts }
}
export type ShopState = Awaited<ReturnType<typeof readShop>>
