import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Cursor = { number: number; hash: string }
/** `recheckFrom`: what counted from this block on is to be held against the nodes, after a reorganisation. */
export type LeasedCursor = Cursor & { recheckFrom: number | null }

/** The cursor, leased to this reader; none if another one reads, or nothing was read yet. */
export const leaseCursor = (db: Queryable, network: string, reader: string, seconds: number) =>
  db.maybe(sql<LeasedCursor>`
    update chain_cursors set reader = ${reader}, leased_until = now() + make_interval(secs => ${seconds}::int)
    where network = ${network} and (reader = ${reader} or leased_until is null or leased_until <= now())
    returning number, hash, recheck_from as "recheckFrom"`)

export const insertCursor = (db: Queryable, network: string, at: Cursor) =>
  db.run(sql`
    insert into chain_cursors (network, number, hash) values (${network}, ${at.number}, ${at.hash}) on conflict do nothing`)

export const findCursor = (db: Queryable, network: string) =>
  db.maybe(sql<Cursor>`select number, hash from chain_cursors where network = ${network}`)

/** Where the reading stands, and how often it went back until then. */
export type Stand = Cursor & { rewinds: number }

export const findStand = (db: Queryable, network: string) =>
  db.maybe(sql<Stand>`select number, hash, rewinds from chain_cursors where network = ${network}`)

/** The same, and it stays so until the end of the transaction. */
export const lockStand = (db: Queryable, network: string) =>
  db.maybe(sql<Stand>`select number, hash, rewinds from chain_cursors where network = ${network} for update`)

/** 1 if the reading still stood where this reader found it; its row is locked then. */
export const moveCursor = (db: Queryable, network: string, from: Cursor, to: Cursor) =>
  db.run(sql`
    update chain_cursors set number = ${to.number}, hash = ${to.hash}, checked_at = now(),
      rewinds = rewinds + case when ${to.number}::bigint < number then 1 else 0 end
    where network = ${network} and number = ${from.number} and hash = ${from.hash}`)

export const askRecheck = (db: Queryable, network: string, from: number) =>
  db.run(sql`update chain_cursors set recheck_from = least(recheck_from, ${from}) where network = ${network}`)

/** The nodes agreed; unless something earlier is asked for by now. */
export const endRecheck = (db: Queryable, network: string, from: number) =>
  db.run(sql`update chain_cursors set recheck_from = null where network = ${network} and recheck_from = ${from}`)

export type TransferStatus = 'seen' | 'confirmed' | 'dropped' | 'reverted' | 'stray'
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
  /** How often the chain took it back after it had counted. */
  reverts: number
}
export type NewTransfer = Omit<Transfer, 'id' | 'creditedMinor' | 'reverts'>

/** 0 if it is known. One that was dropped or reverted and stands in the chain again waits again. */
export const insertTransfer = (db: Queryable, t: NewTransfer) =>
  db.run(sql`
    insert into chain_transfers (id, network, block_hash, log_index, block_number, tx_hash, contract, sender, address, amount,
      at, order_id, attempt_id, status)
    values (${randomUUIDv7()}, ${t.network}, ${t.blockHash}, ${t.logIndex}, ${t.blockNumber}, ${t.txHash}, ${t.contract},
      ${t.sender}, ${t.address}, ${t.amount}::numeric, ${t.at}, ${t.orderId}, ${t.attemptId}, ${t.status})
    on conflict (network, block_hash, log_index) do update set status = 'seen', credited_minor = null, settled_at = null,
      due_at = null, failures = 0, try_after = null
      where chain_transfers.status in ('dropped', 'reverted')`)

/** What waits and was read after this block is no longer in the chain, until it is read again. */
export const dropAfter = (db: Queryable, network: string, number: number) =>
  db.run(sql`
    update chain_transfers set status = 'dropped'
    where network = ${network} and status = 'seen' and block_number > ${number}`)

export const dropTransfer = (db: Queryable, id: string) =>
  db.run(sql`update chain_transfers set status = 'dropped' where id = ${id} and status = 'seen'`)

export const listCounted = (db: Queryable, network: string, from: number) =>
  db.query(sql<Transfer>`
    select id, network, block_hash as "blockHash", log_index as "logIndex", block_number as "blockNumber",
      tx_hash as "txHash", contract, sender, address, amount::text as amount, at, order_id as "orderId",
      attempt_id as "attemptId", status, credited_minor as "creditedMinor", reverts
    from chain_transfers where network = ${network} and status = 'confirmed' and block_number >= ${from}
    order by block_number, log_index`)

export const listTransfers = (db: Queryable, orderId: string) =>
  db.query(sql<Transfer>`
    select id, network, block_hash as "blockHash", log_index as "logIndex", block_number as "blockNumber",
      tx_hash as "txHash", contract, sender, address, amount::text as amount, at, order_id as "orderId",
      attempt_id as "attemptId", status, credited_minor as "creditedMinor", reverts
    from chain_transfers where order_id = ${orderId} order by seen_at, id`)

export type WaitingTransfer = Pick<Transfer, 'id' | 'network' | 'blockNumber' | 'txHash'> & {
  /** Base units, decimal text. */
  amount: string
  token: string
  decimals: number
  order: string | null
  seenAt: Date
  /** The newest block that was read of its network; null where none was. */
  head: number | null
  /** How often counting it failed. */
  failures: number
}
/** What came in and waits for blocks on top of it, the oldest first, from behind this id. */
export const listWaiting = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<WaitingTransfer>`
    select t.id, t.network, t.block_number as "blockNumber", t.tx_hash as "txHash", t.amount::text as amount, d.token,
      d.decimals, o.number as "order", t.seen_at as "seenAt", c.number as head, t.failures
    from chain_transfers t join crypto_deposits d on d.attempt_id = t.attempt_id
      left join chain_cursors c on c.network = t.network left join order_labels o on o.id = t.order_id
    where t.status = 'seen' and (${after}::uuid is null or t.id > ${after}::uuid)
    order by t.id limit ${limit}`)
