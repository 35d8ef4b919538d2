import type { Language } from '#shared/language.ts'
import { withOwnWords, type OwnWords } from '#shared/own-words.ts'

/** Replaces shipped texts by the operator's own sentences, which the page contains in both languages. */
export async function sayOwn<T>(
  texts: Promise<{ readonly default: T }>,
  language: Language,
): Promise<{ readonly default: T }> {
  const own = JSON.parse(document.getElementById('own-words')?.textContent ?? '') as Readonly<
    Record<Language, OwnWords>
  >
  return { default: withOwnWords((await texts).default, own[language]) }
}
