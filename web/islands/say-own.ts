import type { Language } from '#shared/language.ts'
import { withOwnWords, type OwnWords } from '#shared/own-words.ts'

/** `element`: the operator's sentences by language, from the page. */
export async function sayOwn<T>(
  element: HTMLElement,
  language: Language,
  texts: Promise<{ readonly default: T }>,
): Promise<{ readonly default: T }> {
  const own = JSON.parse(element.textContent) as Readonly<Record<Language, OwnWords>>
  return { default: withOwnWords((await texts).default, own[language]) }
}
