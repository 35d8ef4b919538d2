import type { Language } from '#shared/language.ts'
import { priceIn, type Offer } from '#web/payment/offer-prices.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { isAlive, partOf } from '#web/features/groups/base/group-part.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { joinText } from '#web/features/groups/base/group-words.ts'
import { GroupSign } from './group-sign.tsx'
import { StartOwn } from './start-own.tsx'
import { isOver, OfferFacts } from './offer-facts.tsx'
import styles from '#web/features/groups/base/group.module.css'
import layout from './layout.module.css'

type Props = {
  readonly t: GroupTexts
  readonly language: Language
  readonly offers: readonly Offer[]
  readonly card: GroupCard
  readonly deadline: string
  /**
   * True once the visitor has pressed the join button. The purchase begins as soon as the visitor's own seat is known.
   */
  readonly joining: boolean
  readonly onJoin: () => void
}

/** Shows the group before the session is known, as the server renders it. */
export function FirstLook({ t, language, offers, card, deadline, joining, onJoin }: Props) {
  const part = partOf(card, null)
  const plan = offers.find(({ id }) => id === card.goodsId)
  return (
    <div className="page" aria-busy="true">
      <div className={layout.hero}>
        <GroupSign t={t} card={card} mySeat={null} deadline={isAlive(card) ? deadline : undefined} />
        <aside className={styles.offer}>
          <div className={styles.facts}>
            <OfferFacts
              t={t}
              language={language}
              card={card}
              part={part}
              aloneMinor={(plan && priceIn(plan, card.currency)?.priceMinor) ?? null}
              until={deadline}
            />
          </div>
          <div className={styles.foot} data-bar data-join={part.kind === 'join' || undefined}>
            {part.kind === 'join' && (
              <>
                <button type="button" className="btn wide" aria-busy={joining || undefined} onClick={onJoin}>
                  {joinText(t, card, part, language)}
                </button>
                {!part.free && <p className="small">{t.confirmFirst}</p>}
              </>
            )}
            {isOver(part) && (
              <>
                <p className={styles.why}>{t.refused[part.why]}</p>
                <StartOwn t={t} />
              </>
            )}
          </div>
        </aside>
      </div>
    </div>
  )
}
