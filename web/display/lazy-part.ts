import { createElement, lazy, type ComponentType } from 'react'
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

/** One with a catalogue of its own, which is fetched with it; never on the server. */
export const lazyPart = <P extends Worded<T>, T>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: Readonly<Record<Language, () => Promise<{ readonly default: T }>>>,
) =>
  lazySection(async () => {
    const language: Language = document.documentElement.lang === 'en' ? 'en' : 'zh-CN'
    const [{ default: Part }, { default: t }] = await Promise.all([load(), texts[language]()])
    return { default: (props: Omit<P, 't' | 'language'>) => createElement(Part, { ...props, t, language } as P) }
  })
