import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { Language } from '#shared/language.ts'
import type { IslandDefinition } from './define-island.ts'
import { saveTyped } from './save-typed.ts'

export type Mounted = {
  /**
   * Loads another language. Resolves with a function that shows it and keeps the island's state; `twin` is the island's
   * HTML on the translated page.
   */
  readonly speak: (language: Language) => Promise<(props: object, twin: Element) => void>
  readonly end: () => void
}

/**
 * Hydrates the island in `element`. Keeps fields that the visitor changed before and reports them to React. Resolves
 * with null if the page was replaced meanwhile; if a component throws, restores the server's HTML and calls
 * `onFailure`.
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
    // React calls this while it is still rendering, so unmounting must wait for the next task.
    setTimeout(() => {
      root.unmount()
      element.replaceChildren(...rendered.cloneNode(true).childNodes)
      onFailure(error)
    })
  // Renders synchronously, so that no event is lost between the server's HTML and React's.
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
