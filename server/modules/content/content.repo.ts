import type { Localized } from '#shared/language.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { TextVersion } from './content.queries.ts'

const textColumns = columns`
  kind, slug, language, version, title, details, markdown, html,
  to_char(published_on, 'YYYY-MM-DD') as "publishedOn", holds_from as "holdsFrom", shown_until as "shownUntil", demo, withdrawn`

export const listNewestTexts = (db: Queryable) =>
  db.query(sql<TextVersion>`
    select distinct on (kind, slug, language) ${textColumns} from content_texts order by kind, slug, language, version desc`)

export const listHoldingTexts = (db: Queryable) =>
  db.query(sql<TextVersion>`
    select distinct on (kind, slug, language) ${textColumns}
    from content_texts where holds_from is null or holds_from <= now() order by kind, slug, language, version desc`)

export const measureTexts = (db: Queryable) =>
  db.one(sql<{ texts: number; signs: number }>`
    select count(*) filter (where not withdrawn)::integer as texts,
      coalesce(sum(signs) filter (where not withdrawn), 0)::integer as signs from (
      select distinct on (kind, slug, language) length(markdown) as signs, withdrawn from content_texts
      order by kind, slug, language, version desc) t`)

export const lockTexts = (tx: Transaction) =>
  tx.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('content texts', 0))::text as locked`)

export const insertText = (db: Queryable, id: string, t: TextVersion, operator: string) =>
  db.run(sql`
    insert into content_texts
      (id, kind, slug, language, version, title, details, markdown, html, published_on, holds_from, shown_until, demo,
       withdrawn, operator)
    values (${id}, ${t.kind}, ${t.slug}, ${t.language}, ${t.version}, ${t.title}, ${JSON.stringify(t.details)}, ${t.markdown},
      ${t.html}, ${t.publishedOn}, ${t.holdsFrom}, ${t.shownUntil}, ${t.demo}, ${t.withdrawn}, ${operator})`)

export type Testimonial = {
  id: string
  months: number
  texts: Localized
  authors: Localized
  source: string
  saidOn: string
  demo: boolean
}
export const listTestimonials = (db: Queryable) =>
  db.query(sql<Testimonial>`
    select id, months, texts, authors, source, to_char(said_on, 'YYYY-MM-DD') as "saidOn", demo
    from testimonials order by months desc, id`)

export type ClientRelease = {
  platform: 'ios' | 'android' | 'mac' | 'windows'
  version: string
  releasedOn: string
  requires: Localized
  url: string
  mirrorUrl: string | null
  sha256: string | null
  sizeBytes: number | null
  demo: boolean
}
export const releaseColumns = columns`
  platform, version, to_char(released_on, 'YYYY-MM-DD') as "releasedOn", requires, url, mirror_url as "mirrorUrl",
  sha256, size_bytes as "sizeBytes", demo`

export const listClients = (db: Queryable) =>
  db.query(sql<ClientRelease>`
    select ${releaseColumns}
    from client_releases order by array_position(array['ios', 'android', 'mac', 'windows'], platform)`)

export type Measurement = {
  id: string
  place: Localized
  milliseconds: number
  source: string
  measuredAt: Date
  demo: boolean
}
export const listMeasurements = (db: Queryable) =>
  db.query(sql<Measurement>`
    select id, place, milliseconds, source, measured_at as "measuredAt", demo
    from status_measurements order by milliseconds, id`)

export const deleteTestimonials = (db: Queryable) => db.run(sql`delete from testimonials`)
export const insertTestimonial = (db: Queryable, t: Testimonial) =>
  db.run(sql`
    insert into testimonials (id, months, texts, authors, source, said_on, demo)
    values (${t.id}, ${t.months}, ${JSON.stringify(t.texts)}, ${JSON.stringify(t.authors)}, ${t.source}, ${t.saidOn}, ${t.demo})`)

export const deleteMeasurements = (db: Queryable) => db.run(sql`delete from status_measurements`)
export const insertMeasurement = (db: Queryable, m: Measurement) =>
  db.run(sql`
    insert into status_measurements (id, place, milliseconds, source, measured_at, demo)
    values (${m.id}, ${JSON.stringify(m.place)}, ${m.milliseconds}, ${m.source}, ${m.measuredAt}, ${m.demo})`)
