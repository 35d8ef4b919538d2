import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { Icon } from '#ui/icon.tsx'
import type { GroupTexts } from '#text/en/site/groups.ts'
import type { Part } from '#web/features/groups/base/group-part.ts'
import { sharePrice } from '#web/features/groups/base/group-words.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import styles from '#web/features/groups/base/group.module.css'

type Props = {
  readonly t: GroupTexts
  readonly language: Language
  readonly card: GroupCard
  readonly part: Part
  readonly aloneMinor: number | null
  readonly until: string
  /** Time for which a seat is reserved during payment; absent while the payment methods are unknown. */
  readonly held?: string
}
type Over = Extract<Part, { kind: 'refused' }> & { readonly why: 'full' | 'expired' | 'closed' }

/** True if the group is over. Its prices are then hidden. */
export const isOver = (part: Part): part is Over =>
  part.kind === 'refused' && part.why !== 'creator_unpaid' && part.why !== 'held'

export function OfferFacts({ t, language, card, part, aloneMinor, until, held }: Props) {
  if (isOver(part)) return null
  const free = part.kind === 'join' && part.free
  const saved = aloneMinor !== null && aloneMinor > card.unitPriceMinor ? aloneMinor - card.unitPriceMinor : null
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency: card.currency }, language)
  const versus = saved !== null && aloneMinor !== null ? t.versus(money(aloneMinor), money(saved)) : null
  return (
    <>
      {part.kind !== 'mine' && (
        <>
          <b>{free ? t.yourSeat : t.yourShare}</b>
          <span className={`${styles.big} num`}>{free ? t.free : sharePrice(card, language)}</span>
          {versus && !free && (
            <span className={styles.versus}>
              {versus.before}
              {versus.after}
            </span>
          )}
        </>
      )}
      <ul>
        <Point>{t.includes(card.months, card.bonusDays, card.maxDevices)}</Point>
        {free && <Point>{t.freeUntil(until)}</Point>}
        {!free && (card.state === 'open' || card.state === 'creator_unpaid') && <Point>{t.notFull(until)}</Point>}
        {part.kind === 'join' && !free && held !== undefined && <Point>{held}</Point>}
      </ul>
    </>
  )
}

const Point = ({ children }: { children: string }) => (
  <li>
    <Icon name="check" />
    <span>{children}</span>
  </li>
)
