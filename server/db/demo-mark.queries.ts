import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Under this key the settings name the accounts that the demo made. A name alone proves nothing: anyone may take it. */
export const demoMark = 'demoAccounts'

/** Whether accounts whose passwords everyone can read exist here. */
export const hasDemoAccounts = async (db: Queryable): Promise<boolean> =>
  (
    await db.one(sql<{ exist: boolean }>`
      select exists (
        select from users where id in (select jsonb_array_elements_text(value)::uuid from settings where key = ${demoMark})
      )::boolean as exist`)
  ).exist
