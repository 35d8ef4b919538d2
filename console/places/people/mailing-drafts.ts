import type { Language } from '#shared/language.ts'
import { readStoredJson } from '#ui/browser-storage.ts'
import type { Output } from '#console/client/wire.ts'

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
type WordName = (typeof wordNames)[number]
/** Field of the form of a mailing. `sendAt`: local time, in the format of a datetime-local input. */
export type MailingField = WordName | 'name' | 'segment' | 'sendAt' | 'perMinute'
export type MailingValues = Readonly<Partial<Record<MailingField, string>>>
export type MailingDraft = {
  readonly id: string
  readonly values: MailingValues
  readonly savedAt: string
  readonly tested: Readonly<Partial<Record<Language, string>>>
}

const keyOf = (who: string) => `mailings ${who}`
/** Mailing drafts that the browser could not store, by operator; kept for this page only. */
const unkept = new Map<string, readonly MailingDraft[]>()
const without = (drafts: readonly MailingDraft[], gone: string) => drafts.filter(({ id }) => id !== gone)

const readStored = (who: string): readonly MailingDraft[] =>
  (readStoredJson('localStorage', keyOf(who)) ?? []) as readonly MailingDraft[]

/** Mailing drafts of this operator in this browser, newest first. They survive closed tabs and ended sessions. */
export function readDrafts(who: string): readonly MailingDraft[] {
  const here = unkept.get(who) ?? []
  const stored = readStored(who).filter(({ id }) => here.every((each) => each.id !== id))
  return [...here, ...stored].toSorted((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
}

export const findDraft = (who: string, id: string): MailingDraft | undefined =>
  readDrafts(who).find((draft) => draft.id === id)

/**
 * Stores the drafts. Returns false if browser storage is full or blocked; what was stored before then stays unchanged.
 */
function writeStored(who: string, drafts: readonly MailingDraft[]): boolean {
  try {
    if (drafts.length === 0) localStorage.removeItem(keyOf(who))
    else localStorage.setItem(keyOf(who), JSON.stringify(drafts))
    return true
  } catch {
    return false
  }
}

/**
 * Saves a draft and returns true, or keeps it for this page only and returns false. Never removes other drafts to make
 * room.
 */
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

export function subscribeToDrafts(who: string, onChange: () => void): () => void {
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

/** Records in the draft that a test mail was sent. A draft that was deleted meanwhile stays deleted. */
export const recordTestMail = (draft: MailingDraft, language: Language, words: string, at: Date): MailingDraft =>
  draft.savedAt === '' ? draft : { ...draft, tested: { ...draft.tested, [language]: words }, savedAt: at.toISOString() }

/** Returns the newer version of a draft: the one in this tab, or the one stored by another tab. */
export const newer = (here: MailingDraft, stored: MailingDraft | undefined): MailingDraft =>
  stored && stored.savedAt > here.savedAt ? stored : here

export function beginDraft(who: string, values: MailingValues): string {
  const same = readDrafts(who).find((draft) => JSON.stringify(draft.values) === JSON.stringify(values))
  if (same) return same.id
  const draft = changed(emptyDraft(crypto.randomUUID()), values, new Date())
  saveDraft(who, draft)
  return draft.id
}

export const wordsOf = (values: MailingValues): string => JSON.stringify(wordNames.map((name) => values[name] ?? ''))

type Shown = Output<'mailings.show'>

export const isMailingActive = ({ state }: Pick<Shown, 'state'>) => state === 'waiting' || state === 'sending'
export const isMailingFinished = ({ state }: Pick<Shown, 'state'>) => state === 'done' || state === 'stopped'

const oftenMs = 4_000
const seldomMs = 60_000

/**
 * Milliseconds until the progress of a mailing is polled again; null once it is over. Each poll counts all recipients,
 * so large mailings are polled less often.
 */
export function pollIntervalMs(shown: Pick<Shown, 'state' | 'queued' | 'sent' | 'failed' | 'skipped'>): number | null {
  const { queued, sent, failed, skipped } = shown
  if (isMailingFinished(shown) && queued === 0) return null
  if (!isMailingActive(shown)) return seldomMs
  return Math.min(seldomMs, Math.max(oftenMs, (queued + sent + failed + skipped) / 2))
}
