import type { OrderOutcome } from '#shared/order-outcome.ts'
import styles from './outcome.module.css'

type Kind = 'there' | 'waits' | 'merge' | 'turned' | 'person' | 'back'

const kinds: Readonly<Record<OrderOutcome, Kind>> = {
  elsewhere: 'there',
  'elsewhere-wait': 'waits',
  'elsewhere-other': 'person',
  open: 'waits',
  declined: 'turned',
  back: 'turned',
  checking: 'waits',
  slow: 'waits',
  'c-seen': 'waits',
  'c-short': 'waits',
  free: 'there',
  late: 'there',
  paid: 'there',
  'c-over': 'there',
  'group-wait': 'merge',
  'group-full': 'there',
  'group-treat': 'merge',
  'group-back': 'back',
  'group-seat': 'turned',
  expired: 'turned',
  cancelled: 'turned',
  'c-late': 'person',
  review: 'person',
  dispute: 'person',
  'refund-failed': 'person',
  'partly-refunding': 'back',
  refunding: 'back',
  partly: 'back',
  refunded: 'back',
}

export function OutcomePicture({ outcome }: { outcome: OrderOutcome }) {
  return (
    <div className={styles.picture}>
      <svg viewBox="0 0 440 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {drawings[kinds[outcome]]}
      </svg>
    </div>
  )
}

const drawings = {
  there: (
    <>
      <path className={styles.road} d="M-10 112h160q24 0 38-14t38-14h230" />
      <path className={styles.clear} d="M-10 112h160q24 0 38-14t38-14h90" />
      <path className={styles.diamond} d="m350 44 40 40-40 40-40-40z" />
      <path className={styles.core} d="m350 57 27 27-27 27-27-27z" />
    </>
  ),
  waits: (
    <>
      <path className={styles.road} d="M-10 84h480" />
      <path className={styles.clear} d="M-10 84h200" />
      <path className={styles.clear} d="M212 84h150" strokeDasharray="22 16" />
      <circle className={styles.car} cx="196" cy="84" r="17" />
      <path className={styles.goal} d="m386 56 28 28-28 28-28-28z" />
    </>
  ),
  merge: (
    <>
      <path className={styles.road} d="M-10 50h110q60 0 60 34t60 34h230M-10 118h470" />
      <path className={styles.clear} d="M-10 50h110q60 0 60 34t60 34M-10 118h300" />
      <path className={styles.clear} d="M300 118h60" strokeDasharray="16 12" />
      <g transform="translate(318 40) scale(.27)">
        <rect className={styles.core} x="50" y="50" width="220" height="220" rx="22" transform="rotate(45 160 160)" />
        <rect
          className={styles.edge}
          x="60"
          y="60"
          width="200"
          height="200"
          rx="14"
          transform="rotate(45 160 160)"
          strokeWidth="8"
        />
        <path
          className={styles.edge}
          d="M160 244V84M96 222c0-52 64-40 64-86M224 222c0-52-64-40-64-86m-38-18 38-40 38 40"
          strokeWidth="20"
        />
      </g>
    </>
  ),
  turned: (
    <>
      <path className={styles.road} d="M-10 112h262q34 0 34-28t-34-28H110" />
      <path className={styles.slow} d="M-10 112h262q34 0 34-28t-34-28H160" />
      <path className={styles.slow} d="m172 37-22 19 22 19" />
    </>
  ),
  person: (
    <>
      <path className={styles.road} d="M-10 84h480" />
      <path className={styles.clear} d="M-10 84h190" />
      <rect className={styles.information} x="178" y="42" width="84" height="84" rx="14" />
      <path className={styles.letter} d="M220 64v.5M220 80v28" />
    </>
  ),
  back: (
    <>
      <path className={styles.road} d="M-10 84h480" />
      <path className={styles.clear} d="M150 84h320" />
      <path className={styles.clear} d="m166 58-28 26 28 26" />
      <circle className={styles.ring} cx="330" cy="84" r="17" />
    </>
  ),
} satisfies Record<Kind, unknown>
