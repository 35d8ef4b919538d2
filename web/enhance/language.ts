import { writeStored } from '#ui/browser-storage.ts'
import { isOffline, isReachable, announceOffline } from '#web/client/connection.ts'
import { swapLanguage } from './lazy-scripts.ts'
import { hasTyped, restartIslands, switchIslandLanguage } from './islands.ts'

type SwapModule = typeof import('./lazy/swap-language.ts')

/** Language switch: stores the choice in the cookie and in localStorage, then shows the page in that language. */
export function startLanguage(): void {
  let wasUsed = hasTyped(document.body)
  document.addEventListener('input', () => (wasUsed = true), { capture: true, once: true })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-language]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const language = link.dataset.language ?? ''
    // If browser storage is blocked, the cookie or the URL of the link still selects the language.
    writeStored('localStorage', 'language', language)
    document.cookie = `language=${language};path=/;max-age=31536000;samesite=lax`
    const neutral = document.documentElement.dataset.neutral !== undefined
    const follow = () => {
      if (neutral && document.cookie.includes(`language=${language}`)) location.reload()
      else location.href = link.pathname + location.search + location.hash
    }
    // Browsers remember a failed import, so nothing is imported while offline.
    if (isOffline()) return
    import(/* @vite-ignore */ swapLanguage).then(
      (module: SwapModule) => module.swapLanguage(link, { follow, restartIslands, switchIslandLanguage, wasUsed }),
      async () => ((await isReachable()) ? follow() : announceOffline()),
    )
  })
}
