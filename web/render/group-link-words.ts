import { formatMoney } from '#shared/money.ts'
import { type Language, gap } from '#shared/language.ts'
import type { GroupCard } from '#shared/site.ts'
import type { GroupLinkTexts } from '#text/en/site/group-link.ts'
import { groupDeadline } from './group-deadline.ts'

/** State of a group in link previews. `full`, `expired` and `closed` show no price. */
type Standing = 'creator_unpaid' | 'open' | 'held' | 'free' | 'full' | 'expired' | 'closed'

function standingOf({ state, freeSeats, openSeats }: GroupCard): Standing {
  if (freeSeats > 0) return 'free'
  if (state === 'finished') return 'full'
  return state === 'open' && openSeats === 0 ? 'held' : state
}

type LinkWords = {
  readonly title: string
  readonly description: string
  readonly plan: string
  readonly sign: readonly string[]
  /** Price shown in the link preview; null if the group is over. */
  readonly price: string | null
  readonly isFree: boolean
  readonly foot: string
  /** Deadline in short form; null if the group is over. */
  readonly until: string | null
}

export function linkWords(t: GroupLinkTexts, card: GroupCard, language: Language): LinkWords {
  const standing = standingOf(card)
  const seats = standing === 'free' ? card.freeSeats : card.openSeats
  const price = formatMoney({ amountMinor: card.unitPriceMinor, currency: card.currency }, language, { whole: true })
  const plan = t.plan(card.size, card.months, card.maxDevices)
  const title = t.title[standing]
  const sign = t.sign[standing]
  const said = {
    title:
      typeof title === 'string'
        ? title
        : standing === 'creator_unpaid'
          ? t.title[standing](price)
          : standing === 'free'
            ? t.title.free(seats)
            : t.title.open(seats, price),
    sign: (typeof sign === 'string' ? sign : sign(seats)).split('|'),
    plan,
    isFree: standing === 'free',
  }
  if (standing === 'full' || standing === 'expired' || standing === 'closed')
    return { ...said, price: null, until: null, description: t.over, foot: t.overSign }
  const until = groupDeadline(card.expiresAt, language)
  const foot = standing === 'free' ? t.untilFree(until) : t.untilRefund(until)
  const description = [`${plan}${language === 'en' ? '. ' : '。'}${t.startedBy(card.creator)}`, foot].join(
    gap(language),
  )
  return { ...said, price: standing === 'free' ? t.free : price, description, foot, until: t.until(until) }
}
