import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { sql } from '#server/platform/sql.ts'
import type { OnChain } from './payout-check.ts'

export const approve = (db: Queryable, id: string, a: { by: Operator; chain: string; address: string }) =>
  db.run(sql`
    update settlements set state = 'approved', approved_by = ${a.by.name}, approved_by_id = ${a.by.id}, approved_at = now(), chain = ${a.chain}, address = ${a.address}
    where id = ${id} and state = 'prepared' and prepared_by_id <> ${a.by.id}`)

export const recordPayout = (db: Queryable, id: string, p: { hash: string; onChain: OnChain; by: Operator }) =>
  db.run(sql`
    update settlements set state = 'paid', transaction_hash = ${p.hash}, on_chain = ${p.onChain}, paid_at = now(), paid_by = ${p.by.name}
    where id = ${id} and state = 'approved'`)

/** Names another transaction in the place of one that the chain denied. 0 if it was replaced before. */
export const replacePayout = (db: Queryable, id: string, p: { hash: string; onChain: OnChain; by: Operator }) =>
  db.run(sql`
    update settlements set transaction_hash = ${p.hash}, on_chain = ${p.onChain}, paid_at = now(), paid_by = ${p.by.name}, checked_at = null,
      absent_since = null
    where id = ${id} and state = 'paid' and on_chain = 'mismatch'`)
