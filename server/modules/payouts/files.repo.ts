import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { sql } from '#server/platform/sql.ts'

export type NewFile = {
  readonly batchId: string
  readonly chain: string
  readonly name: string
  readonly sha256: string
  readonly settlements: readonly string[]
  readonly amountMinor: number
  /** Reason why an operator writes payouts into a second file, although the first may already have been sent. */
  readonly again: string | null
  readonly by: Operator
}

export const insertFile = (db: Queryable, id: string, f: NewFile) =>
  db.run(sql`
    insert into payout_files (id, batch_id, chain, name, sha256, settlements, amount_minor, again_reason, made_by, made_by_id, made_at)
    values (${id}, ${f.batchId}, ${f.chain}, ${f.name}, ${f.sha256}, ${f.settlements}::uuid[], ${f.amountMinor}, ${f.again}, ${f.by.name},
      ${f.by.id}, clock_timestamp())`)

export const setFile = (db: Queryable, id: string, settlements: readonly string[]) =>
  db.run(sql`update settlements set file_id = ${id} where id = any(${settlements}::uuid[]) and state = 'approved'`)
