import '#ui/card.css'
import { useId, useState } from 'react'
import { readPageData } from '#web/client/page-data.ts'
import type { Language } from '#shared/language.ts'
import type { SiteMethod } from '#shared/site.ts'
import { displayClock, displayDate } from '#web/display/display-date.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { canShare, isAlive, takenSeats } from '#web/features/groups/base/group-part.ts'
import { sharePrice } from '#web/features/groups/base/group-words.ts'
import type { MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { MiniLanes } from '#web/features/groups/page/seat-lines.tsx'
import { MyPart } from '#web/features/groups/page/my-part.tsx'
import { ShareGroup } from '#web/features/groups/page/share-group.tsx'
import styles from './my-groups.module.css'

type Props = {
  readonly t: GroupTexts
  readonly language: Language
  readonly methods: readonly SiteMethod[]
  readonly group: MyGroup
  readonly now: number
}
const kinds: Record<MyGroup['mine']['state'], string> = {
  unpaid: 'hold',
  waiting: 'info',
  member: 'ok',
  refunding: 'hold',
  refunded: '',
  review: 'info',
  left: '',
}

export function MyGroupCard({ t, language, methods, group, now }: Props) {
  const id = useId()
  const [sharing, setSharing] = useState(false)
  const { mine } = group
  const isIn = mine.state === 'unpaid' || mine.state === 'waiting' || mine.state === 'member'
  const shareable = isIn && canShare(group)
  // True if the creator's next step is to send the link to friends.
  const sharesFirst = shareable && mine.isCreator && mine.state !== 'unpaid'
  return (
    <li className={`card ${styles.group}`} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id}>{t.tab(group.size, group.productName)}</h2>
        <span className={`tag ${kinds[mine.state]}`}>{t.list.states[mine.state]}</span>
      </div>
      <p className={styles.facts}>
        <span>
          <MiniLanes seats={group.seats} /> {t.list.of(takenSeats(group), group.size)}
        </span>
        <span>{group.paymentType === 0 ? t.list.payAll : t.list.paySelf}</span>
        <span className="num">{t.start.each(sharePrice(group, language))}</span>
        <span>
          {isAlive(group)
            ? t.list.until(displayClock(group.expiresAt, language, now))
            : t.list.started(displayDate(group.createdAt, language))}
        </span>
      </p>
      {sharesFirst && <ShareGroup t={t} language={language} card={group} first />}
      <MyPart
        t={t}
        language={language}
        base=""
        methods={methods}
        supportUrl={readPageData().supportInbox ? '/user/help' : null}
        group={group}
        now={now}
        isOwnPage={false}
      />
      <div className={styles.ways}>
        <a className="link" href={`/group-buying?group=${group.groupId}`}>
          {t.list.open}
        </a>
        {shareable && !sharesFirst && (
          <button type="button" className="btn s quiet" aria-expanded={sharing} onClick={() => setSharing(!sharing)}>
            {sharing ? t.list.hideShare : t.list.share}
          </button>
        )}
      </div>
      {sharing && shareable && !sharesFirst && <ShareGroup t={t} language={language} card={group} />}
    </li>
  )
}
