import type { ChainAddress } from '#server/platform/chain-address.ts'
import type { Network } from './create-chains.ts'
import type { PaymentFinding } from './later-look.rules.ts'
import { RpcFailed, type Rpc } from './rpc.ts'
import {
  largestTransfer,
  nativeTransfer,
  type FoundTransfer,
  type PlacedTransaction,
  type Receipt,
} from './transfers.rules.ts'
import { verifyTransfer } from './verify-transfer.ts'

export type SoughtPayment = {
  /** 0x and 64 hex digits. */
  readonly txHash: string
  /** Null: the network's own coin. */
  readonly token: ChainAddress | null
  readonly to: ChainAddress
  /** Base units; one transfer of at least as much. */
  readonly amount: bigint
  /** The block's own time is not earlier. */
  readonly since: Date
}

/** Whether a transaction made this payment, whoever sent it. */
export async function findPayment(
  network: Network,
  payment: SoughtPayment,
  neededNodes: number,
): Promise<PaymentFinding> {
  try {
    const { receipt, transfer, at } = await network.pool.withRpc((rpc) => readPayment(rpc, payment))
    if (!receipt) return 'absent'
    if (transfer === null || transfer.amount < payment.amount) return 'different'
    if (at === null) return 'early'
    if (at < payment.since) return 'stale'
    const verdict = await verifyTransfer(network.pool, network, transfer, neededNodes)
    return verdict === 'true' ? 'paid' : verdict === 'failed' ? 'different' : verdict
  } catch (error) {
    if (error instanceof RpcFailed) return 'unreachable'
    throw error
  }
}

type ReadPayment = { receipt: Receipt | null; transfer: FoundTransfer | null; at: Date | null }

/** `at`: null where the node does not know the block that it named. */
async function readPayment(rpc: Rpc, { txHash, token, to }: SoughtPayment): Promise<ReadPayment> {
  const receipt = await rpc.call<Receipt | null>('eth_getTransactionReceipt', txHash)
  if (!receipt) return { receipt: null, transfer: null, at: null }
  const transfer =
    token === null
      ? nativeTransfer(await rpc.call<PlacedTransaction | null>('eth_getTransactionByHash', txHash), to)
      : largestTransfer(receipt, token, to)
  const block = await rpc.call<{ timestamp: string } | null>('eth_getBlockByHash', receipt.blockHash, false)
  return { receipt, transfer, at: block && new Date(Number(block.timestamp) * 1000) }
}
