import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { Language } from '#shared/language.ts'
import type { IslandDefinition } from './define-island.ts'
import { saveTyped } from './save-typed.ts'

/** An island that React runs. */
export type Mounted = {
  /** Fetches what it says in another language. Resolves with what shows it so, with all that was typed and chosen in it; `twin` is its HTML there. */
  readonly speak: (language: Language) => Promise<(props: object, twin: Element) => void>
  readonly end: () => void
}

/**
 * Lets React take over the HTML inside `element`. What was typed or ticked before stays, and React hears of it. Null where
 * the page was replaced meanwhile: its island is another one then. Where a component throws, now or later, React empties the
 * island: the server's HTML comes back, and `onFailure` hears of the error.
 */
export async function mount(
  element: HTMLElement,
  { name, component, texts }: IslandDefinition,
  onFailure: (error: unknown) => void,
): Promise<Mounted | null> {
  const language = document.documentElement.lang as Language
  const { default: t } = await texts[language]()
  if (!element.isConnected) return null
  const props = JSON.parse(element.nextElementSibling?.textContent ?? '{}') as object
  const draw = (shown: object, into: Language, words: unknown) =>
    createElement(component, { ...(shown as { base: string }), t: words, language: into })
  const tellReact = saveTyped(element)
  const rendered = element.cloneNode(true)
  const onUncaughtError = (error: unknown) =>
    // React is still at work on the island when it tells.
    setTimeout(() => {
      root.unmount()
      element.replaceChildren(...rendered.cloneNode(true).childNodes)
      onFailure(error)
    })
  // Synchronous, so that no event can fall between the old page and the living one.
  const root = flushSync(() =>
    hydrateRoot(element, draw(props, language, t), { identifierPrefix: name, onUncaughtError }),
  )
  tellReact()
  return {
    async speak(other) {
      const { default: words } = await texts[other]()
      return (next) => flushSync(() => root.render(draw(next, other, words)))
    },
    end: () => root.unmount(),
  }
}
