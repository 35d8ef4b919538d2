import { randomUUID } from 'node:crypto'
import {
  askRecheck,
  dropAfter,
  endRecheck,
  insertCursor,
  leaseCursor,
  listCounted,
  moveCursor,
  type Cursor,
} from '#server/modules/chains/transfers.queries.ts'
import { findAddresses } from '#server/modules/chains/addresses.queries.ts'
import { readBlocks, readHead, type Reading } from '#server/modules/chains/read-blocks.ts'
import { rewindDepth } from '#server/modules/chains/transfers.rules.ts'
import type { Network } from '#server/modules/chains/create-chains.ts'
import { recordTransfers } from './record-transfers.ts'
import { countDue } from './count-due.ts'
import type { WatchDeps } from '#server/deps/crypto-deps.ts'
import { recheckTransfer } from './apply-transfer.ts'

/** One process at a time reads a network; another takes over when this one has said nothing for so long. */
const leaseSeconds = 30
export type Watched = {
  /** Whether there is more to read at once. */
  readonly isBehind: boolean
  readonly blocks: number
  readonly logs: number
}
const nothing: Watched = { isBehind: false, blocks: 0, logs: 0 }

/** Names this process among those that read. */
export const processReader = randomUUID()

/**
 * One round of watching a network: reads on from where the reading stands, records what came to addresses of ours, and
 * settles what is deep enough. Nodes are asked outside any transaction. May run twice at once, or die anywhere: the
 * reading moves on only together with what was found, and a transfer counts once.
 */
export async function watchChain(deps: WatchDeps, network: Network, reader = processReader): Promise<Watched> {
  const { database } = deps
  const cursor = await leaseCursor(database, network.id, reader, leaseSeconds)
  if (!cursor) {
    // Someone else reads, or no one ever did: then it begins with the newest block, before any address was shown.
    const head = await network.pool.withRpc(readHead)
    await insertCursor(database, network.id, head)
    return nothing
  }
  const findOwn = async (addresses: readonly string[]) =>
    new Set((await findAddresses(database, addresses)).map(({ address }) => address))
  const reading = await network.pool.withRpc((rpc) => readBlocks(rpc, network, cursor, findOwn))
  await saveReading(deps, network, cursor, reading)
  const recheckFrom = reading.isReorganised ? recheckStart(network, reading.to, cursor.recheckFrom) : cursor.recheckFrom
  if (recheckFrom !== null) await recheckCounted(deps, network, recheckFrom)
  await countDue(deps, network, reading.countedUpTo)
  const { to, head, blocks, logs, isReorganised } = reading
  return { isBehind: isReorganised || to.number < head, blocks, logs }
}

/** Moves the reading on and records what was found, or does neither: another reader may have been faster. */
const saveReading = ({ database, log }: WatchDeps, network: Network, from: Cursor, reading: Reading): Promise<void> =>
  database.transaction(async (tx) => {
    if ((await moveCursor(tx, network.id, from, reading.to)) === 0) return
    if (reading.isReorganised) {
      log.warn({ network: network.id, from: from.number, to: reading.to.number }, 'a chain was reorganised')
      await dropAfter(tx, network.id, reading.to.number)
      await askRecheck(tx, network.id, recheckStart(network, reading.to))
    }
    await recordTransfers(tx, network, reading.transfers)
  })

/** What counted may have left the chain too. So much further back than the reading goes, nodes could not agree any more. */
const recheckStart = ({ confirmations }: Network, { number }: Cursor, asked: number | null = null): number =>
  Math.min(asked ?? Infinity, Math.max(0, number - 10 * rewindDepth(confirmations)))

/** Kept with the reading until all nodes that answer say the same of each: one may be behind, and this process may die. */
async function recheckCounted(deps: WatchDeps, network: Network, from: number): Promise<void> {
  let isCertain = true
  for (const transfer of await listCounted(deps.database, network.id, from)) {
    // One that cannot be looked at keeps its own question open, and no other from being answered or counted.
    const isKnown = await recheckTransfer(deps, network, transfer).catch((error: unknown) => {
      deps.log.error(
        { err: error, network: network.id, txHash: transfer.txHash },
        'a payment could not be looked at again',
      )
      return false
    })
    isCertain = isKnown && isCertain
  }
  if (isCertain) await endRecheck(deps.database, network.id, from)
}
