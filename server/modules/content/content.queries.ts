import type { Language } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type TextKind = 'announcement' | 'faq' | 'clause' | 'page' | 'mail'
type TextDetails = {
  summary?: string | undefined
  category?: string | undefined
  categoryTitle?: string | undefined
  action?: string | undefined
  /**
   * Only for announcements: true if the announcement tells of an outage or another incident on its date. It is then
   * shown with the history of the services.
   */
  incident?: true | undefined
  /** Position of the text among the texts of its kind, from 0. */
  position?: number | undefined
}
export type TextVersion = {
  kind: TextKind
  slug: string
  language: Language
  version: number
  title: string
  details: TextDetails
  markdown: string
  html: string
  publishedOn: string
  /** Start of publication. Null if the text is public at once. */
  holdsFrom: Date | null
  /** End of publication. Null if the text stays public. */
  shownUntil: Date | null
  demo: boolean
  withdrawn: boolean
}

type VersionRow = {
  language: Language
  version: number
  title: string
  publishedOn: string
  withdrawn: boolean
  operator: string
  createdAt: Date
  /** Text of this version and of the previous one. Null for old versions, and if there was no previous version. */
  markdown: string | null
  before: string | null
}
/** Versions of a text. Only the newest thirty of each language include their text. */
export const listVersions = (db: Queryable, kind: string, slug: string) =>
  db.query(sql<VersionRow>`
    select language, version, title, to_char(published_on, 'YYYY-MM-DD') as "publishedOn", withdrawn, operator,
      created_at as "createdAt", case when row_number() over newest <= 30 then markdown end as markdown,
      case when row_number() over newest <= 30 then lead(markdown) over newest end as before
    from content_texts where kind = ${kind} and slug = ${slug}
    window newest as (partition by language order by version desc) order by language, version desc`)

type WordingRow = Pick<TextVersion, 'title' | 'details' | 'markdown' | 'withdrawn'> & {
  operator: string
  createdAt: Date
}
export const findVersion = (db: Queryable, kind: string, slug: string, language: Language, version: number) =>
  db.maybe(sql<WordingRow>`
    select title, details, markdown, withdrawn, operator, created_at as "createdAt" from content_texts
    where kind = ${kind} and slug = ${slug} and language = ${language} and version = ${version}`)

export type MailWordingRow = Pick<TextVersion, 'slug' | 'language' | 'title' | 'details' | 'markdown'>
export const listMailWordings = (db: Queryable, slugs: readonly string[], language: Language) =>
  db.query(sql<MailWordingRow>`
    select slug, language, title, details, markdown from (
      select distinct on (slug) slug, language, title, details, markdown, withdrawn from content_texts
      where kind = 'mail' and slug = any (${[...slugs]}::text[]) and language = ${language} and (holds_from is null or holds_from <= now())
      order by slug, version desc) t
    where not withdrawn`)

export const listAllMailWordings = (db: Queryable) =>
  db.query(sql<MailWordingRow>`
    select slug, language, title, details, markdown from (
      select distinct on (slug, language) slug, language, title, details, markdown, withdrawn from content_texts
      where kind = 'mail' and (holds_from is null or holds_from <= now())
      order by slug, language, version desc) t
    where not withdrawn order by slug, language`)

/** Legal texts that are public now. Reads no content, so that frequent calls are cheap. */
export const listPublicClauses = (db: Queryable) =>
  db.query(sql<Pick<TextVersion, 'slug' | 'language' | 'demo'>>`
    select slug, language, demo from (
      select distinct on (slug, language) slug, language, demo, withdrawn, shown_until from content_texts
      where kind = 'clause' and (holds_from is null or holds_from <= now())
      order by slug, language, version desc) t
    where not withdrawn and (shown_until is null or shown_until > now())`)
