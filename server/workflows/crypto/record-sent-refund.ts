import { findAddresses } from '#server/modules/chains/addresses.queries.ts'
import { findDeposit, type Deposit } from '#server/modules/chains/deposits.queries.ts'
import { findPayment } from '#server/modules/chains/find-payment.ts'
import {
  findSentRefund,
  insertSentRefund,
  replaceSentRefund,
  type RefundOnChain,
} from '#server/modules/chains/sent-refunds.queries.ts'
import { neededNodes } from '#server/modules/chains/chains.service.ts'
import { unitsFor } from '#server/modules/chains/credit.rules.ts'
import { fromBaseUnits } from '#server/modules/chains/token-price.rules.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import type { PaymentFinding } from '#server/modules/chains/later-look.rules.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { closeReviewOf } from '#server/modules/payments/review-queue.queries.ts'
import { findAttempt, findRefund, type Refund } from '#server/modules/payments/payments.queries.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { isChainAddress, parseAddress, type ChainAddress } from '#shared/chain-address.ts'
import { done, type ActDeps, type LookAct } from '#server/platform/act.ts'
import { clockSkewMs } from './check-payout.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { CryptoRefused, refuseContract } from './manage-crypto.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

type Seen = {
  readonly refund: Refund
  readonly deposit: Deposit
  readonly amount: bigint
  readonly txHash: string
  readonly recipient: ChainAddress
  readonly onChain: RefundOnChain
  readonly replaces: string | null
}

const refusals: Readonly<Record<Exclude<PaymentFinding, 'paid' | 'unreachable'>, Sentence>> = {
  absent: sentence('transaction.unknown'),
  early: sentence('transaction.notFinal'),
  different: sentence('transaction.paysOther'),
  stale: sentence('transaction.beforeQuote'),
  contradicted: sentence('transaction.disputed'),
}

/**
 * Records the blockchain transaction of a refund, which completes it. Checks on the blockchain that it paid this amount
 * to this wallet address; without a node the refund is `not_checked` until `recheck-sent` runs. Recording another
 * transaction replaces a wrong one. `chainsOf` returns null without configured networks.
 */
export const createSentRefund = (
  chainsOf: (deps: ActDeps) => Promise<Chains | null>,
): LookAct<'crypto.refund-sent', Seen> => ({
  async look(database, { refund: refundId, tx: typed, to }, _operator, deps) {
    const chains = await chainsOf(deps)
    const hash = typed.toLowerCase()
    const txHash = /^[0-9a-f]{64}$/.test(hash) ? `0x${hash}` : hash
    const refund = await findRefund(database, refundId)
    const attempt = refund && (await findAttempt(database, refund.attemptId))
    const deposit = attempt && (await findDeposit(database, attempt.id))
    const order = deposit && (await findOrder(database, deposit.orderId))
    if (!order) throw new CryptoRefused(sentence('refund.unknownCrypto', { refund: refundId }))
    const known = await findSentRefund(database, refundId)
    if (refund.status === 'done' && known?.onChain !== 'mismatch')
      throw new CryptoRefused(sentence('refund.isDone', { refund: refundId }))
    if (!/^0x[0-9a-f]{64}$/.test(txHash)) throw new CryptoRefused(sentence('transaction.badHash', { hash: txHash }))
    const recipient = readRecipient(chains, deposit, to)
    if ((await findAddresses(database, [recipient])).length > 0)
      throw new CryptoRefused(sentence('refund.toOurselves', { address: to }))
    const amount = unitsFor(refund.amountMinor, BigInt(deposit.amount), order.totalMinor)
    const found = await lookUpRefund(chains, deposit, { txHash, recipient, amount })
    if (found !== 'paid' && found !== 'unreachable') throw new CryptoRefused(refusals[found])
    const onChain = found === 'paid' ? 'confirmed' : 'not_checked'
    return { refund, deposit, amount, txHash, recipient, onChain, replaces: known?.txHash ?? null }
  },
  async act(tx, { refund: refundId }, operator, _deps, seen) {
    const { refund, deposit, amount, txHash, recipient, onChain, replaces } = seen
    const { orderId, attemptId, providerTxnId, amountMinor, currency } = refund
    await lockOrder(tx, orderId)
    const row = { refundId, network: deposit.network, txHash, recordedBy: operator.name, recipient, onChain } as const
    if ((await (replaces === null ? insertSentRefund : replaceSentRefund)(tx, row)) === 0)
      throw new CryptoRefused(sentence('transaction.used', { hash: txHash }))
    // Replacing the blockchain transaction repeats this payment fact, which then changes nothing.
    const about = { provider: 'crypto', kind: 'refunded', attemptId, providerTxnId, refundId } as const
    const fact: Fact = { ...about, amount: { amountMinor, currency }, at: tx.now, rawHash: '' }
    await applyPaymentFacts(tx, { orderId, facts: [fact], source: 'operator', actor: operator.name })
    if (onChain === 'confirmed') {
      const item = { orderId, attemptId, reason: 'refund_not_on_chain', subject: refundId }
      await closeReviewOf(tx, item, `confirmed: ${txHash}`, operator.name)
    }
    // Keeps the buyer's wallet address out of the audit log. The refund stores it.
    const details = { txHash, network: deposit.network, onChain, amountMinor, currency }
    const { token, decimals, network } = deposit
    const saw =
      onChain === 'confirmed'
        ? sentence('refund.seenOnChain', { amount: fromBaseUnits(amount, decimals), token })
        : sentence('refund.notChecked', { network })
    const output = { refund: refundId, onChain, amount: fromBaseUnits(amount, decimals), seen: saw }
    return done(output, `refund ${refundId}`, { ...details, ...(replaces !== null && { replaces }) })
  },
})

function readRecipient(chains: Chains | null, { network }: Deposit, to: string): ChainAddress {
  const kind = chains?.find(network)?.kind ?? (to.startsWith('T') ? 'tron' : 'evm')
  const recipient = parseAddress(kind, to)
  if (!recipient)
    throw new CryptoRefused(
      sentence('network.badAddress', { address: to, network: chains?.find(network)?.name ?? network }),
    )
  refuseContract(recipient, to, chains)
  return recipient
}

export async function lookUpRefund(
  chains: Chains | null,
  { network: id, contract, usdMinor, createdAt }: Deposit,
  { txHash, recipient: to, amount }: { txHash: string; recipient: ChainAddress; amount: bigint },
): Promise<PaymentFinding> {
  const network = chains?.find(id)
  if (!chains || !network) return 'unreachable'
  if (contract !== null && !isChainAddress(contract)) throw new Error(`no contract: ${contract}`)
  const since = new Date(createdAt.getTime() - clockSkewMs)
  return findPayment(network, { txHash, token: contract, to, amount, since }, neededNodes(chains, usdMinor))
}
