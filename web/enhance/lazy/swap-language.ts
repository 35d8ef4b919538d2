/** The parts of a page that speak. Everything else, styles and scripts, is the same in both languages. */
const parts = [
  '.skip',
  '.top',
  'main',
  '.foot',
  '#page-data',
  '#island-error',
  'title',
  'meta[name=description]',
  'link[rel=canonical]',
  'link[rel=manifest]',
]

/**
 * Puts the page in the other language in place of this one, without a reload. `follow` goes there the plain way, where
 * that fails: no cookies, no connection, another page than expected.
 */
export function swapLanguage(link: HTMLAnchorElement, follow: () => void, restartIslands: () => void): void {
  const root = document.documentElement
  const language = link.dataset.language ?? ''
  const neutral = root.dataset.neutral !== undefined
  const address = neutral ? location.href : link.pathname + location.search + location.hash

  // The one way to read HTML that Trusted Types leave open: what it brings never runs by itself.
  const request = new XMLHttpRequest()
  request.open('GET', address)
  request.responseType = 'document'
  request.addEventListener('error', follow)
  request.addEventListener('load', () => {
    const page = request.responseXML
    if (request.status >= 500 || page?.documentElement.lang !== language) return follow()
    const swap = () => {
      root.lang = language
      for (const part of parts) {
        const fresh = page.querySelector(part)
        if (fresh) document.querySelector(part)?.replaceWith(fresh)
      }
      if (!neutral) history.replaceState(history.state, '', address)
      restartIslands()
      document.querySelector<HTMLElement>('a[data-language]')?.focus({ preventScroll: true })
    }
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    if ('startViewTransition' in document && !still) document.startViewTransition(swap)
    else swap()
  })
  request.send()
}
