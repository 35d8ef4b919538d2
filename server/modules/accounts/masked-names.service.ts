import type { Queryable } from '#server/platform/database.ts'
import { listNames } from './masked-names.repo.ts'
import { maskedNameOf } from './masked-names.rules.ts'

/** Masked names by user id. */
export async function findMaskedNames(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  const byUser = Map.groupBy(await listNames(db, userIds), ({ userId }) => userId)
  return new Map(userIds.map((userId) => [userId, maskedNameOf(byUser.get(userId) ?? [])]))
}
