import type { Language } from '#shared/language.ts'
import { announceOffline } from '#web/client/connection.ts'
import { copyFields } from '#web/client/copy-fields.ts'

/** Page parts that contain text and are replaced. Styles and scripts are the same in both languages. */
const parts = [
  '.skip',
  '.top',
  '.old',
  'main',
  '.foot',
  '#page-data',
  '#island-error',
  'title',
  'meta[name=description]',
  'link[rel=canonical]',
  'link[rel=manifest]',
]
type Page = {
  /** Opens the other language as a new page if the content cannot be replaced, for example without cookies. */
  readonly follow: () => void
  readonly restartIslands: () => void
  readonly switchIslandLanguage: (language: Language) => Promise<(fresh: Element) => void>
  readonly wasUsed: boolean
}

const sayThatItStays = () =>
  import('#web/client/language-toasts.ts').then(({ toastSwitchFailed }) => toastSwitchFailed(pageLanguage()))
const pageLanguage = () => document.documentElement.lang as Language

/** Replaces the page with its translation without a reload, keeping everything typed and chosen. */
export function swapLanguage(link: HTMLAnchorElement, page: Page): void {
  const { follow, restartIslands, switchIslandLanguage, wasUsed } = page
  const root = document.documentElement
  const language = link.dataset.language as Language
  const neutral = root.dataset.neutral !== undefined
  const address = neutral ? location.href : link.pathname + location.search + location.hash
  const taught = switchIslandLanguage(language)

  // `XMLHttpRequest` is the only HTML parser that Trusted Types allow; scripts in the result never run.
  const request = new XMLHttpRequest()
  request.open('GET', address)
  request.responseType = 'document'
  // Following the link while offline would lose the page, so the page stays and says that it is offline.
  request.addEventListener('error', announceOffline)
  request.addEventListener('load', () => {
    const fresh = request.responseXML
    if (request.status >= 500) return void sayThatItStays()
    if (fresh?.documentElement.lang !== language) return follow()
    taught.then((renew) => {
      const swap = () => {
        const from = scrollY
        root.lang = language
        const coming = fresh.querySelector('main')
        const before = document.querySelector('main')
        const data = fresh.querySelector('#page-data')
        // The page data is replaced first, because islands read the language of their requests from it.
        if (data) document.querySelector('#page-data')?.replaceWith(data)
        if (coming) renew(coming)
        const tell = before && coming ? copyFields(before, coming) : () => {}
        for (const part of parts) {
          const twin = fresh.querySelector(part)
          if (twin) document.querySelector(part)?.replaceWith(twin)
        }
        if (!neutral) history.replaceState(history.state, '', address)
        restartIslands()
        tell()
        scrollTo({ top: from, behavior: 'instant' })
        document.querySelector<HTMLElement>('a[data-language]')?.focus({ preventScroll: true })
        // Imports the module of the toasts separately, because it brings styles.
        if (wasUsed) void import('#web/client/language-toasts.ts').then(({ toastSwitched }) => toastSwitched(language))
      }
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      if ('startViewTransition' in document && !still) document.startViewTransition(swap)
      else swap()
    }, follow)
  })
  request.send()
}
