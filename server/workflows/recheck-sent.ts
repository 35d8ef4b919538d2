import {
  claimUnchecked,
  findDeposit,
  judgeLaterLook,
  setRefundOnChain,
  unitsFor,
  type SentRefund,
} from '#server/modules/chains/chains.service.ts'
import { findOrder } from '#server/modules/orders/orders.service.ts'
import { findRefund, openReview } from '#server/modules/payments/payments.service.ts'
import {
  claimUncheckedPayouts,
  setPayoutOnChain,
  type PaidSettlement,
} from '#server/modules/settlements/settlements.service.ts'
import { isChainAddress } from '#server/platform/chain-address.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { lookUpPayout } from './check-payout.ts'
import type { ChainDeps } from './crypto-deps.ts'
import { lockOrder } from './lock-order.ts'
import { lookUpRefund } from './record-sent-refund.ts'

/** Records that are looked up in one run. */
const batch = 50

/**
 * Looks up what operators recorded as sent while nobody could be asked. What the chain confirms is marked so; where it says
 * otherwise the record keeps standing, the log says so, and a person decides: about a refund by a review item of its order,
 * about a payout from `settlement list`. Either is mended by recording the right transaction.
 */
export async function recheckSent(deps: ChainDeps): Promise<void> {
  const networks = deps.chains.networks.map(({ id }) => id)
  for (const sent of await claimUnchecked(deps.database, networks, batch)) await recheckRefund(deps, sent)
  for (const paid of await claimUncheckedPayouts(deps.database, networks, batch)) await recheckPayout(deps, paid)
}

async function recheckRefund({ database, chains, log }: ChainDeps, sent: SentRefund): Promise<void> {
  const { refundId, txHash, network, recipient, recordedAt } = sent
  const refund = await findRefund(database, refundId)
  const deposit = refund && (await findDeposit(database, refund.attemptId))
  const order = refund && (await findOrder(database, refund.orderId))
  if (!deposit || !order || recipient === null || !isChainAddress(recipient))
    throw new Error(`the refund ${refundId} cannot be looked up`)
  const amount = unitsFor(refund.amountMinor, BigInt(deposit.amount), order.totalMinor)
  const finding = await lookUpRefund(chains, deposit, { txHash, recipient, amount })
  await database.transaction(async (tx) => {
    const verdict = judgeLaterLook(finding, recordedAt, tx.now)
    if (verdict === null) return
    await lockOrder(tx, order.id)
    if ((await setRefundOnChain(tx, refundId, txHash, verdict)) === 0 || verdict === 'confirmed') return
    log.error({ refund: refundId, network, txHash, finding }, 'a refund was recorded that the chain does not show')
    const details = { refundId, network, txHash, to: recipient, amount: String(amount), finding }
    await openReview(tx, { orderId: order.id, attemptId: refund.attemptId, reason: 'refund_not_on_chain', details })
  })
}

async function recheckPayout({ database, chains, log }: ChainDeps, paid: PaidSettlement): Promise<void> {
  const { id, chain, hash, address, amountMinor, approvedAt, paidAt } = paid
  if (!hash || !address || !approvedAt || !paidAt) throw new Error(`the settlement ${id} was never paid`)
  const finding = await lookUpPayout(chains, { chain, hash, address, amountMinor, approvedAt })
  if (finding === null) return
  await database.transaction(async (tx) => {
    const verdict = judgeLaterLook(finding, paidAt, tx.now)
    if (verdict === null || (await setPayoutOnChain(tx, id, hash, verdict)) === 0 || verdict === 'confirmed') return
    log.error({ settlement: id, chain, hash, finding }, 'a payout was recorded that the chain does not show')
  })
}

/** Where cryptocurrency is configured. */
export const chainJobs = (deps: ChainDeps): JobHandlers => ({ 'recheck-sent': () => recheckSent(deps) })
export const chainSchedules = { 'recheck-sent': 300 } as const
