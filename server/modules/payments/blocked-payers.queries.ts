import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Short name of a payer for operators: the first 16 hex digits of the keyed digest. */
export const payerName = (payer: Buffer): string => payer.toString('hex').slice(0, 16)
/** Range of all payer digests that begin with a payer's short name, so that the query can use the index. */
export const payerRange = (name: string): { from: Buffer; to: Buffer } => ({
  from: Buffer.from(name + '00'.repeat(24), 'hex'),
  to: Buffer.from(name + 'ff'.repeat(24), 'hex'),
})

export type BlockedPayer = { id: string; payer: Buffer; blockedAt: Date }

/**
 * Blocks payers, except those that are blocked already, and returns the number of new blocks. `caseId`: the risk case
 * with which they are blocked. Sorted to prevent deadlocks between two operators.
 */
export const insertBlocks = (db: Queryable, payers: readonly Buffer[], caseId: string | null = null) =>
  db.run(sql`
    insert into blocked_payers (id, payer, case_id)
    select id, payer, ${caseId}::uuid
    from unnest(${payers.map(() => randomUUIDv7())}::uuid[], ${payers.toSorted((a, b) => a.compare(b))}::bytea[]) as b (id, payer)
    on conflict (payer) where lifted_at is null do nothing`)

export const findBlocked = (db: Queryable, name: string) => {
  const { from, to } = payerRange(name)
  return db.maybe(sql<BlockedPayer>`
    select id, coalesce(payer, ''::bytea) as payer, blocked_at as "blockedAt" from blocked_payers
    where lifted_at is null and payer between ${from} and ${to} order by payer limit 1`)
}

export const listBlocksOf = (db: Queryable, payers: readonly Buffer[]) =>
  db.query(sql<BlockedPayer>`
    select id, coalesce(payer, ''::bytea) as payer, blocked_at as "blockedAt" from blocked_payers
    where lifted_at is null and payer = any(${payers}::bytea[])`)

/** Gives the blocks of risk cases to the case into which these were merged. */
export const moveBlocks = (db: Queryable, from: readonly string[], to: string) =>
  db.run(sql`update blocked_payers set case_id = ${to} where lifted_at is null and case_id = any(${from}::uuid[])`)

/** Blocks of the payers that were blocked with a risk case. */
export const listBlocksOfCase = (db: Queryable, caseId: string) =>
  db.query(sql<BlockedPayer>`
    select id, coalesce(payer, ''::bytea) as payer, blocked_at as "blockedAt" from blocked_payers
    where lifted_at is null and case_id = ${caseId} order by id`)

export const listBlocked = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<BlockedPayer>`
    select id, coalesce(payer, ''::bytea) as payer, blocked_at as "blockedAt" from blocked_payers
    where lifted_at is null and (${after}::uuid is null or id < ${after}::uuid) order by id desc limit ${limit}`)

/**
 * Lifts a block and deletes the payer's digest. Returns 0 if it is already lifted. Waits for transactions that are
 * holding payments under this block.
 */
export const liftBlock = (db: Queryable, id: string) =>
  db.run(sql`update blocked_payers set lifted_at = now(), payer = null where id = ${id} and lifted_at is null`)

type PaidBy = { provider: string; providerTxnId: string; attemptId: string; payer: Buffer }

/**
 * Holds new payments of blocked payers, so that they do not buy anything. Waits for a transaction that is lifting the
 * block, so that no payment is held under a lifted block.
 */
export const holdPayments = (db: Queryable, paid: readonly PaidBy[]) =>
  db.run(sql`
    insert into held_payments (provider, provider_txn_id, attempt_id, block_id)
    select p.provider, p.txn, p.attempt, b.id
    from unnest(${paid.map(({ provider }) => provider)}::text[], ${paid.map(({ providerTxnId }) => providerTxnId)}::text[],
      ${paid.map(({ attemptId }) => attemptId)}::text[], ${paid.map(({ payer }) => payer)}::bytea[]) as p (provider, txn, attempt, payer)
    join blocked_payers b on b.payer = p.payer and b.lifted_at is null
    for share of b
    on conflict do nothing`)

/** Holds payments for the orders of an erased account, whether or not the payer is blocked. */
export const holdForErased = (
  db: Queryable,
  paid: readonly Pick<PaidBy, 'provider' | 'providerTxnId' | 'attemptId'>[],
) =>
  db.run(sql`
    insert into held_payments (provider, provider_txn_id, attempt_id)
    select * from unnest(${paid.map(({ provider }) => provider)}::text[], ${paid.map(({ providerTxnId }) => providerTxnId)}::text[],
      ${paid.map(({ attemptId }) => attemptId)}::text[])
    on conflict do nothing`)

/**
 * Payments whose payer was reported only after the payment had counted, although the payer was already blocked at that
 * time.
 */
export const listNamedLate = (db: Queryable, paid: readonly PaidBy[]) =>
  db.query(sql<{ attemptId: string; providerTxnId: string }>`
    select f.attempt_id as "attemptId", f.provider_txn_id as "providerTxnId"
    from unnest(${paid.map(({ provider }) => provider)}::text[], ${paid.map(({ providerTxnId }) => providerTxnId)}::text[],
      ${paid.map(({ payer }) => payer)}::bytea[]) as p (provider, txn, payer)
    join blocked_payers b on b.payer = p.payer and b.lifted_at is null
    join payment_facts f on f.provider = p.provider and f.kind = 'paid' and f.provider_txn_id = p.txn
    where b.blocked_at <= f.recorded_at and not exists (
      select from held_payments h where h.provider = f.provider and h.provider_txn_id = f.provider_txn_id)`)

export const listHeldOrders = (db: Queryable, blockId: string) =>
  db.query(sql<{ orderId: string }>`
    select distinct a.order_id as "orderId" from held_payments h join payment_attempts a on a.id = h.attempt_id
    where h.block_id = ${blockId} and h.released_at is null and exists (
      select from review_items i
      where i.order_id = a.order_id and i.attempt_id = a.id and i.reason = 'payer_blocked' and i.subject = h.provider_txn_id
        and i.resolved_at is null)
    order by 1`)

/**
 * Releases an order's payments that were held under a lifted block, if their review is still open and no refund of them
 * is planned, pending or done. The caller must hold the order's lock.
 */
export const releaseHeld = (db: Queryable, orderId: string) =>
  db.query(sql<{ attemptId: string; providerTxnId: string }>`
    update held_payments h set released_at = now()
    from payment_attempts a, blocked_payers b
    where a.order_id = ${orderId} and a.id = h.attempt_id and b.id = h.block_id and b.lifted_at is not null and h.released_at is null
      and exists (
        select from review_items i
        where i.order_id = a.order_id and i.attempt_id = a.id and i.reason = 'payer_blocked' and i.subject = h.provider_txn_id
          and i.resolved_at is null)
      and not exists (
        select from refunds r where r.attempt_id = h.attempt_id and r.provider_txn_id = h.provider_txn_id and r.status <> 'failed')
    returning h.attempt_id as "attemptId", h.provider_txn_id as "providerTxnId"`)
