import type { Language } from '#shared/language.ts'
import { priceIn, type Offer } from '#web/payment/offer.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { isAlive, partOf } from '#web/features/groups/base/group-part.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { GroupSign } from './group-sign.tsx'
import { isOver, OfferFacts } from './offer-facts.tsx'
import styles from '#web/features/groups/base/group.module.css'
import layout from './layout.module.css'

type Props = {
  readonly t: GroupTexts
  readonly language: Language
  readonly offers: readonly Offer[]
  readonly card: GroupCard
  readonly deadline: string
}

/** Group before the session is known. The button waits for the visitor's own part. */
export function FirstLook({ t, language, offers, card, deadline }: Props) {
  const part = partOf(card, null)
  const plan = offers.find(({ id }) => id === card.goodsId)
  return (
    <div className="page" aria-busy="true">
      <div className={layout.hero}>
        <GroupSign t={t} card={card} mySeat={null} deadline={isAlive(card) ? deadline : undefined} />
        <aside className={styles.offer}>
          <OfferFacts
            t={t}
            language={language}
            card={card}
            part={part}
            aloneMinor={(plan && priceIn(plan, card.currency)?.priceMinor) ?? null}
            until={deadline}
          />
          <div className={styles.foot}>
            {isOver(part) && (
              <>
                <p className={styles.why}>{t.refused[part.why]}</p>
                <a className="btn wide" href="#start">
                  {t.startOwn}
                </a>
              </>
            )}
          </div>
        </aside>
      </div>
    </div>
  )
}
