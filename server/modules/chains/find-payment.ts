import type { ChainAddress } from '#shared/chain-address.ts'
import type { Network } from './create-chains.ts'
import { joinStatements, type NodeStatement, type PaymentFinding } from './later-look.rules.ts'
import { isNodeFault, RpcFailed, type Rpc } from './rpc.ts'
import {
  fittingTransfer,
  nativeTransfer,
  type FoundTransfer,
  type PlacedTransaction,
  type Receipt,
} from './transfers.rules.ts'
import { verifyTransfer } from './verify-transfer.ts'

type SoughtPayment = {
  /** Transaction hash: 0x and 64 hex digits. */
  readonly txHash: string
  /** Token contract. Null for the network's own coin. */
  readonly token: ChainAddress | null
  readonly to: ChainAddress
  /** Minimum amount of a single transfer, in base units. */
  readonly amount: bigint
  readonly since: Date
  /** Log positions of transfers in the same blockchain transaction that belong to other payments. */
  readonly taken?: readonly number[]
}

/**
 * Result of looking up a payment. `logIndex`: log position of the transfer that paid. Null if none did, or for the
 * network's own coin.
 */
export type FoundPayment = { readonly finding: PaymentFinding; readonly logIndex: number | null }

/**
 * Checks whether a blockchain transaction made this payment, whoever sent it. Asks all nodes in parallel. A node that
 * does not know the transaction does not contradict a node that shows it. Throws if all answers were unreadable.
 */
export const findPayment = async (
  network: Network,
  payment: SoughtPayment,
  neededNodes: number,
): Promise<PaymentFinding> => (await findTransfer(network, payment, neededNodes)).finding

/** Same as `findPayment`, but also returns the transfer that paid. */
export async function findTransfer(
  network: Network,
  payment: SoughtPayment,
  neededNodes: number,
): Promise<FoundPayment> {
  const faults: unknown[] = []
  const answers = await Promise.all(network.pool.nodes.map((rpc) => ask(rpc, payment, faults)))
  const heard = answers.filter((answer) => answer !== null)
  const shown = heard.find(({ statement }) => statement === 'paid')
  if (!shown?.transfer) {
    const statements = heard.flatMap(({ statement }) => (statement === 'paid' ? [] : [statement]))
    const finding = joinStatements(statements, neededNodes)
    if (finding === 'unreachable' && faults.length > 0) throw faults[0]
    return { finding, logIndex: null }
  }
  // Asks again only the nodes that answered the first time.
  const nodes = [shown.rpc, ...heard.flatMap(({ rpc }) => (rpc === shown.rpc ? [] : [rpc]))]
  const verdict = await verifyTransfer({ nodes }, network, shown.transfer, neededNodes)
  if (verdict !== 'true') return { finding: verdict === 'failed' ? 'different' : verdict, logIndex: null }
  return { finding: 'paid', logIndex: shown.transfer.contract === null ? null : shown.transfer.logIndex }
}

type Answered = { rpc: Rpc; statement: NodeStatement; transfer: FoundTransfer | null }

/**
 * Asks one node about a payment. Returns null if it gave no readable answer; unreadable answers are added to `faults`.
 */
async function ask(rpc: Rpc, payment: SoughtPayment, faults: unknown[]): Promise<Answered | null> {
  try {
    const { receipt, transfer, at } = await readPayment(rpc, payment)
    return { rpc, transfer, statement: receipt ? judgePayment(payment, transfer, at) : 'absent' }
  } catch (error) {
    if (!isNodeFault(error)) throw error
    if (!(error instanceof RpcFailed)) faults.push(error)
    return null
  }
}

function judgePayment({ amount, since }: SoughtPayment, transfer: FoundTransfer | null, at: Date | null) {
  if (transfer === null || transfer.amount < amount) return 'different'
  if (at === null) return 'early'
  return at < since ? 'stale' : 'paid'
}

type ReadPayment = { receipt: Receipt | null; transfer: FoundTransfer | null; at: Date | null }

/** Reads a payment from a node. `at`: time of the block; null if the node does not know the block. */
async function readPayment(rpc: Rpc, { txHash, token, to, amount, taken = [] }: SoughtPayment): Promise<ReadPayment> {
  const receipt = await rpc.call<Receipt | null>('eth_getTransactionReceipt', txHash)
  if (!receipt) return { receipt: null, transfer: null, at: null }
  const transfer =
    token === null
      ? nativeTransfer(await rpc.call<PlacedTransaction | null>('eth_getTransactionByHash', txHash), to)
      : fittingTransfer(receipt, { token, to, amount, taken })
  const block = await rpc.call<{ timestamp: string } | null>('eth_getBlockByHash', receipt.blockHash, false)
  return { receipt, transfer, at: block && new Date(Number(block.timestamp) * 1000) }
}
