import { neededNodes } from '#server/modules/chains/chains.service.ts'
import { findAddresses } from '#server/modules/chains/addresses.queries.ts'
import { findDeposit, type Deposit } from '#server/modules/chains/deposits.queries.ts'
import { findPayment } from '#server/modules/chains/find-payment.ts'
import {
  findSentRefund,
  insertSentRefund,
  replaceSentRefund,
  type RefundOnChain,
} from '#server/modules/chains/sent-refunds.queries.ts'
import { unitsFor } from '#server/modules/chains/quote.rules.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import type { PaymentFinding } from '#server/modules/chains/later-look.rules.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { closeReviewOf } from '#server/modules/payments/review-queue.queries.ts'
import { findAttempt, findRefund } from '#server/modules/payments/payments.queries.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { isChainAddress, parseAddress, type ChainAddress } from '#server/platform/chain-address.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { clockSkewMs } from './check-payout.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { CryptoRefused } from './manage-crypto.ts'
import { settlePayment } from '#server/workflows/payments/apply/settle-payment.ts'

/** `to`: the address that the buyer asked to be paid at. */
export type SentRefund = { refundId: string; txHash: string; to: string; operator: Operator; dryRun?: boolean }
/** `chains`: null where no cryptocurrency is configured any more. */
export type RefundDeps = { readonly database: Database; readonly chains: Chains | null }

const refusals: Readonly<Record<Exclude<PaymentFinding, 'paid' | 'unreachable'>, string>> = {
  absent: 'No node knows this transaction. Check the hash, or try again in a minute.',
  early: 'This transaction is not final on its network yet. Try again later.',
  different: 'This transaction failed, or pays another address, another token, or less.',
  stale: 'This transaction was made before the order was quoted: it paid something else.',
  contradicted: 'The nodes contradict each other about this transaction. Look at it by hand, and try again later.',
}

/**
 * Records the transaction by which an operator gave money back: the refund is done, and whatever hangs on it follows. The
 * chain is asked first whether it paid this address in this token so much. Where nobody can be asked it is recorded as
 * `not_checked`, and looked up later (`recheck-sent`). A transaction gives back one refund. One that turned out to be another
 * is replaced by recording the right one. Throws CryptoRefused.
 */
export async function recordSentRefund(
  { database, chains }: RefundDeps,
  { refundId, txHash, to, operator, dryRun = false }: SentRefund,
): Promise<{ onChain: RefundOnChain; amount: bigint; deposit: Deposit }> {
  const refund = await findRefund(database, refundId)
  const attempt = refund && (await findAttempt(database, refund.attemptId))
  const deposit = attempt && (await findDeposit(database, attempt.id))
  const order = deposit && (await findOrder(database, deposit.orderId))
  if (!order) throw new CryptoRefused(`There is no refund ${refundId} of cryptocurrency.`)
  const { orderId, attemptId, providerTxnId, amountMinor, currency } = refund
  const known = await findSentRefund(database, refundId)
  if (refund.status === 'done' && known?.onChain !== 'mismatch')
    throw new CryptoRefused(`The refund ${refundId} is done already.`)
  if (!/^0x[0-9a-f]{64}$/.test(txHash)) throw new CryptoRefused(`"${txHash}" is no hash of a transaction.`)
  const recipient = readRecipient(chains, deposit, to)
  if ((await findAddresses(database, [recipient])).length > 0)
    throw new CryptoRefused(`${to} is an address where buyers pay here: nothing was given back by that.`)
  const amount = unitsFor(amountMinor, BigInt(deposit.amount), order.totalMinor)
  const found = await lookUpRefund(chains, deposit, { txHash, recipient, amount })
  if (found !== 'paid' && found !== 'unreachable') throw new CryptoRefused(refusals[found])
  const onChain = found === 'paid' ? 'confirmed' : 'not_checked'
  if (dryRun) return { onChain, amount, deposit }
  await database.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const row = { refundId, network: deposit.network, txHash, recordedBy: operator.name, recipient, onChain } as const
    if ((await (known ? replaceSentRefund : insertSentRefund)(tx, row)) === 0)
      throw new CryptoRefused(`The transaction ${txHash} gave back another refund, or this refund was recorded before.`)
    // Known where another transaction takes the place of the first: then it changes nothing.
    const about = { provider: 'crypto', kind: 'refunded', attemptId, providerTxnId, refundId } as const
    const fact: Fact = { ...about, amount: { amountMinor, currency }, at: tx.now, rawHash: '' }
    await settlePayment(tx, { orderId, facts: [fact], source: 'operator', actor: operator.name })
    if (onChain === 'confirmed') {
      const item = { orderId, attemptId, reason: 'refund_not_on_chain', subject: refundId }
      await closeReviewOf(tx, item, `confirmed: ${txHash}`, operator.name)
    }
    const replaces = known ? { replaces: known.txHash } : {}
    const details = { txHash, network: deposit.network, to: recipient, onChain, amountMinor, currency, ...replaces }
    await recordAction(tx, { operator, action: 'crypto-refund-sent', subject: `refund ${refundId}`, details })
  })
  return { onChain, amount, deposit }
}

/** Where the network is not configured any more, its spelling of addresses is known by what it looks like. */
function readRecipient(chains: Chains | null, { network }: Deposit, to: string): ChainAddress {
  const kind = chains?.find(network)?.kind ?? (to.startsWith('T') ? 'tron' : 'evm')
  const recipient = parseAddress(kind, to)
  if (!recipient) throw new CryptoRefused(`"${to}" is no address of ${chains?.find(network)?.name ?? network}.`)
  return recipient
}

/** `unreachable`: no node is configured for that network, or none answers. */
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
