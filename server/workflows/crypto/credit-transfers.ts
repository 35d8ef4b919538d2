import { postponeTransfer } from '#server/modules/chains/chains.service.ts'
import { listDue, markDue, markTried } from '#server/modules/chains/transfer-tries.queries.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import type { Transfer } from '#server/modules/chains/transfers.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { WatchDeps } from '#server/deps/payment-deps.ts'
import { applyTransfer } from './apply-transfer.ts'

const batch = 200

/**
 * Credits transfers with enough confirmations, at most `batch` per run. A transfer that fails is postponed, and
 * reviewed later, without blocking the others. Throws only if the database is unreachable.
 */
export async function creditTransfers(deps: WatchDeps, network: Network, upTo: number): Promise<void> {
  const { database } = deps
  await markDue(database, network.id, upTo)
  let counted = 0
  for (const transfer of await listDue(database, network.id, upTo, batch)) {
    try {
      if (await applyTransfer(deps, network, transfer)) counted += 1
    } catch (error) {
      await postpone(deps, network, transfer, error)
    }
  }
  await markTried(database, network.id, counted)
}

async function postpone({ database, log }: WatchDeps, { id }: Network, transfer: Transfer, error: unknown) {
  const { txHash, amount, blockNumber, orderId, attemptId } = transfer
  log.error({ err: error, network: id, txHash, order: orderId }, 'a payment could not be counted')
  const isForPerson = await database.transaction((tx) => postponeTransfer(tx, transfer.id))
  if (!isForPerson || orderId === null) return
  const details = { network: id, txHash, amount, blockNumber }
  const review = { orderId, attemptId, reason: 'not_counted', subject: transfer.id, details }
  await database
    .transaction((tx) => openReview(tx, review))
    .catch((err: unknown) => log.error({ err, network: id, txHash, order: orderId }, 'no review could be opened'))
}
