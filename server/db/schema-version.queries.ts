import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const readSchemaVersion = async (db: Queryable): Promise<number> =>
  (await db.one(sql<{ version: number }>`select coalesce(max(version), 0)::int as version from schema_version`)).version
