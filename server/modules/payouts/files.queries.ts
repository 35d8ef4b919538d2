import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type PayoutFile = {
  name: string
  sha256: string
  settlements: readonly string[]
}

export const listFiles = (db: Queryable, batchId: string, chain: string) =>
  db.query(sql<PayoutFile>`
    select name, sha256, settlements from payout_files
    where batch_id = ${batchId} and chain = ${chain} order by made_at desc, id desc`)

export type FiledPayout = { id: string; name: string; madeBy: string }

export const listFiled = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<FiledPayout>`
    select s.id, f.name, f.made_by as "madeBy" from settlements s join payout_files f on f.id = s.file_id
    where s.id = any(${ids}::uuid[])`)

/**
 * All transfer files that contain this payout, oldest first. Each of them would pay the payout if an operator sent it.
 */
export const listFilesOf = (db: Queryable, id: string) =>
  db.query(sql<Pick<FiledPayout, 'name' | 'madeBy'>>`
    select f.name, f.made_by as "madeBy" from settlements s
    join payout_files f on f.batch_id = s.batch_id and s.id = any(f.settlements)
    where s.id = ${id} order by f.made_at, f.id`)
