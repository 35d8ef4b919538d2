import { hostOfNode, type NetworkConfig } from '#server/platform/crypto-config.ts'
import { isNodeFault, type Rpc, type RpcPool } from './rpc.ts'
import {
  countedUpTo,
  judgeReceipt,
  type FoundTransfer,
  type NativeTransaction,
  type Receipt,
} from './transfers.rules.ts'

/**
 * Verdict on a transfer. `true`: confirmed with enough blocks. `early`: not yet confirmed, or too few answers.
 * `failed`: the transaction was reverted. `contradicted`: nodes disagree.
 */
type Verdict = 'true' | 'early' | 'failed' | 'contradicted'

type Statement = 'agrees' | 'absent' | 'failed' | 'different' | 'early' | 'silent'

/**
 * Statement of a node about a transfer: `early` if the node has not seen enough blocks, `silent` if it did not answer.
 */
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

/** Judges a transfer by what the nodes state. `needed`: number of nodes, of different hosts, that must agree. */
export async function verifyTransfer(
  { nodes }: Pick<RpcPool, 'nodes'>,
  network: NetworkConfig,
  transfer: FoundTransfer,
  needed: number,
): Promise<Verdict> {
  const heard: Statement[] = []
  const hostsThat = (statement: Statement) =>
    new Set(nodes.flatMap(({ url }, at) => (heard[at] === statement ? [hostOfNode(url)] : []))).size
  for (const rpc of nodes) {
    heard.push(await hear(rpc, network, transfer))
    if (hostsThat('agrees') >= needed) return 'true'
  }
  const said = heard.filter((statement) => statement !== 'silent' && statement !== 'early')
  if (new Set(said).size > 1 || said.includes('different')) return 'contradicted'
  // A node without the transaction may be on another branch of the chain, so the next scan decides.
  return said[0] === 'failed' && hostsThat('failed') >= needed ? 'failed' : 'early'
}
