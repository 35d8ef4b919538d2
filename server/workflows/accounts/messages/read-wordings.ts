import type { Language } from '#shared/language.ts'
import { listMailWordings, type MailWordingRow } from '#server/modules/content/content.queries.ts'
import type { Wording } from '#server/modules/outbox/operator-texts/wording.ts'
import type { Queryable } from '#server/platform/database.ts'

export const wordingOf = ({ title, details, markdown }: Omit<MailWordingRow, 'slug' | 'language'>): Wording => ({
  subject: title,
  heading: details.summary ?? '',
  text: markdown,
  action: details.action ?? '',
})

export async function readWordings(
  db: Queryable,
  slugs: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, Wording>> {
  const rows = await listMailWordings(db, slugs, language)
  return new Map(rows.map((row) => [row.slug, wordingOf(row)]))
}
