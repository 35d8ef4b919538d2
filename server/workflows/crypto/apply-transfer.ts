import { createHash } from 'node:crypto'
import { countTransfer, neededNodes, revertTransfer } from '#server/modules/chains/chains.service.ts'
import { dropTransfer, type Transfer } from '#server/modules/chains/transfers.queries.ts'
import { findDeposit, type Deposit } from '#server/modules/chains/deposits.queries.ts'
import { verifyTransfer } from '#server/modules/chains/verify-transfer.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { digestPayer } from '#server/modules/payments/payer-digest.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { WatchDeps } from '#server/deps/payment-deps.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'

const stated = ({ amount, ...transfer }: Transfer) => ({ ...transfer, amount: BigInt(amount) })

export async function applyTransfer(deps: WatchDeps, network: Network, transfer: Transfer): Promise<boolean> {
  const { database, log, chains } = deps
  const deposit = transfer.attemptId === null ? undefined : await findDeposit(database, transfer.attemptId)
  if (!deposit) throw new Error(`no deposit for transfer ${transfer.id}`)
  const verdict = await verifyTransfer(network.pool, network, stated(transfer), neededNodes(chains, deposit.usdMinor))
  if (verdict === 'early') return false
  if (verdict === 'failed') {
    await dropTransfer(database, transfer.id)
    return false
  }
  const { txHash, amount, blockNumber } = transfer
  const { orderId, attemptId } = deposit
  const details = { network: network.id, txHash, amount, blockNumber }
  if (verdict === 'contradicted') {
    log.error({ network: network.id, txHash, order: deposit.orderId }, 'nodes contradict each other about a payment')
    await database.transaction((tx) => openReview(tx, { orderId, attemptId, reason: 'nodes_disagree', details }))
    return false
  }
  const order = await findOrder(database, deposit.orderId)
  if (!order) throw new Error(`no order ${deposit.orderId}`)
  return database.transaction(async (tx) => {
    await lockOrder(tx, order.id)
    const creditedMinor = await countTransfer(tx, deposit, transfer.id, order.totalMinor)
    if (creditedMinor === 'too_large') {
      log.error(
        { network: network.id, txHash, order: orderId },
        'a payment is larger than any order can be credited with',
      )
      await openReview(tx, { orderId, attemptId, reason: 'amount_too_large', subject: transfer.id, details })
      return false
    }
    if (creditedMinor === null) return false
    if (creditedMinor === 0) return true
    const paid = factOf('paid', transfer, deposit, { amountMinor: creditedMinor, currency: order.currency })
    // Identifies the payer by the wallet address without the network, because the same wallet is the same payer on
    // every network.
    const payer = digestPayer(deps.digest, 'crypto', transfer.sender.toLowerCase())
    await applyPaymentFacts(tx, { orderId: order.id, facts: [{ ...paid, payer }], source: 'chain' })
    return true
  })
}

/**
 * After a reorganisation, checks whether a credited transfer is still in the blockchain. If not, reverts the payment
 * and opens a review. Returns false while nodes disagree or none answers.
 */
export async function recheckTransfer(deps: WatchDeps, network: Network, transfer: Transfer): Promise<boolean> {
  const { database, log } = deps
  const { attemptId, orderId, creditedMinor } = transfer
  if (attemptId === null || orderId === null || creditedMinor === null) return true
  const found = await lookAgain(network, transfer)
  if (found !== 'gone') return found === 'stands'
  const order = await findOrder(database, orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  log.error({ network: network.id, txHash: transfer.txHash, order: orderId }, 'a payment that counted left the chain')
  await database.transaction(async (tx: Transaction) => {
    await lockOrder(tx, orderId)
    if (!(await revertTransfer(tx, attemptId, transfer.id)) || creditedMinor === 0) return
    const fact = factOf('reverted', transfer, { attemptId }, { amountMinor: creditedMinor, currency: order.currency })
    await applyPaymentFacts(tx, { orderId, facts: [fact], source: 'chain' })
  })
  return true
}

/**
 * Checks whether the blockchain still has the block of a transfer. `gone`: all nodes that answer have another block at
 * this height, so the transfer left the blockchain.
 */
async function lookAgain(
  { pool }: Network,
  { blockNumber, blockHash }: Transfer,
): Promise<'gone' | 'stands' | 'uncertain'> {
  const heard = await Promise.allSettled(
    pool.nodes.map(async (rpc) => {
      await rpc.confirmNetwork()
      return rpc.call<{ hash: string } | null>('eth_getBlockByNumber', `0x${blockNumber.toString(16)}`, false)
    }),
  )
  const hashes = heard.flatMap((answer) => (answer.status === 'fulfilled' && answer.value ? [answer.value.hash] : []))
  if (hashes.length === 0) return 'uncertain'
  if (!hashes.includes(blockHash)) return 'gone'
  return hashes.every((hash) => hash === blockHash) ? 'stands' : 'uncertain'
}

/**
 * Payment fact of a credit or reversal. Its key is the block and the position in it: the same blockchain transaction in
 * another block, or in a block that returned after a reversal, is another payment.
 */
function factOf(
  kind: 'paid' | 'reverted',
  { network, blockHash, logIndex, txHash, amount, at, reverts }: Transfer,
  { attemptId }: Pick<Deposit, 'attemptId'>,
  money: Fact['amount'],
): Fact {
  const providerTxnId = `${network}:${blockHash}:${logIndex}${reverts > 0 ? `.${reverts}` : ''}`
  const rawHash = createHash('sha256').update(`${providerTxnId}:${txHash}:${amount}`).digest('hex')
  return { provider: 'crypto', kind, attemptId, providerTxnId, refundId: null, amount: money, at, rawHash }
}
