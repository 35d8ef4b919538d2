import type { Queryable, Transaction } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { TextKind } from './content.queries.ts'
import type { DraftFields } from './draft-fields.rules.ts'

export type DraftRow = {
  kind: TextKind
  slug: string
  version: number
  baseEn: number
  baseZh: number
  fields: DraftFields
  writers: string[]
  savedAt: Date
}
export type DraftBase = Pick<DraftRow, 'kind' | 'slug' | 'baseEn' | 'baseZh'>

const draftColumns = columns`
  kind, slug, version, base_en as "baseEn", base_zh as "baseZh", fields, writers, saved_at as "savedAt"`

export const findDraft = (db: Queryable, kind: TextKind, slug: string) =>
  db.maybe(sql<DraftRow>`
    select ${draftColumns} from content_drafts where kind = ${kind} and slug = ${slug}`)

export const listDrafts = (db: Queryable) =>
  db.query(sql<DraftRow>`
    select ${draftColumns} from content_drafts order by kind, slug`)

export const listDraftVersions = (db: Queryable) =>
  db.query(sql<Pick<DraftRow, 'kind' | 'slug' | 'version'>>`select kind, slug, version from content_drafts`)

export const insertDraft = (tx: Transaction, draft: DraftBase, fields: DraftFields, writer: string) =>
  tx.maybe(sql<{ version: number; savedAt: Date }>`
    insert into content_drafts (kind, slug, base_en, base_zh, fields, writers)
    values (${draft.kind}, ${draft.slug}, ${draft.baseEn}, ${draft.baseZh}, ${JSON.stringify(fields)}, array[${writer}::text])
    on conflict (kind, slug) do nothing returning version, saved_at as "savedAt"`)

export const updateDraft = (tx: Transaction, draft: DraftBase, expect: number, fields: DraftFields, writer: string) =>
  tx.maybe(sql<{ version: number; savedAt: Date }>`
    update content_drafts set version = nextval('content_draft_versions')::integer, base_en = ${draft.baseEn}, base_zh = ${draft.baseZh},
      fields = ${JSON.stringify(fields)}, writers = array_append(array_remove(writers, ${writer}), ${writer}), saved_at = now()
    where kind = ${draft.kind} and slug = ${draft.slug} and version = ${expect} returning version, saved_at as "savedAt"`)

export const deleteDraft = (tx: Transaction, kind: TextKind, slug: string, expect: number) =>
  tx.maybe(sql<DraftRow>`
    delete from content_drafts where kind = ${kind} and slug = ${slug} and version = ${expect}
    returning ${draftColumns}`)
