import { languages, type Language } from '#shared/language.ts'
import { refuse, Refused, type Result } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { FileKind, ParsedText } from './content-files.rules.ts'
import type { TextVersion } from './content.queries.ts'
import * as texts from './content.repo.ts'
import { categoriesOf, detailsOf, fieldsOf, sideOf, type Category, type DraftFields } from './draft-fields.rules.ts'
import * as repo from './drafts.repo.ts'
import { renderMarkdown } from './render-markdown.ts'
import { listSamples } from './sample-texts.ts'
import { sentence } from '#text/sentence.ts'

export type TextName = { readonly kind: FileKind; readonly slug: string }
export const nameOf = (text: string): TextName => {
  const [kind, slug] = text.split('/') as [FileKind, string]
  return { kind, slug }
}

export type Standing = TextName & {
  readonly sides: Readonly<Partial<Record<Language, TextVersion>>>
  readonly draft: repo.DraftRow | undefined
  readonly categories: readonly Category[]
  readonly published: DraftFields | null
  readonly last: DraftFields
  /** Sample that comes with the product. Null once the text has been published or has a draft. */
  readonly sample: DraftFields | null
  readonly fields: DraftFields
}

export const listStandings = async (db: Queryable) => ({
  newest: await texts.listNewestTexts(db),
  drafts: await repo.listDrafts(db),
})

export const readDraftVersions = async (db: Queryable): Promise<ReadonlyMap<string, string>> =>
  new Map((await repo.listDraftVersions(db)).map(({ kind, slug, version }) => [`${kind}/${slug}`, String(version)]))

export async function readStanding(db: Queryable, name: TextName, now: Date): Promise<Standing> {
  const { kind, slug } = name
  const all = await texts.listNewestTexts(db)
  const own = all.filter((text) => text.kind === kind && text.slug === slug)
  const sides = Object.fromEntries(own.map((text) => [text.language, text])) as Standing['sides']
  const draft = await repo.findDraft(db, kind, slug)
  const last = fieldsOf(kind, sides, now)
  const isPublic = own.length > 0 && !own.every(({ withdrawn }) => withdrawn)
  const samples = await listSamples()
  const categories = mergeCategories(categoriesOf(all.filter(({ withdrawn }) => !withdrawn)), categoriesOf(samples))
  const sample = own.length === 0 && !draft ? sampleFields(kind, slug, samples, now) : null
  return {
    kind,
    slug,
    sides,
    draft,
    categories,
    published: isPublic ? last : null,
    last,
    sample,
    fields: draft?.fields ?? sample ?? last,
  }
}

function sampleFields(kind: FileKind, slug: string, samples: readonly ParsedText[], now: Date): DraftFields | null {
  const sides = samples.filter((each) => each.kind === kind && each.slug === slug)
  if (sides.length === 0) return null
  return fieldsOf(
    kind,
    Object.fromEntries(sides.map((side) => [side.language, { ...side, holdsFrom: null, shownUntil: null }])),
    now,
  )
}

const mergeCategories = (own: readonly Category[], others: readonly Category[]): Category[] => [
  ...own,
  ...others.filter(({ category }) => own.every((each) => each.category !== category)),
]

export async function saveDraft(
  tx: Transaction,
  base: repo.DraftBase,
  expect: number,
  fields: DraftFields,
  writer: string,
): Promise<Result<{ version: number; savedAt: Date; isFirst: boolean }>> {
  const before = await repo.findDraft(tx, base.kind, base.slug)
  const saved =
    expect === 0
      ? await repo.insertDraft(tx, base, fields, writer)
      : await repo.updateDraft(tx, base, expect, fields, writer)
  if (!saved) return refuseChanged(await repo.findDraft(tx, base.kind, base.slug))
  return { ok: true, value: { ...saved, isFirst: !before?.writers.includes(writer) } }
}

export async function takeDraft(tx: Transaction, { kind, slug }: TextName, expect: number): Promise<repo.DraftRow> {
  const taken = await repo.deleteDraft(tx, kind, slug, expect)
  if (taken) return taken
  const changed = refuseChanged(await repo.findDraft(tx, kind, slug))
  throw changed.ok ? new Error('a refusal refuses') : new Refused(changed.refusal.status, changed.refusal.sentence)
}

const refuseChanged = (now: repo.DraftRow | undefined): Result<never> =>
  now
    ? refuse('NotPossible', sentence('draft.savedBy', { operator: now.writers.at(-1) ?? '' }))
    : refuse('NotPossible', 'draft.isGone')

export function draftedSides(standing: Standing, fields: DraftFields, now: Date): TextVersion[] {
  const { kind, slug, sides, categories } = standing
  const from = momentOf(fields.from, now)
  return languages.map((language) => {
    const { title, markdown } = sideOf(fields, language)
    return {
      kind,
      slug,
      language,
      version: (sides[language]?.version ?? 0) + 1,
      title,
      details: detailsOf(kind, fields, language, categories),
      markdown,
      html: renderMarkdown(markdown),
      publishedOn: fields.date ?? (from ?? now).toISOString().slice(0, 10),
      holdsFrom: from,
      shownUntil: fields.until === undefined ? null : new Date(fields.until),
      demo: fields.sample ?? false,
      withdrawn: false,
    }
  })
}

export const versionsOf = (standing: Standing, fields: DraftFields, now: Date): TextVersion[] =>
  draftedSides(standing, fields, now).filter((next) => {
    const before = standing.sides[next.language]
    return !before || before.withdrawn || !isSame(standing.kind, before, next, now)
  })

const momentOf = (text: string | undefined, now: Date): Date | null => {
  const at = text === undefined ? null : new Date(text)
  return at && at > now ? at : null
}
const later = (at: Date | null, now: Date): number | null => (at && at > now ? at.getTime() : null)

const isSame = (kind: FileKind, a: TextVersion, b: TextVersion, now: Date): boolean =>
  a.title === b.title &&
  a.markdown === b.markdown &&
  a.html === b.html &&
  a.demo === b.demo &&
  later(a.holdsFrom, now) === later(b.holdsFrom, now) &&
  (a.shownUntil?.getTime() ?? null) === (b.shownUntil?.getTime() ?? null) &&
  (kind !== 'announcement' || a.publishedOn === b.publishedOn) &&
  (['summary', 'action', 'incident', 'category', 'categoryTitle', 'position'] as const).every(
    (name) => (a.details[name] ?? '') === (b.details[name] ?? ''),
  )

export async function addVersions(tx: Transaction, versions: readonly TextVersion[], operator: string): Promise<void> {
  for (const version of versions) await texts.insertText(tx, randomUUIDv7(), version, operator)
}
