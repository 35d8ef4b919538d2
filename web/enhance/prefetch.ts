import { isOffline } from '#web/client/connection.ts'
import * as lazyScripts from './lazy-scripts.ts'
import { afterLoad } from './moments.ts'

/** After load. */
export const delayMs = 1500

/**
 * Brings the scripts of the page's islands into the browser's cache, so that a page that stays open over a release can still
 * be used. Nothing of them runs. Not `rel=prefetch`: Safari leaves it, and `default-src 'none'` forbids it in Firefox.
 */
export function fetchScripts(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (isOffline() || connection?.saveData) return
  const islands = [...document.querySelectorAll<HTMLElement>('[data-island]:not([data-started])')]
  // As when it starts: one that is not shown is not fetched.
  const shown = islands.filter((island) => island.offsetParent)
  for (const script of new Set(shown.flatMap(({ dataset }) => dataset.scripts?.split(' ') ?? [])))
    fetch(script, { priority: 'low' })
      // Only what was read to its end is kept.
      .then((answer) => answer.arrayBuffer())
      .catch(() => {})
}

export const startFetchingScripts = (): void => afterLoad(() => setTimeout(fetchScripts, delayMs))

/** SPEC §2: goods and client configuration are fetched ahead 1.5 s after load. `prefetch` is absent where a page doesn't. */
export function startPrefetch({ prefetch }: DOMStringMap): void {
  if (prefetch === undefined) return
  afterLoad(() => {
    setTimeout(() => {
      // No one asked for it yet, so no one is told when it fails.
      import(/* @vite-ignore */ lazyScripts.prefetch)
        .then((module: { prefetch: () => Promise<void> }) => module.prefetch())
        .catch(() => {})
    }, delayMs)
  })
}
