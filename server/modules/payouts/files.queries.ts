import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** A file by which payouts are sent. `settlements`: its lines. */
export type PayoutFile = {
  name: string
  sha256: string
  settlements: readonly string[]
}

/** The files of a list on one chain, newest first. */
export const listFiles = (db: Queryable, batchId: string, chain: string) =>
  db.query(sql<PayoutFile>`
    select name, sha256, settlements from payout_files
    where batch_id = ${batchId} and chain = ${chain} order by made_at desc, id desc`)

export type FiledPayout = { id: string; name: string; madeBy: string }

/** Of these settlements, those that stand in a file: the last one that was made of each. */
export const listFiled = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<FiledPayout>`
    select s.id, f.name, f.made_by as "madeBy" from settlements s join payout_files f on f.id = s.file_id
    where s.id = any(${ids}::uuid[])`)
