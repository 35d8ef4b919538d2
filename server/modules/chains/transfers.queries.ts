import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'

export type Cursor = { number: number; hash: string }
/**
 * Last scanned block of a network, leased to one scanner. `recheckFrom`: block from which credited transfers are
 * verified again after a chain reorganisation. `quotedContracts`: contracts of the tokens quoted within the last hours;
 * empty for the network's own coin.
 */
type LeasedCursor = Cursor & { recheckFrom: number | null; quotedContracts: string[] }

/**
 * Leases the scan position of a network to a scanner. Returns undefined if another scanner has the lease, or if the
 * network was never scanned.
 */
export const leaseCursor = (db: Queryable, network: string, reader: string, seconds: number) =>
  db.maybe(sql<LeasedCursor>`
    update chain_cursors set reader = ${reader}, leased_until = now() + make_interval(secs => ${seconds}::int)
    where network = ${network} and (reader = ${reader} or leased_until is null or leased_until <= now())
    returning number, hash, recheck_from as "recheckFrom", array(
      select distinct coalesce(d.contract, '') from crypto_deposits d
      where d.network = chain_cursors.network and d.created_at > now() - interval '3 hours') as "quotedContracts"`)

export const insertCursor = (db: Queryable, network: string, at: Cursor) =>
  db.run(sql`
    insert into chain_cursors (network, number, hash) values (${network}, ${at.number}, ${at.hash}) on conflict do nothing`)

export const findCursor = (db: Queryable, network: string) =>
  db.maybe(sql<Cursor>`select number, hash from chain_cursors where network = ${network}`)

/** Scan position of a network, and how often it was moved back after a chain reorganisation. */
type Stand = Cursor & { rewinds: number }

export const findStand = (db: Queryable, network: string) =>
  db.maybe(sql<Stand>`select number, hash, rewinds from chain_cursors where network = ${network}`)

export const lockStand = (db: Queryable, network: string) =>
  db.maybe(sql<Stand>`select number, hash, rewinds from chain_cursors where network = ${network} for update`)

/** Moves the scan position of a network. Returns 1 and locks the row if nobody has moved it in the meantime, else 0. */
export const moveCursor = (db: Queryable, network: string, from: Cursor, to: Cursor) =>
  db.run(sql`
    update chain_cursors set number = ${to.number}, hash = ${to.hash}, checked_at = now(),
      rewinds = rewinds + case when ${to.number}::bigint < number then 1 else 0 end
    where network = ${network} and number = ${from.number} and hash = ${from.hash}`)

export const askRecheck = (db: Queryable, network: string, from: number) =>
  db.run(sql`update chain_cursors set recheck_from = least(recheck_from, ${from}) where network = ${network}`)

/** Ends the verification of older transfers, unless one from an earlier block was requested in the meantime. */
export const endRecheck = (db: Queryable, network: string, from: number) =>
  db.run(sql`update chain_cursors set recheck_from = null where network = ${network} and recheck_from = ${from}`)

type TransferStatus = 'seen' | 'confirmed' | 'dropped' | 'reverted' | 'stray'
export type Transfer = {
  id: string
  network: string
  blockHash: string
  logIndex: number
  blockNumber: number
  txHash: string
  contract: string | null
  sender: string
  address: string
  amount: string
  at: Date
  orderId: string | null
  attemptId: string | null
  status: TransferStatus
  creditedMinor: number | null
  reverts: number
}
type NewTransfer = Omit<Transfer, 'id' | 'creditedMinor' | 'reverts'>

/**
 * Stores a transfer. Returns 0 if it is already stored. A dropped or reverted transfer that reappears on the chain
 * becomes pending again.
 */
export const insertTransfer = (db: Queryable, t: NewTransfer) =>
  db.run(sql`
    insert into chain_transfers (id, network, block_hash, log_index, block_number, tx_hash, contract, sender, address, amount,
      at, order_id, attempt_id, status)
    values (${randomUUIDv7()}, ${t.network}, ${t.blockHash}, ${t.logIndex}, ${t.blockNumber}, ${t.txHash}, ${t.contract},
      ${t.sender}, ${t.address}, ${t.amount}::numeric, ${t.at}, ${t.orderId}, ${t.attemptId}, ${t.status})
    on conflict (network, block_hash, log_index) do update set status = 'seen', credited_minor = null, settled_at = null,
      due_at = null, failures = 0, try_after = null
      where chain_transfers.status in ('dropped', 'reverted')`)

/**
 * Drops pending transfers in blocks after this one, because a reorganisation may have removed these blocks. The next
 * scan may find the transfers again.
 */
export const dropAfter = (db: Queryable, network: string, number: number) =>
  db.run(sql`
    update chain_transfers set status = 'dropped'
    where network = ${network} and status = 'seen' and block_number > ${number}`)

export const dropTransfer = (db: Queryable, id: string) =>
  db.run(sql`update chain_transfers set status = 'dropped' where id = ${id} and status = 'seen'`)

export const transferColumns = columns`
  id, network, block_hash as "blockHash", log_index as "logIndex", block_number as "blockNumber",
  tx_hash as "txHash", contract, sender, address, amount::text as amount, at, order_id as "orderId",
  attempt_id as "attemptId", status, credited_minor as "creditedMinor", reverts`

export const listCounted = (db: Queryable, network: string, from: number) =>
  db.query(sql<Transfer>`
    select ${transferColumns}
    from chain_transfers where network = ${network} and status = 'confirmed' and block_number >= ${from}
    order by block_number, log_index`)

export const listTransfers = (db: Queryable, orderId: string) =>
  db.query(sql<Transfer>`
    select ${transferColumns} from chain_transfers where order_id = ${orderId} order by seen_at, id`)

type WaitingTransfer = Pick<Transfer, 'id' | 'network' | 'blockNumber' | 'txHash'> & {
  /** Amount of the transfer in base units of its token, as decimal text. */
  amount: string
  token: string
  decimals: number
  order: string | null
  seenAt: Date
  /** Newest scanned block of the network; null if it was never scanned. */
  head: number | null
  failures: number
}
export const listWaiting = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<WaitingTransfer>`
    select t.id, t.network, t.block_number as "blockNumber", t.tx_hash as "txHash", t.amount::text as amount, d.token,
      d.decimals, o.number as "order", t.seen_at as "seenAt", c.number as head, t.failures
    from chain_transfers t join crypto_deposits d on d.attempt_id = t.attempt_id
      left join chain_cursors c on c.network = t.network left join order_labels o on o.id = t.order_id
    where t.status = 'seen' and (${after}::uuid is null or t.id > ${after}::uuid)
    order by t.id limit ${limit}`)
