import type { ChainAddress } from '#shared/chain-address.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * State of the blockchain transaction that paid a refund. `mismatch`: a later check found no transaction or a different
 * one.
 */
export type RefundOnChain = 'confirmed' | 'not_checked' | 'mismatch'
type SentRefund = {
  refundId: string
  network: string
  txHash: string
  recordedBy: string
  recipient: string
  onChain: RefundOnChain
}
type NewSentRefund = Omit<SentRefund, 'recipient'> & { recipient: ChainAddress }

/**
 * Records the blockchain transaction of a refund. Returns 0 if it already pays another refund, or if the refund already
 * has a transaction.
 */
export const insertSentRefund = (db: Queryable, r: NewSentRefund) =>
  db.run(sql`
    insert into crypto_refunds (refund_id, network, tx_hash, recorded_by, recipient, on_chain, checked_at)
    values (${r.refundId}, ${r.network}, ${r.txHash}, ${r.recordedBy}, ${r.recipient}, ${r.onChain}, now()) on conflict do nothing`)

export const replaceSentRefund = (db: Queryable, r: NewSentRefund) =>
  db.run(sql`
    update crypto_refunds set network = ${r.network}, tx_hash = ${r.txHash}, recorded_by = ${r.recordedBy}, recipient = ${r.recipient},
      on_chain = ${r.onChain}, checked_at = now(), recorded_at = now(), absent_since = null
    where refund_id = ${r.refundId} and on_chain <> 'confirmed'
      and not exists (select from crypto_refunds o
        where o.network = ${r.network} and o.tx_hash = ${r.txHash} and o.refund_id <> ${r.refundId})`)

export const findSentRefund = (db: Queryable, refundId: string) =>
  db.maybe(sql<SentRefund>`
    select refund_id as "refundId", network, tx_hash as "txHash", recorded_by as "recordedBy", recipient, on_chain as "onChain"
    from crypto_refunds where refund_id = ${refundId}`)

export type UncheckedRefund = SentRefund & { absentSince: Date | null }

/**
 * Claims the refund whose blockchain transaction was not checked for the longest time, and marks it as checked now.
 * Skips the refunds in `done`.
 */
export const claimUnchecked = (db: Queryable, networks: readonly string[], done: readonly string[]) =>
  db.maybe(sql<UncheckedRefund>`
    update crypto_refunds set checked_at = now()
    where refund_id = (
      select refund_id from crypto_refunds
      where on_chain = 'not_checked' and network = any(${networks}) and recipient is not null and refund_id <> all(${done})
      order by checked_at nulls first limit 1 for update skip locked)
    returning refund_id as "refundId", network, tx_hash as "txHash", recorded_by as "recordedBy", recipient,
      on_chain as "onChain", absent_since as "absentSince"`)

/**
 * Saves a check of a refund without a result. `since`: start of the series of checks in which no node knew the
 * blockchain transaction; null ends the series.
 */
export const setRefundAbsent = (db: Queryable, refundId: string, txHash: string, since: Date | null) =>
  db.run(sql`
    update crypto_refunds set absent_since = ${since}
    where refund_id = ${refundId} and tx_hash = ${txHash} and on_chain = 'not_checked'`)

export const setRefundOnChain = (db: Queryable, refundId: string, txHash: string, onChain: RefundOnChain) =>
  db.run(sql`
    update crypto_refunds set on_chain = ${onChain}, checked_at = now()
    where refund_id = ${refundId} and tx_hash = ${txHash} and on_chain = 'not_checked'`)
