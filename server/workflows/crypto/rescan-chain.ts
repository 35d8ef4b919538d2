import { findStand } from '#server/modules/chains/transfers.queries.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import type { PartsAct, PartsDeps } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { CryptoRefused, openNetwork } from './manage-crypto.ts'
import { recordTransfers } from './record-transfers.ts'
import { rescanNode, transferKey, type Keep, type NodeReading } from './rescan-node.ts'
import { sentence } from '#text/sentence.ts'

type Rescan = { network: Network; from: number; to: number | null }
type NodeRescan = Omit<NodeReading, 'found' | 'added'> & { host: string; found: number }
type Rescanned = {
  from: number
  to: number
  blocks: number
  found: number
  added: number
  nodes: readonly NodeRescan[]
}

/**
 * Scans old blocks again for transfers missed because a node was incomplete, or a token or wallet address was
 * configured late. Asks every node, because an incomplete node stays incomplete, and does not move the scan cursor. A
 * run can be restarted; if it throws `CryptoRefused`, because no node answered to the end, the results so far stay.
 */
export async function rescanChain(
  database: Database,
  { network, from, to }: Rescan,
  audit: PartsDeps['audit'],
): Promise<Rescanned> {
  const stand = await findStand(database, network.id)
  if (!stand) throw new CryptoRefused(sentence('network.neverRead', { network: network.name }))
  const last = to ?? stand.number
  if (last > stand.number)
    throw new CryptoRefused(sentence('network.notReadYet', { network: network.name, block: stand.number }))
  if (from > last) throw new CryptoRefused(sentence('network.badBlocks', { from, last }))
  const subject = `network ${network.id}`
  const record = (tx: Transaction, details: object) => audit(tx, subject, details)
  await database.transaction((tx) => record(tx, { from, to: last }))
  const all = new Set<string>()
  const keep: Keep = async (tx, transfers, range) => {
    // Skips transfers that earlier nodes already reported, because a preview stores nothing and would count them again.
    const unheard = transfers.filter((transfer) => !all.has(transferKey(transfer)))
    const fresh = await recordTransfers(tx, network, unheard)
    if (fresh > 0) await record(tx, { ...range, added: fresh })
    return fresh
  }
  const nodes: NodeRescan[] = []
  let added = 0
  for (const rpc of network.pool.nodes) {
    const { found, readTo, failure, ...heard } = await rescanNode(database, network, rpc, { from, to: last }, keep)
    for (const key of found) all.add(key)
    added += heard.added
    nodes.push({ host: new URL(rpc.url).host, readTo, found: found.size, failure })
  }
  if (nodes.every(({ failure }) => failure !== null)) {
    const said = nodes.map(({ host, failure }) => `${host}: ${failure}`).join('; ')
    throw new CryptoRefused(sentence('network.noAnswer', { network: network.name, answer: said }))
  }
  return { from, to: last, blocks: last - Math.max(0, from - 1), found: all.size, added, nodes }
}

export const rescan: PartsAct<'crypto.rescan'> = {
  async parts(database, { chain, fromBlock, toBlock }, _operator, deps) {
    const network = await openNetwork(deps, chain)
    const read = await rescanChain(database, { network, from: fromBlock, to: toBlock ?? null }, deps.audit)
    return { ok: true, value: { name: network.name, ...read, nodes: [...read.nodes] } }
  },
}
