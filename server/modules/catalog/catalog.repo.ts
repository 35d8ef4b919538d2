import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type SettingRow = { key: string; value: unknown }
/** Settings with the affiliate terms now in force. */
export const listSettings = (db: Queryable) =>
  db.query(sql<SettingRow>`
    select key as "key", value as "value" from settings
    union all
    select 'affiliateTerms', terms from (
      select terms from affiliate_terms where since <= current_date order by version desc limit 1) newest`)
export const upsertSetting = (db: Queryable, key: string, value: unknown) =>
  db.run(sql`
    insert into settings (key, value) values (${key}, ${JSON.stringify(value)})
    on conflict (key) do update set value = excluded.value, updated_at = now()`)
export const lockSetting = (db: Queryable, key: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))::text as locked`)
