import type { ChainAddress } from '#shared/chain-address.ts'
import type { Network } from './create-chains.ts'
import { RpcFailed, type Rpc } from './rpc.ts'
import { readTransfer, transferTopic, type Log } from './transfers.rules.ts'

/** Maximum blocks per request, and maximum requests per search. */
const max = { range: 500, requests: 400 }
const hex = (number: number) => `0x${number.toString(16)}`

type SoughtTransfer = {
  readonly token: ChainAddress
  readonly to: ChainAddress
  /** Exact amount of the transfer, in base units. */
  readonly amount: bigint
  readonly since: Date
}
/**
 * Result of a search for a transfer. `none`: no block of the searched period contains it. `incomplete`: there are too
 * many blocks to search.
 */
export type TransferSearch = { readonly found: string } | 'none' | 'incomplete' | 'unreachable'

/**
 * Searches backwards from the newest block for a transfer of exactly this amount to this blockchain address. Uses the
 * first node that answers.
 */
export async function findTransferTo(network: Network, sought: SoughtTransfer): Promise<TransferSearch> {
  try {
    return await network.pool.withRpc((rpc) => search(rpc, sought))
  } catch (error) {
    if (error instanceof RpcFailed) return 'unreachable'
    throw error
  }
}

async function search(rpc: Rpc, { token, to, amount, since }: SoughtTransfer): Promise<TransferSearch> {
  let last = Number(await rpc.call<string>('eth_blockNumber'))
  for (let request = 0; request < max.requests; request++) {
    const first = Math.max(0, last - max.range + 1)
    const [logs, block] = await rpc.all<unknown>([
      {
        method: 'eth_getLogs',
        params: [
          {
            fromBlock: hex(first),
            toBlock: hex(last),
            address: token,
            topics: [transferTopic, null, `0x${to.slice(2).padStart(64, '0')}`],
          },
        ],
      },
      { method: 'eth_getBlockByNumber', params: [hex(first), false] },
    ])
    const moved = (logs as readonly Log[])
      .flatMap((log) => readTransfer(log) ?? [])
      .find((transfer) => transfer.contract === token && transfer.address === to && transfer.amount === amount)
    if (moved) return { found: moved.txHash }
    const at = new Date(Number((block as { timestamp: string } | null)?.timestamp ?? 0) * 1000)
    if (first === 0 || at < since) return 'none'
    last = first - 1
  }
  return 'incomplete'
}
