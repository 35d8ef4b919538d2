import { useState } from 'react'
import { formatMoney } from '#shared/money.ts'
import { isOpenStatus } from '#shared/order-outcome.ts'
import { ask } from '#ui/ask.ts'
import { api } from '#web/client/api.ts'
import { ApiError } from '#web/client/api-error.ts'
import { canShare } from '#web/features/groups/base/group-part.ts'
import type { MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { ReopenSeat } from './reopen-seat.tsx'
import { ListingSwitch } from './listing-switch.tsx'
import { CreatorShare } from './creator-share.tsx'
import { mySeatWords } from './my-seat-words.ts'
import { PaySeat, type Paying } from '#web/features/groups/seat/pay-seat.tsx'
import { useRefreshGroup } from '#web/features/groups/base/use-refresh.ts'
import styles from './my-part.module.css'

type Props = Paying & {
  readonly group: MyGroup
  readonly now: number
  readonly isOwnPage: boolean
}

export function MyPart({ group, now, isOwnPage, ...paying }: Props) {
  const Heading = isOwnPage ? 'h2' : 'h3'
  const { t, language } = paying
  const { mine } = group
  const [leaving, setLeaving] = useState(false)
  const refresh = useRefreshGroup(group.groupId)
  const waiting = mine.orders.find(({ status }) => isOpenStatus(status))
  const { title, text } = mySeatWords(t, language, group, now)

  async function leave() {
    const question = mine.isCreator ? t.mine.endAsk : t.mine.leaveAsk
    if (leaving || !(await ask(question))) return
    setLeaving(true)
    try {
      await api('/api/payment/payment_joint_leave', { group: group.groupId })
    } catch (error) {
      // `api` has shown a toast already, and the `finally` block fetches the state of the group again.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setLeaving(false)
      refresh()
    }
  }

  return (
    <div className={styles.mine}>
      <div role="status">
        <Heading>{title}</Heading>
        <p>{text}</p>
      </div>
      {isOwnPage && mine.isCreator && canShare(group) && <CreatorShare t={t} language={language} card={group} />}
      <PaySeat {...paying} card={group} what="rest" totalMinor={mine.restMinor}>
        {({ pay, goOn }) => (
          <>
            {waiting && (
              <button type="button" className="btn wide" onClick={() => goOn(waiting)}>
                {t.mine.goOn}
              </button>
            )}
            {mine.restSeats > 0 && !waiting && (
              <div>
                <button type="button" className="btn quiet wide" aria-haspopup="dialog" onClick={pay}>
                  {t.mine.rest(mine.restSeats, formatMoney({ ...group, amountMinor: mine.restMinor }, language))}
                </button>
                <p className={`small ${styles.why}`}>{t.mine.restWhy}</p>
              </div>
            )}
          </>
        )}
      </PaySeat>
      {mine.freeableSeats.map((seat) => (
        <ReopenSeat key={seat} t={t} group={group} seat={seat} />
      ))}
      {mine.state === 'member' && (
        <a className="btn wide" href={`${paying.base}/start`}>
          {t.mine.getApp}
        </a>
      )}
      {mine.isCreator && group.state === 'open' && <ListingSwitch t={t} group={group} />}
      {mine.canLeave && (
        <button
          type="button"
          className={`link ${styles.leave}`}
          aria-busy={leaving || undefined}
          onClick={() => void leave()}
        >
          {mine.isCreator ? t.mine.end : t.mine.leave}
        </button>
      )}
    </div>
  )
}
