import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import styles from './seat-lines.module.css'

type Seats = GroupCard['seats']
const row = 84

function path(index: number, count: number, width: number, bend: number): string {
  const [from, to] = [row * index + row / 2, (row * count) / 2]
  if (from === to) return `M0 ${from}h${width}`
  return `M0 ${from}h${bend}c${bend} 0 ${bend} ${to - from} ${bend * 2} ${to - from}`
}

/** Draws a road lane for each seat: solid if paid, dashed if unpaid, thin if the seat stayed empty. */
export function SeatLines({ seats, off }: { seats: Seats; off: boolean }) {
  const count = seats.length
  const height = row * count
  return (
    <div className={styles.roads} data-off={off || undefined} aria-hidden="true">
      <svg viewBox={`0 0 420 ${height}`} preserveAspectRatio="none" fill="none">
        {seats.map(({ seat, state }, index) => (
          <path key={seat} data-state={state} d={path(index, count, 408, 95)} />
        ))}
        {count === 2 && <path data-state={off ? 'taken' : 'open'} d={`M285 ${height / 2}h123`} />}
      </svg>
      <svg className={styles.head} viewBox="0 0 44 76" fill="none">
        <path d="M4 6l32 32L4 70" />
      </svg>
    </div>
  )
}

export const MiniLanes = ({ seats }: { seats: Seats }) => (
  <span className={styles.mini} aria-hidden="true">
    {seats.map(({ seat, state }) => (
      <i key={seat} data-state={state} />
    ))}
  </span>
)
