import type { Language } from '#shared/language.ts'
import { offerDates, type Dated } from '#web/display/offer-dates.ts'

const hourMs = 3_600_000

/**
 * Current time in ms. Takes the server's if this device's date cannot be right at the time of the server's `today`,
 * which is a day of UTC or of China: the clock is wrong, or the page is an old copy. Null if the server does not tell.
 */
async function timeNow(today: string): Promise<number | null> {
  const sinceMidnight = Date.now() - Date.parse(today)
  if (sinceMidnight > -8 * hourMs && sinceMidnight < 24 * hourMs) return Date.now()
  const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
  return Date.parse(headers.get('date') ?? '') || null
}

/**
 * Corrects plan dates that the server rendered for another day, in the text and in the island's props, so that
 * hydration matches. Uses the exact time, because plan months count in UTC and the local day alone could shift their
 * end.
 */
export async function showDay(): Promise<void> {
  const language = document.documentElement.lang as Language
  for (const part of document.querySelectorAll<HTMLElement>('[data-day]:not([data-live])')) {
    const data = part.nextElementSibling
    const props = JSON.parse(data?.textContent ?? '{}') as Dated
    const cameAt = await timeNow(props.today)
    // The form may have become active meanwhile, and shows its dates itself.
    if (cameAt === null || part.hasAttribute('data-live')) continue
    const here: Dated = { ...props, cameAt }
    const fresh = offerDates(here, language)
    const dates = new Map(offerDates(props, language).map((old, index) => [old, fresh[index] ?? old]))
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      // Takes the longest old date that the text ends with: "11 Nov" also ends with "1 Nov".
      const [old] = [...dates.keys()]
        .filter((date) => text.data.endsWith(date))
        .sort((one, other) => other.length - one.length)
      if (old) text.data = text.data.slice(0, -old.length) + dates.get(old)
    }
    // Changes the existing text node, because Trusted Types forbid setting a script's content.
    if (data?.firstChild) data.firstChild.nodeValue = JSON.stringify(here)
  }
}
