import { countByKey } from '#server/modules/secret-keys/secret-keys.service.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { KeySet } from '#server/platform/secret-keys.ts'
import { sealedColumns } from './sealed-columns.ts'

export type RowsByKey = { readonly key: string; readonly column: string; readonly rows: number }

export async function countRows(db: Queryable, keys: KeySet): Promise<RowsByKey[]> {
  const counts: RowsByKey[] = []
  for (const column of sealedColumns)
    for (const [key, rows] of await countByKey(db, keys, column)) counts.push({ key, column: column.name, rows })
  return counts
}

export const sumOf = (counts: readonly RowsByKey[]) => counts.reduce((sum, { rows }) => sum + rows, 0)

export async function findNeeded(db: Queryable, keys: KeySet, ids: readonly string[]) {
  if (ids.length === 0) return undefined
  const counts = await countRows(db, keys)
  return ids
    .map((key) => ({ key, rows: sumOf(counts.filter((count) => count.key === key)) }))
    .find(({ rows }) => rows > 0)
}
