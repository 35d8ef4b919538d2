import { findAddresses } from '#server/modules/chains/addresses.queries.ts'
import { insertTransfer } from '#server/modules/chains/transfers.queries.ts'
import { listAsked } from '#server/modules/chains/deposits.queries.ts'
import type { DatedTransfer } from '#server/modules/chains/read-blocks.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { reviewStrays, type Stray } from './review-strays.ts'

/** Tolerance for inaccurate block timestamps; shorter than the quarantine of wallet addresses. */
const clockSkewMs = 3_600_000

/**
 * Records each transfer to one of our wallet addresses once. A transfer that matches a deposit waits for confirmations.
 * All others are strays and never credited, including transfers from before the current order's quote, which belong to
 * an earlier user of the address. Returns the number of new transfers.
 */
export async function recordTransfers(
  tx: Transaction,
  network: Network,
  transfers: readonly DatedTransfer[],
): Promise<number> {
  if (transfers.length === 0) return 0
  const names = [...new Set(transfers.map(({ address }) => address))]
  const own = new Map((await findAddresses(tx, names)).map((found) => [found.address, found]))
  const asked = await listAsked(tx, network.id, names)
  let added = 0
  let invented = 0
  const strays: Stray[] = []
  for (const transfer of transfers) {
    const { address, contract, amount, txHash } = transfer
    const holder = own.get(address)?.orderId ?? null
    const quotes = asked.filter((known) => known.address === address && known.orderId === holder)
    const isOfBefore = quotes.every(({ createdAt }) => createdAt.getTime() - clockSkewMs > transfer.at.getTime())
    const orderId = quotes.length > 0 && isOfBefore ? null : holder
    const deposit = asked.find(
      (known) => known.address === address && known.contract === contract && known.orderId === orderId,
    )
    const status = deposit ? 'seen' : 'stray'
    const attemptId = deposit?.attemptId ?? null
    const row = { ...transfer, network: network.id, amount: String(amount), orderId, attemptId, status } as const
    if ((await insertTransfer(tx, row)) === 0) continue
    added++
    if (deposit) continue
    const token = network.tokens.find((known) => known.contract === contract)
    const details = {
      network: network.id,
      token: token?.id ?? contract,
      amount: String(amount),
      address,
      txHash,
      orderId,
    }
    // Opens only one review per order for unknown tokens, because anyone can send many worthless tokens.
    if (orderId !== null && !token) await openReview(tx, { orderId, attemptId: null, reason: 'unknown_token', details })
    else if (token)
      strays.push({ eventId: `${network.id}:${transfer.blockHash}:${transfer.logIndex}`, orderId, details })
    else invented++
  }
  await reviewStrays(tx, network, { invented, strays })
  return added
}
