import { isOffline, isReachable, onLost, tellBack } from '#web/client/connection.ts'

const words = {
  en: { offline: 'You’re offline.', lost: 'We can’t be reached.', again: 'Try again' },
  'zh-CN': { offline: '网断了。', lost: '连不上我们。', again: '再试一次' },
}
const recheckMs = 5_000
const pressMs = 500

/** A strip while the site cannot be reached; everything that waits for it is told when that is over. */
export function watchConnection(): void {
  // There before its words, so that screen readers say them.
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
  /** In the page's language, which is switched in place, and only where it says something else: what is said again is read aloud again. */
  function say(): void {
    const t = words[document.documentElement.lang === 'en' ? 'en' : 'zh-CN']
    const [text, again] = strip.querySelectorAll('b, button')
    for (const [part, word] of [
      [text, isOffline() ? t.offline : t.lost],
      [again, t.again],
    ] as const)
      if (part && part.textContent !== word) part.textContent = word
  }
  async function press(again: HTMLButtonElement): Promise<void> {
    again.setAttribute('aria-busy', 'true')
    // A network that refuses does so at once: a press that shows nothing seems to do nothing.
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
    tellBack()
  }

  document.querySelector('.top')?.after(strip)
  addEventListener('offline', show)
  // A network alone is not the site: what waits for it would be asked for in vain, and some is asked for only once.
  addEventListener('online', () => {
    if (!strip.firstChild) return
    say()
    lookLater()
    void look()
  })
  new MutationObserver(say).observe(document.documentElement, { attributeFilter: ['lang'] })
  onLost(show)
  if (isOffline()) show()
}
