import type { Queryable } from '#server/platform/database.ts'
import { type KeySet, sealedUnder } from '#server/platform/secret-keys.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'
import { sealedColumns } from './sealed-columns.ts'

const pageSize = 1_000

async function countByKey(db: Queryable, keys: KeySet, column: SealedColumn): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let after: string | undefined = column.first; after !== undefined;) {
    const page = await column.page(db, after, pageSize)
    for (const { beginning } of page) {
      const id = sealedUnder(keys, beginning)
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    after = page.length < pageSize ? undefined : page.at(-1)?.id
  }
  return counts
}

type RowsByKey = { readonly key: string; readonly column: string; readonly rows: number }

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
