import type { Language } from '#shared/language.ts'
import { isOpenStatus } from '#shared/order-outcome.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { displayClock, displayDate } from '#web/display/display-date.ts'
import { missingSeats } from '#web/features/groups/base/group-part.ts'
import type { MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { sumText } from '#web/payment/summarize-order.ts'

/** Title and text about the visitor's own seat. */
export function mySeatWords(t: GroupTexts, language: Language, group: MyGroup, now: number) {
  const { mine } = group
  switch (mine.state) {
    case 'unpaid': {
      const until = mine.orders.find(({ status }) => isOpenStatus(status))?.payableUntil
      return {
        title: t.mine.unpaid.title,
        text: t.mine.unpaid.text(displayClock(until ?? group.expiresAt, language, now)),
      }
    }
    case 'waiting':
      return {
        title: t.mine.waiting.title,
        text: group.openSeats === 0 ? t.mine.waiting.held : t.mine.waiting.text(missingSeats(group)),
      }
    case 'member': {
      const { title, text, plain } = t.mine.member
      const until = mine.membershipExpiresAt
      return { title, text: until === null ? plain : text(displayDate(until, language)) }
    }
    case 'review': {
      const { title, text, received } = t.mine.review
      const order = mine.orders.find(({ status }) => status === 'review')
      const isOdd = order && order.receivedMinor > 0 && order.receivedMinor !== order.amountMinor
      return {
        title: isOdd
          ? received(
              sumText(order.receivedMinor, order.receivedCurrency, language),
              sumText(order.amountMinor, order.currency, language),
            )
          : title,
        text: text(mine.keptUntil === null ? null : displayClock(mine.keptUntil, language, now)),
      }
    }
    case 'refunding':
    case 'refunded':
    case 'left':
      return t.mine[mine.state]
  }
}
