import type { Language } from '#shared/language.ts'

/** What is asked of a mailing, as it stands in its fields. */
export const wordNames = [
  'subjectEn',
  'subjectZh',
  'headingEn',
  'headingZh',
  'bodyEn',
  'bodyZh',
  'buttonEn',
  'buttonZh',
  'page',
] as const
export type WordName = (typeof wordNames)[number]
/** `sendAt`: on the operator's clock, as a field for moments has it. */
export type MailingField = WordName | 'name' | 'segment' | 'sendAt' | 'perMinute'
export type MailingValues = Readonly<Partial<Record<MailingField, string>>>
export type MailingDraft = {
  readonly id: string
  readonly values: MailingValues
  /** In ISO 8601. */
  readonly savedAt: string
  /** The words that were mailed to oneself, by language. */
  readonly tested: Readonly<Partial<Record<Language, string>>>
}

const mostDrafts = 20
const keyOf = (who: string) => `mailings ${who}`

/** Of this operator in this browser, the newest first: they outlast a tab that closes and a sign-in that ends. */
export function readDrafts(who: string): readonly MailingDraft[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(who)) ?? '[]') as readonly MailingDraft[]
  } catch {
    return []
  }
}

export const findDraft = (who: string, id: string): MailingDraft | undefined =>
  readDrafts(who).find((draft) => draft.id === id)

function writeDrafts(who: string, drafts: readonly MailingDraft[]): void {
  try {
    if (drafts.length === 0) localStorage.removeItem(keyOf(who))
    else localStorage.setItem(keyOf(who), JSON.stringify(drafts.slice(0, mostDrafts)))
  } catch {
    // Storage is blocked or full: what is typed lasts as long as the page.
  }
}

export const saveDraft = (who: string, draft: MailingDraft): void =>
  writeDrafts(who, [draft, ...readDrafts(who).filter(({ id }) => id !== draft.id)])

export const dropDraft = (who: string, dropped: string): void =>
  writeDrafts(
    who,
    readDrafts(who).filter(({ id }) => id !== dropped),
  )

/** A draft that is kept from now on. */
export function beginDraft(who: string, values: MailingValues = {}): string {
  const id = crypto.randomUUID()
  saveDraft(who, { id, values, savedAt: new Date().toISOString(), tested: {} })
  return id
}

/** The words as one, so that two can be compared. */
export const wordsOf = (values: MailingValues): string => JSON.stringify(wordNames.map((name) => values[name] ?? ''))
