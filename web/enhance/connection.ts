import type { Language } from '#shared/language.ts'
import { isOffline, isReachable, onOffline, announceOnline } from '#web/client/connection.ts'

const words: Record<Language, Record<'offline' | 'lost' | 'again', string>> = {
  en: { offline: 'You’re offline.', lost: 'We can’t be reached.', again: 'Try again' },
  'zh-CN': { offline: '网断了。', lost: '连不上我们。', again: '再试一次' },
}
const recheckMs = 5_000
const pressMs = 500

/** Shows a strip while the site cannot be reached, and notifies listeners when it can be reached again. */
export function watchConnection(): void {
  // The live region is inserted before its text, or screen readers would not announce that text.
  const strip = document.createElement('div')
  strip.className = 'offline'
  strip.setAttribute('role', 'status')
  let timer = 0

  function show(): void {
    if (!strip.isConnected) document.querySelector('.top')?.after(strip)
    if (!strip.firstChild) draw()
    say()
    if (!isOffline()) lookLater()
  }
  function draw(): void {
    const line = document.createElement('div')
    const text = document.createElement('b')
    const dashes = document.createElement('span')
    const again = document.createElement('button')
    line.className = 'page'
    again.className = 'btn s'
    again.type = 'button'
    again.addEventListener('click', () => void press(again))
    line.append(text, dashes, again)
    strip.append(line)
  }
  /**
   * Updates the strip in the page's language. Leaves equal text untouched, because screen readers would announce it
   * again.
   */
  function say(): void {
    const t = words[document.documentElement.lang as Language]
    const [text, again] = strip.querySelectorAll('b, button')
    for (const [part, word] of [
      [text, isOffline() ? t.offline : t.lost],
      [again, t.again],
    ] as const)
      if (part && part.textContent !== word) part.textContent = word
  }
  async function press(again: HTMLButtonElement): Promise<void> {
    again.setAttribute('aria-busy', 'true')
    // A refused connection fails at once. The delay shows the user that the click had an effect.
    await Promise.all([look(), new Promise((resolve) => setTimeout(resolve, pressMs))])
    again.removeAttribute('aria-busy')
  }
  async function look(): Promise<void> {
    if (strip.firstChild && (await isReachable()) && strip.firstChild) end()
  }
  function lookLater(): void {
    clearTimeout(timer)
    timer = window.setTimeout(() => void look().then(() => strip.firstChild && lookLater()), recheckMs)
  }
  function end(): void {
    clearTimeout(timer)
    strip.replaceChildren()
    announceOnline()
  }

  document.querySelector('.top')?.after(strip)
  addEventListener('offline', show)
  // Having a network does not prove that the site can be reached, and some waiting requests are sent only once, so the
  // site is tested first.
  addEventListener('online', () => {
    if (!strip.firstChild) return
    say()
    lookLater()
    void look()
  })
  new MutationObserver(say).observe(document.documentElement, { attributeFilter: ['lang'] })
  onOffline(show)
  if (isOffline()) show()
}
