import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import type { Part } from './group-part.ts'
import type { GroupCard } from './groups.queries.ts'

export const sharePrice = ({ unitPriceMinor, currency }: GroupCard, language: Language): string =>
  formatMoney({ amountMinor: unitPriceMinor, currency }, language)

export const joinText = (
  t: GroupTexts,
  card: GroupCard,
  { free, last }: Extract<Part, { kind: 'join' }>,
  language: Language,
): string => (free ? t.joinFree : t.join(last, sharePrice(card, language)))

type SignWords = { readonly headline: string; readonly lead: string }

/**
 * Headline and lead of a group. The headline counts the seats that the button offers, without seats that somebody is
 * paying for.
 */
export function signWords(t: GroupTexts, card: GroupCard, isCreator: boolean): SignWords {
  const { state, creator, freeSeats } = card
  if (freeSeats > 0 && isCreator) return { headline: t.own.free(freeSeats), lead: t.own.freeLead }
  if (freeSeats > 0) return { headline: t.headline.free(freeSeats), lead: t.lead.free(creator) }
  switch (state) {
    case 'creator_unpaid':
      return { headline: t.headline.creator_unpaid, lead: t.lead.creator_unpaid(creator) }
    case 'open':
      return {
        headline: t.headline.open(card.openSeats),
        lead: card.openSeats === 0 ? t.lead.held : isCreator ? t.own.openLead : t.lead.open(creator),
      }
    case 'finished':
    case 'expired':
    case 'closed':
      return { headline: t.headline[state], lead: t.lead[state] }
  }
}
