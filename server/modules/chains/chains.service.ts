import type { Queryable, Transaction } from '#server/platform/database.ts'
import { isChainAddress, type ChainAddress } from '#shared/chain-address.ts'
import * as addresses from './addresses.repo.ts'
import type { Chains, Network } from './create-chains.ts'
import type { Deposit } from './deposits.queries.ts'
import { creditOf } from './credit.rules.ts'
import * as tries from './transfer-tries.repo.ts'
import { needsTransferReview, pauseAfter, standstill } from './transfer-tries.rules.ts'
import * as transfers from './transfers.repo.ts'

type NetworkHealth = tries.NetworkFigures & { readonly standstill: ReturnType<typeof standstill> }

export async function readNetworkHealth(db: Queryable, { id }: Network): Promise<NetworkHealth | null> {
  const figures = await tries.findFigures(db, id)
  return figures ? { ...figures, standstill: standstill(figures) } : null
}

/**
 * Postpones the next attempt to credit a transfer to its order. Returns true once it has failed so often that an
 * operator should look at it.
 */
export async function postponeTransfer(tx: Transaction, transferId: string): Promise<boolean> {
  const failed = await tries.addFailure(tx, transferId)
  if (!failed) return false
  await tries.pauseTries(tx, transferId, pauseAfter(failed.failures))
  return needsTransferReview(failed.failures)
}

export const neededNodes = ({ config }: Chains, usdMinor: number): number =>
  config.twoRpcsFromUsdMinor !== null && usdMinor >= config.twoRpcsFromUsdMinor ? 2 : 1

/** Confirmations of a block. The block itself counts as one. */
export const confirmationsOf = (head: number, blockNumber: number): number => Math.max(0, head - blockNumber + 1)

/**
 * Returns the deposit address of an order on a network. The address is derived from the shop's extended public key and
 * valid on all networks of its kind, or leased from a pool until `until`. Null if the pool is exhausted.
 */
export async function assignAddress(
  tx: Transaction,
  { account }: Chains,
  network: Network,
  orderId: string,
  until: Date,
): Promise<ChainAddress | null> {
  const pool = network.addresses === 'pool' ? network.id : null
  if (pool !== null) {
    const leased = await addresses.findLeased(tx, orderId, pool)
    if (leased) return asAddress(leased.address)
    const lent = await addresses.leaseAddress(tx, pool, orderId, until)
    return lent ? asAddress(lent.address) : null
  }
  if (!account) throw new Error(`${network.id} derives its addresses and there is no account`)
  const derived = await addresses.findDerived(tx, orderId, account.fingerprint)
  if (derived) return asAddress(derived.address)
  for (;;) {
    const { index } = await addresses.allocateIndex(tx, account.fingerprint)
    const { address, origin } = account.derive(index)
    if ((await addresses.insertDerived(tx, { address, origin, orderId })) === 1) return address
    // The address is in a pool, or was derived from the same key before it was entered in another form.
    await addresses.continueIndexes(tx, account.fingerprint, address)
  }
}

const asAddress = (text: string): ChainAddress => {
  if (!isChainAddress(text)) throw new Error(`no address: ${text}`)
  return text
}

/**
 * Credits a transfer to its order exactly once, also across processes. Returns the credit in minor units of the order,
 * `too_large` for more than any order can be credited, or null if the transfer is no longer pending. Locks all
 * transfers of the payment attempt, so that concurrent partial payments add up correctly.
 */
export async function countTransfer(
  tx: Transaction,
  deposit: Deposit,
  transferId: string,
  totalMinor: number,
): Promise<number | 'too_large' | null> {
  const all = await transfers.lockTransfers(tx, deposit.attemptId)
  const waiting = all.find(({ id, status }) => id === transferId && status === 'seen')
  if (!waiting) return null
  const counted = all.filter(({ status }) => status === 'confirmed')
  const before = {
    received: counted.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    credited: counted.reduce((sum, { creditedMinor }) => sum + (creditedMinor ?? 0), 0),
  }
  const credit = creditOf(before, BigInt(waiting.amount), BigInt(deposit.amount), totalMinor)
  if (credit === null) {
    await transfers.setStray(tx, transferId)
    return 'too_large'
  }
  await transfers.setCounted(tx, transferId, credit)
  return credit
}

export async function revertTransfer(tx: Transaction, attemptId: string, transferId: string): Promise<boolean> {
  await transfers.lockTransfers(tx, attemptId)
  return (await transfers.setReverted(tx, transferId)) === 1
}

export const isArriving = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await transfers.listArriving(db, [orderId])).length > 0

/** Returns the ids of the orders for which `isArriving` is true, found by one query. */
export const listArriving = async (db: Queryable, orderIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await transfers.listArriving(db, orderIds)).map(({ orderId }) => orderId))
