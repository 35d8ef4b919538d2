import { readStoredJson, removeStored, writeStored } from '#ui/browser-storage.ts'
import type { Bases, Fields } from './merge-fields.ts'

/** Unsaved input with the version it is based on. */
export type KeptDraft = Bases & { readonly fields: Fields; readonly base: Fields; readonly version: number }

const keyOf = (who: string, text: string) => `draft ${who} ${text}`

/** Stores the draft in this browser per operator. It survives closed tabs, ended sessions and network failures. */
export function keepDraft(who: string, text: string, draft: KeptDraft | null): void {
  if (draft) writeStored('localStorage', keyOf(who, text), JSON.stringify(draft))
  else removeStored('localStorage', keyOf(who, text))
}

export const readKeptDraft = (who: string, text: string): KeptDraft | null =>
  readStoredJson('localStorage', keyOf(who, text)) as KeptDraft | null
