import type { Language } from '#shared/language.ts'
import { offerDates, type Dated } from '#web/display/offer-dates.ts'

/**
 * A part that was rendered for another day than it is here counts from this moment, by this clock: what it shows, and what it tells
 * the script that runs it later, so that one finds in it what it would say itself. A day alone would not do: the months of a plan are
 * counted in UTC, and where February is shorter than the day of the month, they end on another day here than there.
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
      // The longest: the eleventh ends as the first does.
      const [old] = [...dates.keys()]
        .filter((date) => text.data.endsWith(date))
        .sort((one, other) => other.length - one.length)
      if (old) text.data = text.data.slice(0, -old.length) + dates.get(old)
    }
    // Its text node: what a script holds itself is a matter of Trusted Types.
    if (data?.firstChild) data.firstChild.nodeValue = JSON.stringify(here)
  }
}
