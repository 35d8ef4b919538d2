import { isOffline, isReachable, tellLost } from '#web/client/connection.ts'
import { swapLanguage } from './lazy-scripts.ts'
import { hasTyped, restartIslands, teachIslands } from './islands.ts'

type SwapModule = typeof import('./lazy/swap-language.ts')

/** The language switch: keeps the choice here and in the cookie for the server, then shows the same page in it. */
export function startLanguage(): void {
  let wasUsed = hasTyped(document.body)
  document.addEventListener('input', () => (wasUsed = true), { capture: true, once: true })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-language]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const language = link.dataset.language ?? ''
    try {
      localStorage.setItem('language', language)
    } catch {
      // storage is blocked: the cookie, or the link's own address, still works
    }
    document.cookie = `language=${language};path=/;max-age=31536000;samesite=lax`
    const neutral = document.documentElement.dataset.neutral !== undefined
    const follow = () => {
      if (neutral && document.cookie.includes(`language=${language}`)) location.reload()
      else location.href = link.pathname + location.search + location.hash
    }
    // Browsers remember a script that failed: without a network none is asked for.
    if (isOffline()) return
    import(/* @vite-ignore */ swapLanguage).then(
      (module: SwapModule) => module.swapLanguage(link, { follow, restartIslands, teachIslands, wasUsed }),
      async () => ((await isReachable()) ? follow() : tellLost()),
    )
  })
}
