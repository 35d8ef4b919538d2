import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type SettingRow = { key: string; value: unknown }
/** Settings of the shop, except logo and page texts (`listBrandKit`), and the affiliate terms that are in force. */
export const listSettings = (db: Queryable) =>
  db.query(sql<SettingRow>`
    select key as "key", value as "value" from settings where key not in ('mark', 'pageTexts')
    union all
    select 'affiliateTerms', terms from (
      select terms from affiliate_terms where since <= current_date order by version desc limit 1) newest`)
export const listBrandKit = (db: Queryable) =>
  db.query(sql<SettingRow>`select key, value from settings where key in ('mark', 'pageTexts')`)
export const upsertSetting = (db: Queryable, key: string, value: unknown) =>
  db.run(sql`
    insert into settings (key, value) values (${key}, ${JSON.stringify(value)})
    on conflict (key) do update set value = excluded.value, updated_at = now()`)
export const lockSetting = (db: Queryable, key: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended(${`setting ${key}`}, 0))::text as locked`)

export const insertTerms = (db: Queryable, terms: AffiliateTerms, publishedBy: string) =>
  db.run(sql`
    insert into affiliate_terms (version, since, terms, published_by)
    values (${terms.version}, ${terms.since}::date, ${JSON.stringify(terms)}, ${publishedBy}) on conflict do nothing`)

export const findTermsAt = (db: Queryable, at: Date) =>
  db.maybe(sql<{ terms: unknown }>`
    select terms from affiliate_terms
    where since <= (${at}::timestamptz at time zone 'UTC')::date and published_at <= ${at}::timestamptz
    order by version desc limit 1`)

export const findNewestVersion = (db: Queryable) =>
  db.one(sql<{ version: number | null }>`select max(version) as version from affiliate_terms`)
