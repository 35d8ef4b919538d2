import { isOffline, isReachable, onLost, tellBack } from '#web/client/connection.ts'

const words = {
  en: { offline: 'You’re offline.', lost: 'We can’t be reached.', again: 'Try again' },
  'zh-CN': { offline: '网断了。', lost: '连不上我们。', again: '再试一次' },
}
const recheckMs = 5_000

/** A strip while the site cannot be reached; everything that waits for it is told when that is over. */
export function watchConnection(): void {
  // There before its words, so that screen readers say them.
  const strip = document.createElement('div')
  strip.className = 'offline'
  strip.setAttribute('role', 'status')
  let timer = 0

  function show(): void {
    if (!strip.isConnected) document.querySelector('.top')?.after(strip)
    if (strip.firstChild) return
    const t = words[document.documentElement.lang === 'en' ? 'en' : 'zh-CN']
    const line = document.createElement('div')
    const text = document.createElement('b')
    const dashes = document.createElement('span')
    const again = document.createElement('button')
    line.className = 'page'
    text.textContent = isOffline() ? t.offline : t.lost
    again.className = 'btn s'
    again.type = 'button'
    again.textContent = t.again
    again.addEventListener('click', () => void look())
    line.append(text, dashes, again)
    strip.append(line)
    if (!isOffline()) lookLater()
  }
  async function look(): Promise<void> {
    if (strip.firstChild && (await isReachable())) end()
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
  addEventListener('online', end)
  onLost(show)
  if (isOffline()) show()
}
