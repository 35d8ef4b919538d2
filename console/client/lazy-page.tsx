import { use, type FunctionComponent } from 'react'
import type { Language } from '#shared/language.ts'
import { useSpoken } from './language.ts'
import { vocabularyIn } from './vocabulary.ts'

type Loaded = FunctionComponent<{ readonly t: unknown }>
export type Page = {
  readonly component: () => Promise<{ readonly default: FunctionComponent<never> }>
  readonly texts?: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>>
  /** True if the page needs no vocabulary (labels of actions, fields and values), as the start page does not. */
  readonly isWordless?: boolean
}

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
  // Forgets a failed load, so that the next visit to the page tries again.
  promise.catch(() => delete known[language])
  return promise
}

/**
 * Suspends until page, texts and vocabulary have all loaded, because loading them one after another would hide the page
 * twice.
 */
export function LazyPage({ of }: { of: Page }) {
  const { language } = useSpoken()
  const begun = load(of, language)
  if (!of.isWordless) use(vocabularyIn(language))
  const [Component, texts] = use(begun)
  return <Component t={texts} />
}
