import type { NetworkConfig } from '#server/platform/crypto-config.ts'
import { isNodeFault, type Rpc, type RpcPool } from './rpc.ts'
import {
  countedUpTo,
  judgeReceipt,
  type FoundTransfer,
  type NativeTransaction,
  type Receipt,
} from './transfers.rules.ts'

/**
 * `true`: it stands, and is deep enough. `early`: not yet, or too few nodes answered. `failed`: nothing moved.
 * `contradicted`: nodes say different things about it.
 */
export type Verdict = 'true' | 'early' | 'failed' | 'contradicted'

type Statement = 'agrees' | 'absent' | 'failed' | 'different' | 'early' | 'silent'

/** What one node says, now. A node that has not seen enough blocks yet has no say. */
async function hear(rpc: Rpc, { confirmations }: NetworkConfig, transfer: FoundTransfer): Promise<Statement> {
  try {
    await rpc.confirmNetwork()
    const [head, receipt, native, finalized] = await rpc.all<unknown>([
      { method: 'eth_blockNumber', params: [] },
      { method: 'eth_getTransactionReceipt', params: [transfer.txHash] },
      { method: 'eth_getTransactionByHash', params: [transfer.txHash] },
      ...(confirmations === 'finalized' ? [{ method: 'eth_getBlockByNumber', params: ['finalized', false] }] : []),
    ])
    const final = finalized ? Number((finalized as { number: string }).number) : null
    if (transfer.blockNumber > countedUpTo(confirmations, Number(head), final)) return 'early'
    return judgeReceipt(transfer, receipt as Receipt | null, native as NativeTransaction | null)
  } catch (error) {
    if (isNodeFault(error)) return 'silent'
    throw error
  }
}

/** Asks the nodes until `needed` of them agree about a transfer, or one says otherwise. */
export async function verifyTransfer(
  { nodes }: Pick<RpcPool, 'nodes'>,
  network: NetworkConfig,
  transfer: FoundTransfer,
  needed: number,
): Promise<Verdict> {
  const heard: Statement[] = []
  for (const rpc of nodes) {
    heard.push(await hear(rpc, network, transfer))
    if (heard.filter((statement) => statement === 'agrees').length >= needed) return 'true'
  }
  const said = heard.filter((statement) => statement !== 'silent' && statement !== 'early')
  if (new Set(said).size > 1 || said.includes('different')) return 'contradicted'
  // One that knows no such transaction may stand on another branch: the next reading finds that out.
  return said[0] === 'failed' && said.length >= needed ? 'failed' : 'early'
}
