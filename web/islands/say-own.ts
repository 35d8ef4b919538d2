import type { Language } from '#shared/language.ts'
import { withOwnWords, type OwnWords } from '#shared/own-words.ts'

/** Replaces texts by the operator's sentences. `element`: part of the page that contains the sentences as JSON. */
export async function sayOwn<T>(
  element: HTMLElement,
  language: Language,
  texts: Promise<{ readonly default: T }>,
): Promise<{ readonly default: T }> {
  const own = JSON.parse(element.textContent) as Readonly<Record<Language, OwnWords>>
  return { default: withOwnWords((await texts).default, own[language]) }
}
