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

/** Stray in an accepted token. `orderId`: owner of the address, who expected another payment. */
export type Stray = { readonly eventId: string; readonly orderId: string | null; readonly details: object }

/**
 * Opens reviews for strays: accepted tokens singly, up to the limit of day and order. One item per network and day has
 * the number of the others and of invented tokens.
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
