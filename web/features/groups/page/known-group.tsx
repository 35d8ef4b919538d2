import '#ui/dialog.css'
import '#ui/progress.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverNow } from '#web/client/server-clock.ts'
import { useSession } from '#web/client/session.ts'
import { priceIn, type Offer } from '#web/payment/offer-prices.ts'
import { Coming, Missing } from './no-group-yet.tsx'
import { FirstLook } from './first-look.tsx'
import { GroupSign } from './group-sign.tsx'
import { canShare, isAlive, partOf } from '#web/features/groups/base/group-part.ts'
import { myGroupQuery, type GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { JoinPanel } from './join-panel.tsx'
import type { Paying } from '#web/features/groups/seat/pay-seat.tsx'
import { ShareGroup } from './share-group.tsx'
import { useLiveGroup } from './use-live-group.ts'
import { useRefreshGroup } from '#web/features/groups/base/use-refresh.ts'
import styles from '#web/features/groups/base/group.module.css'
import layout from './layout.module.css'

export type GroupPageProps = Pick<Paying, 'methods' | 'supportUrl' | 'sheet'> & { readonly offers: readonly Offer[] }
type First = { readonly first: GroupCard; readonly deadline: string }
type Props = GroupPageProps &
  Pick<Paying, 't' | 'language' | 'base'> & {
    readonly code: string
    /** True if the visitor pressed the join button before this part had loaded. */
    readonly joining?: boolean
    /** True while a finger or mouse button is down. The buttons must not be replaced then, or the click is lost. */
    readonly isHeld?: boolean
  } & Partial<First>

const retryMs = 3_000

export default function KnownGroup({
  code,
  offers,
  first,
  deadline,
  joining: pressed = false,
  isHeld = false,
  ...paying
}: Props) {
  const { t, language } = paying
  const { card, error, refetch } = useLiveGroup(code, language, first)
  const session = useSession()
  const refresh = useRefreshGroup(code)
  const [now, setNow] = useState(Date.now)
  const [joining, setJoining] = useState(pressed)
  const { data: mine, refetch: refetchMine } = useQuery({
    ...myGroupQuery(code),
    enabled: session.state === 'signed-in',
    // Retries a failed request until it succeeds, because the page waits for this query.
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? retryMs : false),
  })

  // A visitor who signs in on this page keeps seeing the join form while their own seat loads, because their order
  // continues in it.
  const [enteredHere, setEnteredHere] = useState(false)
  const [isShown, setShown] = useState(false)
  if (session.state === 'signed-out' && card && !enteredHere) setEnteredHere(true)

  const version = card?.version
  useEffect(() => {
    // A new version of the group may also change the visitor's own seat, so that is fetched again.
    if (session.state === 'signed-in' && version !== undefined && mine && mine.version !== version) void refetchMine()
  }, [version, mine, session.state, refetchMine])
  const endsAt = card && isAlive(card) ? card.expiresAt : null
  useEffect(() => {
    if (endsAt === null) return
    const timer = setTimeout(
      () => {
        setNow(serverNow())
        refresh()
      },
      Math.min(endsAt - serverNow() + 1_000, 2 ** 31 - 1),
    )
    return () => clearTimeout(timer)
  }, [endsAt, refresh])

  if (card === null) return <Missing {...paying} />
  if (error && !card)
    return (
      <div className={`page ${layout.words}`} role="alert">
        <h1>{t.failed.title}</h1>
        <p className="lead">{error.message}</p>
        <button type="button" className="btn" onClick={() => void refetch()}>
          {t.failed.action}
        </button>
      </div>
    )
  // The panel waits until the visitor's own seat is known. If the join button was pressed before, the purchase then
  // begins if a seat is free.
  const someoneUnknown = session.state === 'unknown' && session.unreachable === null
  const isKnown = !someoneUnknown && !(session.state === 'signed-in' && mine === undefined && !enteredHere)
  if (card && isKnown && !isHeld && !isShown) setShown(true)
  if (!card || !isKnown || !isShown) {
    const known = card ?? first
    if (!known || deadline === undefined) return <Coming />
    return (
      <FirstLook
        {...paying}
        offers={offers}
        card={known}
        deadline={deadline}
        joining={joining}
        onJoin={() => setJoining(true)}
      />
    )
  }

  const part = partOf(card, mine?.mine ?? null)
  const plan = offers.find(({ id }) => id === card.goodsId)
  return (
    <div className="page">
      <div className={layout.hero}>
        <GroupSign
          t={t}
          card={card}
          mySeat={mine?.mine.seat ?? null}
          isCreator={mine?.mine.isCreator ?? false}
          isChecked={mine?.mine.state === 'review'}
        />
        <JoinPanel
          {...paying}
          card={card}
          mine={mine ?? null}
          part={part}
          aloneMinor={(plan && priceIn(plan, card.currency)?.priceMinor) ?? null}
          now={now}
          joining={joining}
          onBegun={() => setJoining(false)}
        />
      </div>
      {canShare(card) && !mine?.mine.isCreator && (
        <section className={styles.share} aria-labelledby="share-title">
          <h2 id="share-title">{t.shareTitle}</h2>
          <p>{t.shareText}</p>
          <ShareGroup t={t} language={language} card={card} />
        </section>
      )}
    </div>
  )
}
