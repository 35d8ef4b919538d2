import type { Language } from '#shared/language.ts'
import { withOwnWords, type OwnWords } from '#shared/own-words.ts'

/** Puts the operator's sentences of this page in place of the shipped ones, in the language of the page. */
export async function sayOwn<T>(texts: Promise<{ readonly default: T }>): Promise<{ readonly default: T }> {
  const own = JSON.parse(document.getElementById('own-words')?.textContent ?? '') as Readonly<
    Record<Language, OwnWords>
  >
  return { default: withOwnWords((await texts).default, own[document.documentElement.lang as Language]) }
}
