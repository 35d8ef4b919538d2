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
import { isChainAddress } from '#shared/chain-address.ts'
import { recordTransfers } from './record-transfers.ts'
import { creditTransfers } from './credit-transfers.ts'
import type { WatchDeps } from '#server/deps/payment-deps.ts'
import { recheckTransfer } from './apply-transfer.ts'

const leaseSeconds = 30
type Watched = {
  readonly isBehind: boolean
  readonly blocks: number
  readonly logs: number
}
const nothing: Watched = { isBehind: false, blocks: 0, logs: 0 }

const processReader = randomUUID()

/**
 * Reads blocks from the cursor on and credits transfers with enough confirmations. Queries nodes outside database
 * transactions. Safe under concurrency and crashes, because the cursor moves only together with the results.
 */
export async function watchChain(deps: WatchDeps, network: Network, reader = processReader): Promise<Watched> {
  const { database } = deps
  const cursor = await leaseCursor(database, network.id, reader, leaseSeconds)
  if (!cursor) {
    // Another process scans this network, or it was never scanned. A first scan starts at the newest block, because no
    // wallet address was in use before.
    const head = await network.pool.withRpc(readHead)
    await insertCursor(database, network.id, head)
    return nothing
  }
  const findOwn = async (addresses: readonly string[]) =>
    new Set((await findAddresses(database, addresses)).map(({ address }) => address))
  const reads = withQuotedTokens(network, cursor.quotedContracts)
  const reading = await network.pool.withRpc((rpc) => readBlocks(rpc, reads, cursor, findOwn))
  await saveReading(deps, network, cursor, reading)
  const recheckFrom = reading.isReorganised ? recheckStart(network, reading.to, cursor.recheckFrom) : cursor.recheckFrom
  if (recheckFrom !== null) await recheckCounted(deps, network, recheckFrom)
  await creditTransfers(deps, network, reading.countedUpTo)
  const { to, head, blocks, logs, isReorganised } = reading
  return { isBehind: isReorganised || to.number < head, blocks, logs }
}

/** Network that also reads the tokens of payments under way, which operators may have taken away since. */
function withQuotedTokens(network: Network, contracts: readonly string[]): Network {
  const known: readonly string[] = network.tokens.map(({ contract }) => contract ?? '')
  const quoted = contracts
    .filter((contract) => !known.includes(contract))
    .map((contract) => ({ id: contract, decimals: 0, contract: isChainAddress(contract) ? contract : null }))
  return { ...network, tokens: [...network.tokens, ...quoted] }
}

/** Moves the cursor and stores the results atomically; does neither if another scanner was faster. */
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

/**
 * First block from which credited transfers are checked again. Goes back much further than reorganisations reach,
 * because nodes may lag behind.
 */
const recheckStart = ({ confirmations }: Network, { number }: Cursor, asked: number | null = null): number =>
  Math.min(asked ?? Infinity, Math.max(0, number - 10 * rewindDepth(confirmations)))

/**
 * Checks credited transfers again after a reorganisation. Is repeated until all nodes that answer agree about each
 * transfer, because a node may lag and this process may crash.
 */
async function recheckCounted(deps: WatchDeps, network: Network, from: number): Promise<void> {
  let isCertain = true
  for (const transfer of await listCounted(deps.database, network.id, from)) {
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
