import type { Language } from '#shared/language.ts'
import type { Envelope } from '#shared/errors.ts'
import { fetchApi } from '#web/client/api-host.ts'
import type { CallOutput } from '#web/client/api.ts'
import { readPageData } from '#web/client/page-data.ts'
import en from '#text/en/site/status.ts'
import zh from '#text/zh-CN/site/status.ts'

const texts = { en, 'zh-CN': zh }

/**
 * This file shows the live service status. It queries the document each time, because a language change may replace its
 * content.
 */
const minuteMs = 60_000
const askedEvery = 5

type Known = { readonly state: 'clear' | 'slow' | 'down'; readonly askedAt: number }
let known: Known | null = null
let minutes = 0

async function ask(): Promise<void> {
  // Does without the API client, which is much larger than this script, because this call needs no session.
  const answer = await fetchApi(`${readPageData().apiPrefix}/api/system/system_status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', platform: 'web' },
    body: '{}',
  })
  const { code, data } = (await answer.json()) as Envelope<CallOutput<'/api/system/system_status'>>
  if (code !== 200 || !data) return
  const { state, ageSeconds } = data
  // If the answer contains no state, the previous one stays and grows older.
  if (state) known = { state, askedAt: performance.now() - ageSeconds * 1000 }
  show()
}

function show(): void {
  const fact = document.querySelector<HTMLElement>('[data-status]')
  const [title, note] = fact?.children ?? []
  if (!fact || !title || !note || !known) return
  const ago = Math.floor((performance.now() - known.askedAt) / minuteMs)
  const { dataset } = fact
  dataset.name ??= title.textContent ?? ''
  dataset.note ??= note.textContent ?? ''
  const language = document.documentElement.lang as Language
  const t = texts[language]
  // A state older than two request intervals is no longer shown as the current one.
  const isNow = ago < 2 * askedEvery
  if (isNow) dataset.state = known.state
  else delete dataset.state
  title.textContent = isNow ? t[known.state] : dataset.name
  note.textContent = !isNow
    ? dataset.note
    : ago > 0
      ? t.asked(new Intl.RelativeTimeFormat(language).format(-ago, 'minute'))
      : t.askedNow
}

// Errors are not shown, because the static text already links to the status page.
const refresh = () => void ask().catch(() => {})
if (document.querySelector('[data-status]')) {
  refresh()
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ['lang'] })
  setInterval(() => {
    minutes += 1
    if (minutes % askedEvery === 0 && document.visibilityState === 'visible') refresh()
    else show()
  }, minuteMs)
}
