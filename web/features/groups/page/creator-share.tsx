import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { sharePrice, signWords } from '#web/features/groups/base/group-words.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { ShareGroup } from './share-group.tsx'
import styles from './my-part.module.css'

type Props = { readonly t: GroupTexts; readonly language: Language; readonly card: GroupCard }

export function CreatorShare({ t, language, card }: Props) {
  /** Version of the group whose preview image failed to load, as on mirrors. */
  const [broken, setBroken] = useState<number | null>(null)
  const alt = `${signWords(t, card, false).headline} ${card.freeSeats > 0 ? t.free : sharePrice(card, language)}`
  return (
    <div className={styles.share}>
      <ShareGroup t={t} language={language} card={card} first />
      {broken !== card.version && (
        <figure>
          <figcaption className="small">{t.friendsSee}</figcaption>
          {/* Any version in the image's URL works, because the server redirects to the current image. */}
          <img
            src={`/og/group/${card.groupId}/${card.version}-${language}-wide.png`}
            width={1200}
            height={630}
            alt={alt}
            onError={() => setBroken(card.version)}
          />
        </figure>
      )}
    </div>
  )
}
