import '#ui/plate.css'
import { Countdown } from '#web/display/countdown.tsx'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { countSeats, isAlive } from '#web/features/groups/base/group-part.ts'
import { signWords } from '#web/features/groups/base/group-words.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { SeatLines } from './seat-lines.tsx'
import styles from '#web/features/groups/base/group.module.css'

type Props = {
  readonly t: GroupTexts
  readonly card: GroupCard
  readonly mySeat: number | null
  readonly isCreator?: boolean
  /** True while an operator checks the visitor's own payment. */
  readonly isChecked?: boolean
  /** Deadline as text instead of a countdown, for pages without script. */
  readonly deadline?: string | undefined
}

export function GroupSign({ t, card, mySeat, isCreator = false, isChecked = false, deadline }: Props) {
  const { headline, lead } = signWords(t, card, isCreator)
  const off = card.state === 'finished' && card.freeSeats === 0
  return (
    <div className={`plate ${styles.sign}`} data-state={card.state}>
      <span className="tab up">{t.tab(card.size, card.productName)}</span>
      <div role="status">
        <h1>{headline}</h1>
        <p className="vh">{t.seatCounts(countSeats(card))}</p>
      </div>
      <p className="lead">{lead}</p>
      <div className={styles.lanes}>
        <ul className={styles.seats} aria-label={t.lanes}>
          {card.seats.map(({ seat, state, name, isCreator: hasStarted }) => {
            const mine = seat === mySeat
            const standing = mine && isChecked ? t.seat.checked : t.seat[state]
            return (
              <li key={seat} className={styles.seat} data-state={state}>
                <span className={styles.avatar} aria-hidden="true">
                  {(name ?? '?').slice(0, 1).toUpperCase()}
                </span>
                <span>
                  <b>
                    {name ?? t.seatName[state]}
                    {mine && <span className={styles.you}>{t.you}</span>}
                  </b>
                  <span className="small">{hasStarted && name !== null ? t.started(standing) : standing}</span>
                </span>
              </li>
            )
          })}
        </ul>
        <SeatLines seats={card.seats} off={off} />
      </div>
      {isAlive(card) && (
        <p className={styles.time}>
          <b>{deadline === undefined ? <Countdown t={t.timer} until={card.expiresAt} /> : t.deadline(deadline)}</b>
          <span>{deadline === undefined && (card.freeSeats > 0 ? t.untilFree : t.untilRefund)}</span>
        </p>
      )}
    </div>
  )
}
