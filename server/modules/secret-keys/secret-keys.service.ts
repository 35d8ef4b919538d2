import type { Queryable } from '#server/platform/database.ts'
import { sealedUnder, type KeySet } from '#server/platform/secret-keys.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'

const pageSize = 1_000

/** Number of a column's rows by sealing key. Reads only the key ids, page by page. */
export async function countByKey(db: Queryable, keys: KeySet, column: SealedColumn): Promise<Map<string, number>> {
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
