import {
  claimUnchecked,
  setRefundAbsent,
  setRefundOnChain,
  type UncheckedRefund,
} from '#server/modules/chains/sent-refunds.queries.ts'
import { findDeposit } from '#server/modules/chains/deposits.queries.ts'
import { judgeLaterLook, nextAbsentSince, type PaymentFinding } from '#server/modules/chains/later-look.rules.ts'
import { unitsFor } from '#server/modules/chains/credit.rules.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { closeReviewOf } from '#server/modules/payments/review-queue.queries.ts'
import { findRefund } from '#server/modules/payments/payments.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import {
  claimUncheckedPayout,
  listTaken,
  setPayoutAbsent,
  setPayoutOnChain,
  type PaidPayout,
} from '#server/modules/payouts/payouts.queries.ts'
import { isChainAddress } from '#shared/chain-address.ts'
import { lookUpPayout } from './check-payout.ts'
import type { ChainDeps } from '#server/deps/payment-deps.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { lookUpRefund } from './record-sent-refund.ts'

/**
 * Time limit in milliseconds for checking each kind of record, so that a run ends within its lease even with slow
 * nodes.
 */
const runMs = 7_500

/**
 * Checks blockchain transactions that operators recorded without a node. If the blockchain contradicts a record, an
 * operator decides: a refund gets a review, and a payout appears again in the list of open payouts. Recording the right
 * transaction corrects the record.
 */
export async function recheckSent(deps: ChainDeps): Promise<void> {
  const { database } = deps
  /** Skips a network that does not answer for the rest of the run, because every check would wait for the timeout. */
  const answering = new Set(deps.chains.networks.map(({ id }) => id))
  await recheckEach(deps, answering, async (networks, done) => {
    const sent = await claimUnchecked(database, networks, done)
    return sent && { id: sent.refundId, network: sent.network, look: () => recheckRefund(deps, sent) }
  })
  await recheckEach(deps, answering, async (networks, done) => {
    const paid = await claimUncheckedPayout(database, networks, done)
    return paid && { id: paid.id, network: paid.chain, look: () => recheckPayout(deps, paid) }
  })
}

type Claimed = { id: string; network: string; look: () => Promise<PaymentFinding | null> }
type Claim = (networks: readonly string[], done: readonly string[]) => Promise<Claimed | undefined>

async function recheckEach({ log }: ChainDeps, answering: Set<string>, claim: Claim): Promise<void> {
  const until = performance.now() + runMs
  const done: string[] = []
  while (performance.now() < until) {
    const claimed = await claim([...answering], done)
    if (!claimed) return
    const { id, network, look } = claimed
    done.push(id)
    try {
      if ((await look()) === 'unreachable') answering.delete(network)
    } catch (error) {
      log.error({ err: error, record: id, network }, 'what was sent could not be looked up')
    }
  }
}

async function recheckRefund({ database, chains, log }: ChainDeps, sent: UncheckedRefund): Promise<PaymentFinding> {
  const { refundId, txHash, network, recipient, absentSince } = sent
  const refund = await findRefund(database, refundId)
  const deposit = refund && (await findDeposit(database, refund.attemptId))
  const order = refund && (await findOrder(database, refund.orderId))
  if (!deposit || !order || recipient === null || !isChainAddress(recipient))
    throw new Error(`the refund ${refundId} cannot be looked up`)
  const amount = unitsFor(refund.amountMinor, BigInt(deposit.amount), order.totalMinor)
  const finding = await lookUpRefund(chains, deposit, { txHash, recipient, amount })
  await database.transaction(async (tx) => {
    const verdict = judgeLaterLook(finding, absentSince, tx.now)
    if (verdict === null) return setRefundAbsent(tx, refundId, txHash, nextAbsentSince(finding, absentSince, tx.now))
    await lockOrder(tx, order.id)
    if ((await setRefundOnChain(tx, refundId, txHash, verdict)) === 0) return
    const item = { orderId: order.id, attemptId: refund.attemptId, reason: 'refund_not_on_chain', subject: refundId }
    if (verdict === 'confirmed') return void (await closeReviewOf(tx, item, `confirmed: ${txHash}`, 'settlement'))
    log.error({ refund: refundId, network, txHash, finding }, 'a refund was recorded that the chain does not show')
    const details = { refundId, network, txHash, to: recipient, amount: String(amount), finding }
    await openReview(tx, { ...item, details })
  })
  return finding
}

async function recheckPayout({ database, chains, log }: ChainDeps, paid: PaidPayout): Promise<PaymentFinding | null> {
  const { id, chain, hash, address, amountMinor, approvedAt, absentSince } = paid
  if (!hash || !address || !approvedAt) throw new Error(`the settlement ${id} was never paid`)
  const taken = await listTaken(database, hash, id)
  const found = await lookUpPayout(chains, { chain, hash, address, amountMinor, approvedAt, taken })
  if (found === null) return null
  const { finding, logIndex } = found
  await database.transaction(async (tx) => {
    const verdict = judgeLaterLook(finding, absentSince, tx.now)
    if (verdict === null) return setPayoutAbsent(tx, id, hash, nextAbsentSince(finding, absentSince, tx.now))
    if ((await setPayoutOnChain(tx, id, hash, verdict, logIndex)) === 0 || verdict === 'confirmed') return
    log.error({ settlement: id, chain, hash, finding }, 'a payout was recorded that the chain does not show')
  })
  return finding
}
