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

const keyOf = (who: string) => `mailings ${who}`
/** By operator, what this browser had no room for, or may not keep: it lasts as long as the page. */
const unkept = new Map<string, readonly MailingDraft[]>()
const without = (drafts: readonly MailingDraft[], gone: string) => drafts.filter(({ id }) => id !== gone)

function readStored(who: string): readonly MailingDraft[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(who)) ?? '[]') as readonly MailingDraft[]
  } catch {
    return []
  }
}

/** Of this operator in this browser, the newest first: they outlast a tab that closes and a sign-in that ends. */
export function readDrafts(who: string): readonly MailingDraft[] {
  const here = unkept.get(who) ?? []
  const stored = readStored(who).filter(({ id }) => here.every((each) => each.id !== id))
  return [...here, ...stored].toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
}

export const findDraft = (who: string, id: string): MailingDraft | undefined =>
  readDrafts(who).find((draft) => draft.id === id)

/** Whether storage took them; where it has no room or is blocked, what was there before stays. */
function writeStored(who: string, drafts: readonly MailingDraft[]): boolean {
  try {
    if (drafts.length === 0) localStorage.removeItem(keyOf(who))
    else localStorage.setItem(keyOf(who), JSON.stringify(drafts))
    return true
  } catch {
    return false
  }
}

/** Whether it is kept beyond this page. No other draft makes room for it. */
export function saveDraft(who: string, draft: MailingDraft): boolean {
  const isKept = writeStored(who, [draft, ...without(readStored(who), draft.id)])
  const here = without(unkept.get(who) ?? [], draft.id)
  unkept.set(who, isKept ? here : [draft, ...here])
  return isKept
}

export function dropDraft(who: string, dropped: string): void {
  writeStored(who, without(readStored(who), dropped))
  unkept.set(who, without(unkept.get(who) ?? [], dropped))
}

/** Hears what other tabs of this browser do with the drafts of an operator. Returns how to stop. */
export function hearDrafts(who: string, onChange: () => void): () => void {
  const hear = ({ key }: StorageEvent) => key === keyOf(who) && onChange()
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}

export const emptyDraft = (id: string): MailingDraft => ({ id, values: {}, savedAt: '', tested: {} })

export const changed = (draft: MailingDraft, values: MailingValues, at: Date): MailingDraft => ({
  ...draft,
  values: { ...draft.values, ...values },
  savedAt: at.toISOString(),
})

/** That someone mailed these words to themselves. A draft that was thrown away meanwhile stays away. */
export const noteTested = (draft: MailingDraft, language: Language, words: string, at: Date): MailingDraft =>
  draft.savedAt === '' ? draft : { ...draft, tested: { ...draft.tested, [language]: words }, savedAt: at.toISOString() }

/** What stands here, or what another tab kept of it since. */
export const newer = (here: MailingDraft, stored: MailingDraft | undefined): MailingDraft =>
  stored && stored.savedAt > here.savedAt ? stored : here

/** A draft of its own for what is to be said, or the one that says just this already: its id. */
export function beginDraft(who: string, values: MailingValues): string {
  const same = readDrafts(who).find((draft) => JSON.stringify(draft.values) === JSON.stringify(values))
  if (same) return same.id
  const draft = changed(emptyDraft(crypto.randomUUID()), values, new Date())
  saveDraft(who, draft)
  return draft.id
}

/** The words as one, so that two can be compared. */
export const wordsOf = (values: MailingValues): string => JSON.stringify(wordNames.map((name) => values[name] ?? ''))
