import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { ParsedText } from './content-files.rules.ts'
import { deleteOffered } from './clients.repo.ts'
import { offerClient } from './clients.service.ts'
import * as repo from './content.repo.ts'
import type { TextVersion } from './content.queries.ts'
import { renderMarkdown } from './render-markdown.ts'

export const listTexts = async (db: Queryable): Promise<TextVersion[]> => {
  const now = new Date()
  return (await repo.listHoldingTexts(db)).filter(
    ({ withdrawn, shownUntil }) => !withdrawn && (shownUntil === null || shownUntil > now),
  )
}

/** Maximum number of texts and characters, because every web process keeps all texts in memory. */
const most = { texts: 2_000, signs: 20_000_000 }
export async function exceedsTextLimits(db: Queryable): Promise<boolean> {
  const { texts, signs } = await repo.measureTexts(db)
  return texts > most.texts || signs > most.signs
}

type Figures = {
  readonly testimonials: readonly repo.Testimonial[]
  readonly clients: readonly repo.ClientRelease[]
  readonly measurements: readonly repo.Measurement[]
}
export const readFigures = async (db: Queryable): Promise<Figures> => {
  const [testimonials, clients, measurements] = await Promise.all([
    repo.listTestimonials(db),
    repo.listClients(db),
    repo.listMeasurements(db),
  ])
  return { testimonials, clients, measurements }
}

export type Change = { readonly action: 'new' | 'changed' | 'withdrawn'; readonly text: TextVersion }

/**
 * Advisory lock for publications of texts. Take it before reading what is public, so that each publication sees the
 * previous one.
 */
export const lockTexts = (tx: Transaction) => repo.lockTexts(tx)

/**
 * Changes that publishing these texts would make. Withdraws texts that are missing from the list only if `complete` is
 * true.
 */
export async function planTexts(db: Queryable, texts: readonly ParsedText[], complete: boolean): Promise<Change[]> {
  const key = (text: Pick<TextVersion, 'kind' | 'slug' | 'language'>) => `${text.language}/${text.kind}/${text.slug}`
  const newest = new Map((await repo.listNewestTexts(db)).map((text) => [key(text), text]))
  const given = new Set(texts.map(key))
  const changes: Change[] = []
  for (const text of texts) {
    const before = newest.get(key(text))
    const next: TextVersion = {
      ...text,
      html: renderMarkdown(text.markdown),
      version: (before?.version ?? 0) + 1,
      holdsFrom: null,
      shownUntil: before?.shownUntil ?? null,
      withdrawn: false,
    }
    if (!before || before.withdrawn) changes.push({ action: 'new', text: next })
    else if (differs(before, next)) changes.push({ action: 'changed', text: next })
  }
  if (complete)
    for (const before of newest.values())
      if (!before.withdrawn && !given.has(key(before)))
        changes.push({ action: 'withdrawn', text: { ...before, version: before.version + 1, withdrawn: true } })
  return changes
}

const differs = (a: TextVersion, b: TextVersion) =>
  a.title !== b.title ||
  a.markdown !== b.markdown ||
  a.html !== b.html ||
  a.publishedOn !== b.publishedOn ||
  a.demo !== b.demo ||
  (['summary', 'action', 'incident', 'category', 'categoryTitle', 'position'] as const).some(
    (name) => a.details[name] !== b.details[name],
  )

export async function publishChanges(tx: Transaction, changes: readonly Change[], operator: string): Promise<void> {
  for (const { text } of changes) await repo.insertText(tx, randomUUIDv7(), text, operator)
}

export type FigureFiles = {
  readonly testimonials?: readonly repo.Testimonial[] | undefined
  readonly clients?: readonly repo.ClientRelease[] | undefined
  readonly measurements?: readonly (Omit<repo.Measurement, 'measuredAt'> & { measuredAt: string })[] | undefined
}
export async function replaceFigures(tx: Transaction, files: FigureFiles, operator: string): Promise<void> {
  if (files.testimonials) await repo.deleteTestimonials(tx)
  for (const row of files.testimonials ?? []) await repo.insertTestimonial(tx, row)
  if (files.clients) await deleteOffered(tx)
  for (const row of files.clients ?? []) await offerClient(tx, row, operator)
  if (files.measurements) await repo.deleteMeasurements(tx)
  for (const row of files.measurements ?? [])
    await repo.insertMeasurement(tx, { ...row, measuredAt: new Date(row.measuredAt) })
}
