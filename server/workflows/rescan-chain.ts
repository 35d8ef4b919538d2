import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  findAddresses,
  findStand,
  lockStand,
  readBlocks,
  readPlace,
  RpcFailed,
  type Network,
  type Reading,
} from '#server/modules/chains/chains.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { CryptoRefused } from './manage-crypto.ts'
import { recordTransfers } from './record-transfers.ts'

export type Rescan = { network: Network; from: number; to: number | null; operator: string }
/** `from` and `to`: the first and the last block that were read. `added`: transfers that nobody knew of. */
export type Rescanned = { from: number; to: number; blocks: number; found: number; added: number }

/** A chain that is reorganised again and again while it is read is left alone. */
const mostTries = 5

/**
 * Reads blocks once more that were read before, for what was missed: a node that left logs out, a token that was configured
 * late, addresses that were imported late. The reading itself stays where it is, and goes no further: up to `to`, or as far as
 * it has come. What was known is known; what is found waits for its confirmations like any other, and the reader of the network
 * lets it count. Each batch commits by itself, with an audit row if it found something, so that a run that dies is begun
 * again. Throws CryptoRefused.
 */
export async function rescanChain(database: Database, { network, from, to, operator }: Rescan): Promise<Rescanned> {
  const stand = await findStand(database, network.id)
  if (!stand) throw new CryptoRefused(`${network.name} was never read: there is nothing to read again.`)
  const last = to ?? stand.number
  if (last > stand.number)
    throw new CryptoRefused(`${network.name} was read up to block ${stand.number}; what comes later is read anyway.`)
  if (from > last) throw new CryptoRefused(`Block ${from} comes after block ${last}.`)
  const subject = `network ${network.id}`
  const record = (tx: Transaction, details: object) =>
    recordAction(tx, { operator, action: 'crypto-rescan', subject, details })
  await database.transaction((tx) => record(tx, { from, to: last }))
  const done: Rescanned = { from, to: last, blocks: 0, found: 0, added: 0 }
  let place = await ask(network, () => network.pool.withRpc((rpc) => readPlace(rpc, Math.max(0, from - 1))))
  for (let tries = 0; place.number < last;) {
    const read = await readOn(database, network, place)
    const transfers = read?.reading.transfers.filter(({ blockNumber }) => blockNumber <= last) ?? []
    const added =
      read &&
      (await database.transaction(async (tx) => {
        // Whoever reads the network may have seen meanwhile that these blocks left the chain.
        if ((await lockStand(tx, network.id))?.rewinds !== read.rewinds) return null
        const known = await recordTransfers(tx, network, transfers)
        if (known > 0)
          await record(tx, { from: place.number + 1, to: Math.min(last, read.reading.to.number), added: known })
        return known
      }))
    if (!read || added === null) {
      if (++tries === mostTries) throw new CryptoRefused(`${network.name} is being reorganised. Try again in a minute.`)
      place = await ask(network, () => network.pool.withRpc((rpc) => readPlace(rpc, place.number)))
      continue
    }
    done.blocks += Math.min(last, read.reading.to.number) - place.number
    done.found += transfers.length
    done.added += added
    place = read.reading.to
  }
  return done
}

type Read = { reading: Reading; rewinds: number }

/** Null where the block to read on from is no longer in the chain. */
async function readOn(database: Database, network: Network, place: Reading['to']): Promise<Read | null> {
  const before = await findStand(database, network.id)
  const findOwn = async (addresses: readonly string[]) =>
    new Set((await findAddresses(database, addresses)).map(({ address }) => address))
  const reading = await ask(network, () => network.pool.withRpc((rpc) => readBlocks(rpc, network, place, findOwn)))
  return before && !reading.isReorganised ? { reading, rewinds: before.rewinds } : null
}

const ask = <T>(network: Network, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (!(error instanceof RpcFailed)) throw error
    throw new CryptoRefused(`No node of ${network.name} can say: ${error.message}. Try again later.`, { cause: error })
  })
