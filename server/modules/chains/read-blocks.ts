import type { NetworkConfig } from '#server/platform/crypto-config.ts'
import { isNodeFault, RpcFailed, type Rpc } from './rpc.ts'
import {
  countedUpTo,
  isRecordable,
  readTransfer,
  rewindDepth,
  transferTopic,
  type FoundTransfer,
  type Log,
} from './transfers.rules.ts'
import type { Cursor } from './transfers.queries.ts'

type Header = {
  readonly number: string
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: string
}
type FullBlock = Header & {
  readonly transactions: readonly { hash: string; from: string; to: string | null; value: string }[]
}
export type DatedTransfer = FoundTransfer & { readonly at: Date }
export type Reading = {
  /** Start of the next scan. After a chain reorganisation it lies before the start of this scan. */
  readonly to: Cursor
  readonly isReorganised: boolean
  readonly transfers: readonly DatedTransfer[]
  readonly head: number
  /** Last block that has enough confirmations for its transfers to be credited. */
  readonly countedUpTo: number
  readonly blocks: number
  readonly logs: number
}
type FindOwn = (addresses: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Limits of a scan. `blocks`: maximum number of blocks that are read one by one. `range`: blocks per request for a
 * range, used far behind the newest block.
 */
const max = { blocks: 40, range: 500 }
const hex = (number: number) => `0x${number.toString(16)}`
const headerOf = (number: number | string) => ({
  method: 'eth_getBlockByNumber',
  params: [typeof number === 'number' ? hex(number) : number, false],
})

export async function readHead(rpc: Rpc): Promise<Cursor> {
  const header = await rpc.call<Header | null>('eth_getBlockByNumber', 'latest', false)
  if (!header) throw new RpcFailed('the node has no newest block')
  return { number: Number(header.number), hash: header.hash }
}

export async function readPlace(rpc: Rpc, number: number): Promise<Cursor> {
  const header = await rpc.call<Header | null>('eth_getBlockByNumber', hex(number), false)
  if (!header) throw new RpcFailed(`the node does not know block ${number}`)
  return { number, hash: header.hash }
}

/**
 * Scans blocks after a scan position for transfers to our blockchain addresses. Fetches all transfers of a block and
 * compares them here, so the cost does not depend on the number of addresses.
 */
export async function readBlocks(rpc: Rpc, network: NetworkConfig, from: Cursor, findOwn: FindOwn): Promise<Reading> {
  try {
    return await readOn(rpc, network, from, findOwn)
  } catch (error) {
    if (isNodeFault(error) && !(error instanceof RpcFailed))
      throw new RpcFailed(`the node shows what is no block: ${String(error).slice(0, 200)}`)
    throw error
  }
}

async function readOn(rpc: Rpc, network: NetworkConfig, from: Cursor, findOwn: FindOwn): Promise<Reading> {
  const isFinality = network.confirmations === 'finalized'
  const [headHex, finalized] = await rpc.all<unknown>([
    { method: 'eth_blockNumber', params: [] },
    ...(isFinality ? [headerOf('finalized')] : []),
  ])
  const head = Number(headHex)
  const finalizedNumber = isFinality && finalized ? Number((finalized as Header).number) : null
  const counted = countedUpTo(network.confirmations, head, finalizedNumber)
  const stand = { head, countedUpTo: counted, isReorganised: false, transfers: [], blocks: 0, logs: 0 }
  // A node that knows fewer blocks than we have scanned cannot say anything about the next ones.
  if (head < from.number) throw new RpcFailed(`the node stands at ${head}, and ${from.number} was read already`)
  if (head === from.number) {
    const header = await rpc.call<Header | null>('eth_getBlockByNumber', hex(from.number), false)
    if (!header) throw new RpcFailed('the node does not know its newest block')
    return header.hash === from.hash ? { ...stand, to: from } : rewind(rpc, network, from, stand)
  }
  const takesNative = network.tokens.some(({ contract }) => contract === null)
  const deep = head - rewindDepth(network.confirmations)
  if (!takesNative && deep - from.number > max.blocks) {
    const [known] = await rpc.all<Header | null>([headerOf(from.number)])
    if (known?.hash !== from.hash) return rewind(rpc, network, from, stand)
    return { ...stand, ...(await readRange(rpc, network, from, Math.min(deep, from.number + max.range), findOwn)) }
  }
  const numbers = Array.from({ length: Math.min(max.blocks, head - from.number) }, (_, at) => from.number + 1 + at)
  const headers = await rpc.all<FullBlock | null>(
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [hex(number), takesNative] })),
  )
  if (headers[0] && headers[0].parentHash !== from.hash) return rewind(rpc, network, from, stand)
  const chain = linked(headers, from)
  const last = chain.at(-1)
  if (!last) throw new RpcFailed('the node does not know the blocks that it named')
  if (Number(last.number) !== from.number + chain.length) throw new RpcFailed('the node numbers its blocks otherwise')
  const logs = await rpc.all<readonly Log[]>(
    chain.map(({ hash }) => ({ method: 'eth_getLogs', params: [{ blockHash: hash, ...filterOf(network) }] })),
  )
  const found = chain.flatMap((block, at) => [
    ...(logs[at] ?? []).flatMap((log) => (log.blockHash === block.hash ? (readTransfer(log) ?? []) : [])),
    ...(takesNative ? nativeTransfers(block) : []),
  ])
  const own = await findOwn([...new Set(found.map(({ address }) => address))])
  const times = new Map(chain.map(({ hash, timestamp }) => [hash, timeOf(timestamp)]))
  return {
    ...stand,
    to: { number: Number(last.number), hash: last.hash },
    transfers: dated(
      found.filter(({ address }) => own.has(address)),
      times,
    ),
    blocks: chain.length,
    logs: logs.reduce((total, some) => total + some.length, 0),
  }
}

