import { setTimeout as pause } from 'node:timers/promises'
import { findAddresses } from '#server/modules/chains/addresses.queries.ts'
import { findStand, lockStand, type Cursor } from '#server/modules/chains/transfers.queries.ts'
import { readBlocks, readPlace, type DatedTransfer, type Reading } from '#server/modules/chains/read-blocks.ts'
import { RpcFailed, type Rpc } from '#server/modules/chains/rpc.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import type { Database, Transaction } from '#server/platform/database.ts'

type BlockRange = { from: number; to: number }
export type NodeReading = { readTo: number | null; found: ReadonlySet<string>; added: number; failure: string | null }
export type Keep = (tx: Transaction, transfers: readonly DatedTransfer[], range: BlockRange) => Promise<number>

export const transferKey = ({ blockHash, logIndex }: DatedTransfer): string => `${blockHash}:${logIndex}`

/**
 * Consecutive failures before giving up on a node. Some failures are normal, because the blockchain may be reorganised
 * during the scan.
 */
const maxTries = 5
const pauseMs = 200

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
    // Stores nothing if another scanner of the same network has detected a reorganisation meanwhile.
    (await lockStand(tx, network.id))?.rewinds === before.rewinds ? keep(tx, transfers, range) : null,
  )
  return added === null ? null : { transfers, added, to: reading.to }
}

/**
 * Reads the next blocks of a node. Throws `RpcFailed` if the node fails, and also if it has no more blocks, because an
 * immediate retry would loop.
 */
async function readBatch(database: Database, network: Network, rpc: Rpc, place: Cursor): Promise<Reading> {
  const findOwn = async (addresses: readonly string[]) =>
    new Set((await findAddresses(database, addresses)).map(({ address }) => address))
  const reading = await readBlocks(rpc, network, place, findOwn)
  if (!reading.isReorganised && reading.to.number <= place.number)
    throw new RpcFailed(`it stands at block ${reading.head}`)
  return reading
}
