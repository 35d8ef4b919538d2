import { setTimeout as pause } from 'node:timers/promises'
import { findAddresses } from '#server/modules/chains/addresses.queries.ts'
import { findStand, lockStand, type Cursor } from '#server/modules/chains/transfers.queries.ts'
import { readBlocks, readPlace, type DatedTransfer, type Reading } from '#server/modules/chains/read-blocks.ts'
import { RpcFailed, type Rpc } from '#server/modules/chains/rpc.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

export type BlockRange = { from: number; to: number }
/**
 * `readTo`: the last block that the node was heard about, null: none. `found`: keys of the transfers to addresses of ours that
 * it showed. `failure`: why it was not heard to the end.
 */
export type NodeReading = { readTo: number | null; found: ReadonlySet<string>; added: number; failure: string | null }
/** Records what a node showed in these blocks; returns how many were not known. */
export type Keep = (tx: Transaction, transfers: readonly DatedTransfer[], range: BlockRange) => Promise<number>

/** The same whichever node shows it. */
export const transferKey = ({ blockHash, logIndex }: DatedTransfer): string => `${blockHash}:${logIndex}`

/** How often in a row a node may fail to get further before it is left alone; a chain may be reorganised while it is read. */
const maxTries = 5
const pauseMs = 200

/** Reads these blocks from one node, batch by batch, each kept by itself, until their end or until the node gets no further. */
export async function rescanNode(
  database: Database,
  network: Network,
  rpc: Rpc,
  { from, to: last }: BlockRange,
  keep: Keep,
): Promise<NodeReading> {
  const found = new Set<string>()
  let place: Cursor | null = null
  let readTo: number | null = null
  let added = 0
  let failure = ''
  for (let tries = 0; tries < maxTries; tries++) {
    if (tries > 0) await pause(pauseMs * tries)
    try {
      place = await readPlace(rpc, place?.number ?? Math.max(0, from - 1))
      while (place.number < last) {
        const kept = await readOn(database, network, rpc, { place, last }, keep)
        if (!kept) throw new RpcFailed('its chain is being reorganised')
        for (const transfer of kept.transfers) found.add(transferKey(transfer))
        added += kept.added
        place = kept.to
        readTo = Math.min(last, place.number)
        tries = 0
      }
      return { readTo, found, added, failure: null }
    } catch (error) {
      if (!(error instanceof RpcFailed)) throw error
      failure = error.message
    }
  }
  return { readTo, found, added, failure }
}

type Kept = { transfers: readonly DatedTransfer[]; added: number; to: Cursor }

/** Null where the block to read on from, or one that was read, is no longer in the chain. */
async function readOn(
  database: Database,
  network: Network,
  rpc: Rpc,
  { place, last }: { place: Cursor; last: number },
  keep: Keep,
): Promise<Kept | null> {
  const before = await findStand(database, network.id)
  const reading = await readBatch(database, network, rpc, place)
  if (!before || reading.isReorganised) return null
  const transfers = reading.transfers.filter(({ blockNumber }) => blockNumber <= last)
  const range = { from: place.number + 1, to: Math.min(last, reading.to.number) }
  const added = await database.transaction(async (tx) =>
    // Anyone who reads the network may have seen meanwhile that these blocks left the chain.
    (await lockStand(tx, network.id))?.rewinds === before.rewinds ? keep(tx, transfers, range) : null,
  )
  return added === null ? null : { transfers, added, to: reading.to }
}

/** Throws RpcFailed also where the node has no more blocks: asked again at once it would say the same for ever. */
async function readBatch(database: Database, network: Network, rpc: Rpc, place: Cursor): Promise<Reading> {
  const findOwn = async (addresses: readonly string[]) =>
    new Set((await findAddresses(database, addresses)).map(({ address }) => address))
  const reading = await readBlocks(rpc, network, place, findOwn)
  if (!reading.isReorganised && reading.to.number <= place.number)
    throw new RpcFailed(`it stands at block ${reading.head}`)
  return reading
}
