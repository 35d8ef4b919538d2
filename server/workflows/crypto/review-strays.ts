import type { Network } from '#server/modules/chains/create-chains.ts'
import { addStrays, countStraysOfOrder, type Known } from '#server/modules/chains/strays.queries.ts'
import {
  roomForStrays,
  straysOfDay,
  straysOfOrder,
  summarizeStrays,
} from '#server/modules/chains/stray-limits.rules.ts'
import { reviewStray, reviewStrayDay } from '#server/modules/payments/reviews.service.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Transfer in an accepted token that matches no deposit. `orderId`: order to which the receiving wallet address
 * belongs.
 */
export type Stray = { readonly eventId: string; readonly orderId: string | null; readonly details: object }

/**
 * Opens a review for each stray transfer in an accepted token, up to a maximum per order, and up to a daily maximum per
 * network at wallet addresses without an order. One further review per network and day counts the remaining transfers,
 * and those in `invented` (worthless) tokens.
 */
export async function reviewStrays(
  tx: Transaction,
  network: Network,
  { invented, strays }: { invented: number; strays: readonly Stray[] },
): Promise<void> {
  if (invented + strays.length === 0) return
  let ofOrders = 0
  const known = knownTokens([network])
  for (const [orderId, own] of Map.groupBy(strays, (stray) => stray.orderId)) {
    if (orderId === null) continue
    const { count } = await countStraysOfOrder(tx, orderId, known)
    const room = roomForStrays(straysOfOrder, count, own.length)
    for (const { eventId, details } of own.slice(0, room)) await reviewStray(tx, eventId, details)
    ofOrders += own.length - room
  }
  const lost = strays.filter(({ orderId }) => orderId === null)
  const counts = await addStrays(tx, network.id, { invented, known: lost.length, ofOrders })
  for (const { eventId, details } of lost.slice(0, roomForStrays(straysOfDay, counts.known, lost.length)))
    await reviewStray(tx, eventId, details)
  const more = summarizeStrays(counts)
  if (more)
    await reviewStrayDay(tx, `strays:${network.id}:${counts.day}`, { network: network.id, day: counts.day, ...more })
}

export function knownTokens(networks: readonly Network[]): Known {
  const all = networks.flatMap(({ id, tokens }) => tokens.map(({ contract }) => ({ id, contract })))
  return { networks: all.map(({ id }) => id), contracts: all.map(({ contract }) => contract ?? '') }
}
