/** Topic of the ERC-20 event: keccak256("Transfer(address,address,uint256)"). */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly transactionHash: string
  readonly logIndex: string
  readonly removed?: boolean
}
/**
 * Transfer found on a chain. `contract`: null for the native coin. `logIndex` is then negative: −1 is the first
 * transaction of the block.
 */
export type FoundTransfer = {
  readonly blockNumber: number
  readonly blockHash: string
  readonly logIndex: number
  readonly txHash: string
  readonly contract: string | null
  readonly sender: string
  readonly address: string
  readonly amount: bigint
}

const addressIn = (topic: string | undefined): string | null =>
  topic !== undefined && /^0x0{24}[0-9a-f]{40}$/i.test(topic) ? `0x${topic.slice(26).toLowerCase()}` : null

/**
 * Reads a transfer from a log. Returns null unless the log is a transfer of a fungible token with a positive amount,
 * and for logs that a reorganisation removed.
 */
export function readTransfer(log: Log): FoundTransfer | null {
  const [topic, from, to, more] = log.topics
  const sender = addressIn(from)
  const address = addressIn(to)
  // A fourth topic means a non-fungible token, whose data is not an amount.
  if (topic !== transferTopic || sender === null || address === null || more !== undefined || log.removed) return null
  if (!/^0x[0-9a-f]{64}$/i.test(log.data)) return null
  const amount = BigInt(log.data)
  if (amount === 0n) return null
  return {
    blockNumber: Number(log.blockNumber),
    blockHash: log.blockHash,
    logIndex: Number(log.logIndex),
    txHash: log.transactionHash,
    contract: log.address.toLowerCase(),
    sender,
    address,
    amount,
  }
}

const isHash = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
const maxLogIndex = 2 ** 31 - 1

export const isRecordable = ({ blockNumber, blockHash, logIndex, txHash }: FoundTransfer): boolean =>
  Number.isSafeInteger(blockNumber) &&
  blockNumber >= 0 &&
  Number.isSafeInteger(logIndex) &&
  Math.abs(logIndex) <= maxLogIndex &&
  isHash(blockHash) &&
  isHash(txHash)

export type Receipt = {
  readonly status?: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly logs: readonly Log[]
}
/**
 * Amount and recipient of a transfer of the network's own coin. The transaction must be read for them, because its
 * receipt tells only whether it succeeded.
 */
export type NativeTransaction = { readonly to: string | null; readonly value: string }

/**
 * Verdict of a node on a known transfer. `absent`: unknown to the node, or in another block. `failed`: the transaction
 * was reverted. `different`: it moved something else.
 */
export function judgeReceipt(
  transfer: FoundTransfer,
  receipt: Receipt | null,
  native: NativeTransaction | null,
): 'agrees' | 'absent' | 'failed' | 'different' {
  if (receipt?.blockHash !== transfer.blockHash) return 'absent'
  if (receipt.status !== '0x1') return 'failed'
  const { contract, logIndex, address, sender, amount } = transfer
  if (contract === null)
    return native?.to?.toLowerCase() === address && BigInt(native.value) === amount ? 'agrees' : 'different'
  const log = receipt.logs.find((candidate) => Number(candidate.logIndex) === logIndex)
  const moved = log && readTransfer(log)
  const same =
    moved?.contract === contract && moved.address === address && moved.sender === sender && moved.amount === amount
  return same ? 'agrees' : 'different'
}

/**
 * Returns the smallest transfer that covers `amount`, because larger ones may belong to other payments of the same
 * transaction. If none covers it, returns the largest, or null. `taken`: log positions that belong to other payments.
 */
export function fittingTransfer(
  { logs }: Pick<Receipt, 'logs'>,
  { token, to, amount, taken }: { token: string; to: string; amount: bigint; taken: readonly number[] },
): FoundTransfer | null {
  const found = logs
    .flatMap((log) => readTransfer(log) ?? [])
    .filter(({ contract, address, logIndex }) => contract === token && address === to && !taken.includes(logIndex))
    .toSorted((one, other) => (one.amount < other.amount ? -1 : one.amount > other.amount ? 1 : 0))
  return found.find((transfer) => transfer.amount >= amount) ?? found.at(-1) ?? null
}

export type PlacedTransaction = NativeTransaction & {
  readonly hash: string
  readonly from: string
  readonly blockHash: string | null
  readonly blockNumber: string | null
  readonly transactionIndex: string | null
}

export function nativeTransfer(transaction: PlacedTransaction | null, address: string): FoundTransfer | null {
  if (!transaction || transaction.to?.toLowerCase() !== address) return null
  const { hash, from, value, blockHash, blockNumber, transactionIndex } = transaction
  if (blockHash === null || BigInt(value) === 0n) return null
  return {
    blockNumber: Number(blockNumber),
    blockHash,
    logIndex: -1 - Number(transactionIndex),
    txHash: hash,
    contract: null,
    sender: from.toLowerCase(),
    address,
    amount: BigInt(value),
  }
}

/**
 * Last block with enough confirmations for its transfers to be credited. `finalized`: the node's finalized block, null
 * if unknown.
 */
export const countedUpTo = (confirmations: number | 'finalized', head: number, finalized: number | null): number =>
  confirmations === 'finalized' ? Math.min(finalized ?? -1, head) : head - confirmations + 1

/** Confirmations to display for networks that use `finalized`: two epochs of Ethereum. */
const finalizedAfter = 64
export const neededConfirmations = (confirmations: number | 'finalized'): number =>
  confirmations === 'finalized' ? finalizedAfter : confirmations
export const rewindDepth = (confirmations: number | 'finalized'): number =>
  Math.max(64, 2 * neededConfirmations(confirmations))
