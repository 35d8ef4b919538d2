import { planEnd } from '#shared/membership-time.ts'
import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'

type Props = {
  readonly today: string
  readonly offers: readonly { readonly months: number; readonly bonusDays: number }[]
}

/** Every date that the part shows of a day, each way it is written, in one order. */
function datesOf({ offers }: Props, day: string, language: Language): readonly string[] {
  const start = new Date(`${day}T00:00:00Z`)
  return [start, ...offers.map(({ months, bonusDays }) => planEnd(start, months, bonusDays))].flatMap((date) =>
    (['long', 'short'] as const).map((style) => displayDate(date, language, { style, timeZone: 'UTC' })),
  )
}

/**
 * A part that was rendered for another day than it is here counts from this one: what it shows, and what it tells the script that runs
 * it later. It is the same HTML that the server would have sent, so that one finds in it what it would say itself.
 */
export function showDay(): void {
  const language = document.documentElement.lang as Language
  for (const part of document.querySelectorAll<HTMLElement>('[data-day]:not([data-live])')) {
    const data = part.nextElementSibling
    const props = JSON.parse(data?.textContent ?? '{}') as Props
    const today = new Date().toLocaleDateString('sv')
    const fresh = datesOf(props, today, language)
    const dates = new Map(datesOf(props, props.today, language).map((old, index) => [old, fresh[index] ?? old]))
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      // The longest: the eleventh ends as the first does.
      const [old] = [...dates.keys()]
        .filter((date) => text.data.endsWith(date))
        .toSorted((one, other) => other.length - one.length)
      if (old) text.data = text.data.slice(0, -old.length) + dates.get(old)
    }
    // Its text node: what a script holds itself is a matter of Trusted Types.
    if (data?.firstChild) data.firstChild.nodeValue = JSON.stringify({ ...props, today })
    part.dataset.day = today
  }
}