function timeOf(timestamp: string): Date {
  const at = new Date(Number(timestamp) * 1000)
  if (Number.isNaN(at.getTime())) throw new RpcFailed('the node shows a block without its time')
  return at
}

/**
 * Adds the time of its block to each transfer, and leaves out those whose block has no known time. Rejects transfers
 * with values that cannot be stored, because they would fail every later scan.
 */
function dated(transfers: readonly FoundTransfer[], times: ReadonlyMap<string, Date>): DatedTransfer[] {
  if (!transfers.every(isRecordable)) throw new RpcFailed('the node shows a transfer that is none')
  return transfers.flatMap((transfer) => {
    const at = times.get(transfer.blockHash)
    return at ? [{ ...transfer, at }] : []
  })
}

/**
 * Block headers up to the first one that does not follow its predecessor. The chain may change during the scan, so
 * later headers may belong to another branch.
 */
function linked(headers: readonly (FullBlock | null)[], from: Cursor): FullBlock[] {
  const chain: FullBlock[] = []
  for (const header of headers) {
    if (header?.parentHash !== (chain.at(-1)?.hash ?? from.hash)) break
    chain.push(header)
  }
  return chain
}

/**
 * Log filter for transfers of our tokens. Has no token filter if transfers of unknown tokens should be found as well.
 */
const filterOf = ({ strays, tokens }: NetworkConfig) => ({
  topics: [transferTopic],
  ...(!strays && { address: tokens.flatMap(({ contract }) => contract ?? []) }),
})

const nativeTransfers = ({ number, hash, transactions }: FullBlock): FoundTransfer[] =>
  transactions.flatMap(({ hash: txHash, from, to, value }, at) =>
    to === null || BigInt(value) === 0n
      ? []
      : [
          {
            blockNumber: Number(number),
            blockHash: hash,
            logIndex: -1 - at,
            txHash,
            contract: null,
            sender: from.toLowerCase(),
            address: to.toLowerCase(),
            amount: BigInt(value),
          },
        ],
  )

async function readRange(rpc: Rpc, network: NetworkConfig, from: Cursor, to: number, findOwn: FindOwn) {
  const [logs, last] = await rpc.all<unknown>([
    { method: 'eth_getLogs', params: [{ fromBlock: hex(from.number + 1), toBlock: hex(to), ...filterOf(network) }] },
    headerOf(to),
  ])
  if (!last) throw new RpcFailed('the node does not know a block below its head')
  const all = logs as readonly Log[]
  const found = all.flatMap((log) => readTransfer(log) ?? [])
  const own = await findOwn([...new Set(found.map(({ address }) => address))])
  const ours = found.filter(({ address }) => own.has(address))
  const headers = await rpc.all<Header | null>([...new Set(ours.map(({ blockNumber }) => blockNumber))].map(headerOf))
  const times = new Map(headers.flatMap((header) => (header ? [[header.hash, timeOf(header.timestamp)]] : [])))
  const transfers = dated(ours, times)
  if (transfers.length !== ours.length) throw new RpcFailed('the logs name blocks that are not in the chain')
  return { to: { number: to, hash: (last as Header).hash }, transfers, blocks: to - from.number, logs: all.length }
}

async function rewind(rpc: Rpc, network: NetworkConfig, from: Cursor, stand: Omit<Reading, 'to'>): Promise<Reading> {
  await rpc.confirmNetwork()
  const number = Math.max(0, from.number - rewindDepth(network.confirmations))
  const [header] = await rpc.all<Header | null>([headerOf(number)])
  if (!header) throw new RpcFailed(`the node does not know block ${number}`)
  return { ...stand, isReorganised: true, to: { number, hash: header.hash } }
}
