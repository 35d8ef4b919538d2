import { findStand } from '#server/modules/chains/transfers.queries.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import type { PartsAct, PartsDeps } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { CryptoRefused, openNetwork } from './manage-crypto.ts'
import { recordTransfers } from './record-transfers.ts'
import { rescanNode, transferKey, type Keep, type NodeReading } from './rescan-node.ts'

export type Rescan = { network: Network; from: number; to: number | null }
/** What a node answered; `found`: how many transfers to addresses of ours it showed. */
export type NodeRescan = Omit<NodeReading, 'found' | 'added'> & { host: string; found: number }
/** `from` and `to`: the first and the last block. `found`: transfers that any node showed; `added`: those that no one knew of. */
export type Rescanned = {
  from: number
  to: number
  blocks: number
  found: number
  added: number
  nodes: readonly NodeRescan[]
}

/**
 * Reads blocks once more that were read before, for what was missed: a node that left logs out, a token that was configured
 * late, addresses that were imported late. Every node is asked, because one that left something out does so again. The
 * reading itself stays where it is, and goes no further: up to `to`, or as far as it has come. What was known is known; what
 * is found waits for its confirmations like any other, and the reader of the network lets it count. Each batch commits by
 * itself, with an audit row if it found something, so that a run that dies is begun again. Throws CryptoRefused, also where
 * no node answered to the end; what was found until then stands.
 */
export async function rescanChain(
  database: Database,
  { network, from, to }: Rescan,
  audit: PartsDeps['audit'],
): Promise<Rescanned> {
  const stand = await findStand(database, network.id)
  if (!stand) throw new CryptoRefused(`${network.name} was never read: there is nothing to read again.`)
  const last = to ?? stand.number
  if (last > stand.number)
    throw new CryptoRefused(`${network.name} was read up to block ${stand.number}; what comes later is read anyway.`)
  if (from > last) throw new CryptoRefused(`Block ${from} comes after block ${last}.`)
  const subject = `network ${network.id}`
  const record = (tx: Transaction, details: object) => audit(tx, subject, details)
  await database.transaction((tx) => record(tx, { from, to: last }))
  const all = new Set<string>()
  const keep: Keep = async (tx, transfers, range) => {
    // A dry run forgets at once what a node before this one showed.
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
    throw new CryptoRefused(`No node of ${network.name} can say: ${said}. Try again later.`)
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
