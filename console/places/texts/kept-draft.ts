import type { Bases, Fields } from './merge-fields.ts'

/** Unsaved input with the version it is based on. */
export type KeptDraft = Bases & { readonly fields: Fields; readonly base: Fields; readonly version: number }

const keyOf = (who: string, text: string) => `draft ${who} ${text}`

/** Stores the draft in this browser per operator. It survives closed tabs, ended sessions and network failures. */
export function keepDraft(who: string, text: string, draft: KeptDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(who, text), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(who, text))
  } catch {
    // Storage is blocked or full: kept for this page only.
  }
}

export function readKeptDraft(who: string, text: string): KeptDraft | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(who, text)) ?? 'null') as KeptDraft | null
  } catch {
    return null
  }
}
