import { use, type FunctionComponent } from 'react'
import type { Language } from '#shared/language.ts'
import { useSpoken } from './language.ts'
import { vocabularyIn } from './vocabulary.ts'

type Loaded = FunctionComponent<{ readonly t: unknown }>
/** A page that comes with its first visit, and its texts with it. */
export type Page = {
  readonly component: () => Promise<{ readonly default: FunctionComponent<never> }>
  readonly texts?: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>>
  /** It needs no vocabulary to begin with, as the first screen. */
  readonly isWordless?: boolean
}

/** Ties a page to its texts: the component is handed them as `t`. */
export const page = <T,>(
  component: () => Promise<{ readonly default: FunctionComponent<{ readonly t: T }> }>,
  texts: Readonly<Record<Language, () => Promise<{ readonly default: T }>>>,
): Page => ({ component, texts })

const loading = new WeakMap<Page, Partial<Record<Language, Promise<readonly [Loaded, unknown]>>>>()

function load(of: Page, language: Language): Promise<readonly [Loaded, unknown]> {
  const known = loading.get(of) ?? {}
  loading.set(of, known)
  const begun = known[language]
  if (begun) return begun
  const promise = Promise.all([of.component(), of.texts?.[language]()]).then(
    ([{ default: component }, texts]) => [component as Loaded, texts?.default] as const,
  )
  known[language] = promise
  // What failed to load is tried again at the next visit.
  promise.catch(() => delete known[language])
  return promise
}

/** Suspends until the page and its words have come: a part that waited for them later would hide the whole page again. */
export function LazyPage({ of }: { of: Page }) {
  const { language } = useSpoken()
  const begun = load(of, language)
  if (!of.isWordless) use(vocabularyIn(language))
  const [Component, texts] = use(begun)
  return <Component t={texts} />
}
