import type { Bases, Fields } from './merge-fields.ts'

/** What was typed and is not on the server yet, with what it was typed over. */
export type KeptDraft = Bases & { readonly fields: Fields; readonly base: Fields; readonly version: number }

const keyOf = (who: string, text: string) => `draft ${who} ${text}`

/** In this browser, under the operator's name: it outlasts a tab that closes, a sign-in that ends and a network that is away. */
export function keepDraft(who: string, text: string, draft: KeptDraft | null): void {
  try {
    if (draft) localStorage.setItem(keyOf(who, text), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(who, text))
  } catch {
    // Storage is blocked or full: what is typed lasts as long as the page.
  }
}

export function readKeptDraft(who: string, text: string): KeptDraft | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(who, text)) ?? 'null') as KeptDraft | null
  } catch {
    return null
  }
}
