import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMoney } from '#shared/money.ts'
import { type Language, gap } from '#shared/language.ts'
import { displayClock } from '#web/display/display-date.ts'
import { Listing } from '#web/display/listing.tsx'
import { countSeats } from '#web/features/groups/base/group-part.ts'
import { openGroupsQuery, type GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { serverNow } from '#web/client/server-clock.ts'
import type { OpenGroupsTexts } from '#text/en/site/open-groups.ts'
import styles from './open-groups.module.css'

type Props = { readonly t: OpenGroupsTexts; readonly language: Language; readonly base: string }

export function OpenGroups({ t, language, base }: Props) {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => setNow(serverNow()), [])
  const { data, ...query } = useInfiniteQuery(openGroupsQuery(language))
  return (
    <Listing
      t={{ failed: t.failed, retry: t.again, older: t.more }}
      query={{ ...query, rows: data?.pages.flatMap(({ list }) => list) }}
      empty={{
        title: t.empty,
        text: t.emptyText,
        way: (
          <a className="btn" href={`${base}/group-buying#start`}>
            {t.start}
          </a>
        ),
      }}
    >
      {(groups) => (
        <ul className={styles.list}>
          {groups.map((card) => (
            <OpenGroup key={card.groupId} t={t} language={language} base={base} card={card} now={now ?? 0} />
          ))}
        </ul>
      )}
    </Listing>
  )
}

function OpenGroup({ t, language, base, card, now }: Props & { card: GroupCard; now: number }) {
  const { currency, unitPriceMinor } = card
  return (
    <li className={styles.group}>
      <div>
        <h2>{t.plan(card.size, card.productName, card.maxDevices)}</h2>
        <p className="dim">
          {t.by(card.creator)}
          {gap(language)}
          <span className={styles.counts}>{t.seatCounts(countSeats(card))}</span>
        </p>
        <p className="dim">{t.until(displayClock(card.expiresAt, language, now))}</p>
      </div>
      <div className={styles.way}>
        <b className="num">{formatMoney({ amountMinor: unitPriceMinor, currency }, language)}</b>
        <a
          className="btn s"
          href={`${base}/group-buying?group=${card.groupId}`}
          aria-label={t.lookAt(card.creator, card.productName)}
        >
          {t.look}
        </a>
      </div>
    </li>
  )
}
