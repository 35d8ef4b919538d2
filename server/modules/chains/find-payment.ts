import type { ChainAddress } from '#server/platform/chain-address.ts'
import type { Network } from './create-chains.ts'
import type { Rpc } from './rpc.ts'
import { largestTransfer, type Receipt } from './transfers.rules.ts'
import { verifyTransfer } from './verify-transfer.ts'

export type SoughtPayment = {
  /** 0x and 64 hex digits. */
  readonly txHash: string
  readonly token: ChainAddress
  readonly to: ChainAddress
  /** Base units; one transfer of at least as much. */
  readonly amount: bigint
  /** The block's own time is not earlier. */
  readonly since: Date
}

/**
 * Whether a transaction made this payment, whoever sent it. `absent`: the node knows no such transaction (yet). `early`: it
 * is not deep enough, or too few nodes answered. `different`: it failed, or paid something else. `stale`: it was made
 * before. `contradicted`: nodes say different things. Throws RpcFailed where no node answers.
 */
export async function findPayment(
  network: Network,
  payment: SoughtPayment,
  neededNodes: number,
): Promise<'paid' | 'absent' | 'early' | 'different' | 'stale' | 'contradicted'> {
  const { receipt, at } = await network.pool.withRpc((rpc) => readReceipt(rpc, payment.txHash))
  if (!receipt) return 'absent'
  const transfer = largestTransfer(receipt, payment.token, payment.to)
  if (transfer === null || transfer.amount < payment.amount) return 'different'
  if (at === null) return 'early'
  if (at < payment.since) return 'stale'
  const verdict = await verifyTransfer(network.pool, network, transfer, neededNodes)
  return verdict === 'true' ? 'paid' : verdict === 'failed' ? 'different' : verdict
}

/** `at`: null where the node does not know the block that it named. */
async function readReceipt(rpc: Rpc, txHash: string): Promise<{ receipt: Receipt | null; at: Date | null }> {
  const receipt = await rpc.call<Receipt | null>('eth_getTransactionReceipt', txHash)
  if (!receipt) return { receipt: null, at: null }
  const block = await rpc.call<{ timestamp: string } | null>('eth_getBlockByHash', receipt.blockHash, false)
  return { receipt, at: block && new Date(Number(block.timestamp) * 1000) }
}
