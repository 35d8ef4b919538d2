import { createElement, lazy, use, type ComponentType } from 'react'
import type { Language } from '#shared/language.ts'
import { reloadOnce } from '#web/client/reload-once.ts'

/** A part of a page whose script is fetched when it is drawn first. If that fails the page reloads once; then the error is thrown. */
export const lazySection = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
  lazy(() =>
    load().catch((error: unknown) => {
      // The page is on its way out: nothing more is to be drawn.
      if (reloadOnce()) return new Promise<never>(() => {})
      throw error
    }),
  )

type Worded<T> = { readonly t: T; readonly language: Language }

/**
 * One with a catalogue of its own, which is fetched with it; never on the server. It stays when the language is switched,
 * with what was typed in it, and gets the other catalogue.
 */
export function lazyPart<P extends Worded<T>, T>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: Readonly<Record<Language, () => Promise<{ readonly default: T }>>>,
) {
  const fetched: Partial<Record<Language, Promise<T>>> = {}
  const speak = (language: Language) =>
    (fetched[language] ??= texts[language]().then(
      ({ default: t }) => t,
      (error: unknown) => {
        // As for the script of the part itself.
        if (reloadOnce()) return new Promise<never>(() => {})
        throw error
      },
    ))
  const Part = lazySection(() => {
    void speak(pageLanguage())
    return load()
  })
  return function Worded(props: Omit<P, 't' | 'language'>) {
    const language = pageLanguage()
    return createElement(Part as ComponentType<P>, { ...props, t: use(speak(language)), language } as unknown as P)
  }
}

const pageLanguage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'zh-CN')
