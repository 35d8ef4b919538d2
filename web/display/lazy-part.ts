import { createElement, lazy, type ComponentType } from 'react'
import type { Language } from '#shared/language.ts'
import { readPageData } from '#web/client/page-data.ts'
import { reloadOnce } from '#web/client/reload-once.ts'

/** Loads a script of the account area. If that fails the page reloads once; then the error is thrown. */
const loadOrReload = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((error: unknown) => {
    // The page is on its way out: nothing more is to be drawn.
    if (reloadOnce()) return new Promise<never>(() => {})
    throw error
  })

/** A section whose script is fetched when it is opened. */
export const lazySection = <P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>) =>
  lazy(() => loadOrReload(load))

type Worded<T> = { readonly t: T; readonly language: Language }

/** A part of a section with a catalogue of its own: both are fetched when it is drawn for the first time. */
export const lazyPart = <P extends Worded<T>, T>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  texts: Readonly<Record<Language, () => Promise<{ readonly default: T }>>>,
) =>
  lazy(() =>
    loadOrReload(async () => {
      const { language } = readPageData()
      const [{ default: Part }, { default: t }] = await Promise.all([load(), texts[language]()])
      return { default: (props: Omit<P, 't' | 'language'>) => createElement(Part, { ...props, t, language } as P) }
    }),
  )
