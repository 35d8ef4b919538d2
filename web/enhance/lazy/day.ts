import type { Language } from '#shared/language.ts'
import { offerDates, type Dated } from '#web/display/offer-dates.ts'

/**
 * Corrects plan dates that the server rendered for another day, in the text and in the island's props, so that
 * hydration matches. Uses the exact time, because plan months count in UTC and the local day alone could shift their
 * end.
 */
export function showDay(): void {
  const language = document.documentElement.lang as Language
  for (const part of document.querySelectorAll<HTMLElement>('[data-day]:not([data-live])')) {
    const data = part.nextElementSibling
    const props = JSON.parse(data?.textContent ?? '{}') as Dated
    const here: Dated = { ...props, cameAt: Date.now() }
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
