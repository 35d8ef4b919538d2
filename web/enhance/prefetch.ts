import { isOffline } from '#web/client/connection.ts'
import * as lazyScripts from './lazy-scripts.ts'
import { afterLoad } from './moments.ts'

export const delayMs = 1500

/**
 * Downloads the scripts of the page's islands without running them, so that the page still works after a new release.
 * `rel=prefetch` is no option: Safari ignores it and Firefox blocks it under `default-src 'none'`.
 */
export function fetchScripts(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (isOffline() || connection?.saveData) return
  const islands = [...document.querySelectorAll<HTMLElement>('[data-island]:not([data-started])')]
  const shown = islands.filter((island) => island.offsetParent)
  for (const script of new Set(shown.flatMap(({ dataset }) => dataset.scripts?.split(' ') ?? [])))
    fetch(script, { priority: 'low' })
      // Browsers cache only responses that were read to the end.
      .then((answer) => answer.arrayBuffer())
      .catch(() => {})
}

export const startFetchingScripts = (): void => afterLoad(() => setTimeout(fetchScripts, delayMs))

/** Prefetches plans and client config. `prefetch` is absent on pages that do not need them. */
export function startPrefetch({ prefetch }: DOMStringMap): void {
  if (prefetch === undefined) return
  afterLoad(() => {
    setTimeout(() => {
      // Errors are not shown, because the visitor has not asked for this data yet.
      import(/* @vite-ignore */ lazyScripts.prefetch)
        .then((module: { prefetch: () => Promise<void> }) => module.prefetch())
        .catch(() => {})
    }, delayMs)
  })
}
