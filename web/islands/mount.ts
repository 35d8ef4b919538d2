import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { Language } from '#shared/language.ts'
import type { IslandDefinition } from './define-island.ts'
import { saveTyped } from './save-typed.ts'

/**
 * Lets React take over the HTML inside `element`. What was typed or ticked before stays, and React hears of it. Resolves
 * with what ends the island when its page is replaced.
 */
export async function mount(element: HTMLElement, { name, component, texts }: IslandDefinition): Promise<() => void> {
  const language = document.documentElement.lang as Language
  const { default: t } = await texts[language]()
  // The page was replaced meanwhile: its island is another one.
  if (!element.isConnected) return () => {}
  const props = JSON.parse(element.nextElementSibling?.textContent ?? '{}') as { base: string }
  const tellReact = saveTyped(element)
  // Synchronous, so that no event can fall between the old page and the living one.
  const root = flushSync(() =>
    hydrateRoot(element, createElement(component, { ...props, t, language }), { identifierPrefix: name }),
  )
  tellReact()
  return () => root.unmount()
}
