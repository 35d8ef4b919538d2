import type { ReactNode } from 'react'
import styles from './sign-page.module.css'

type Picture = 'dead-end' | 'bang' | 'roadworks'

export function SignPage({
  title,
  text,
  picture,
  detail,
  children,
}: {
  title: string
  text: string
  picture: Picture
  detail?: string
  children: ReactNode
}) {
  return (
    <section className={`page ${styles.page}`}>
      <div className={styles.sign}>
        <Sign picture={picture} />
      </div>
      <div>
        <h1>{title}</h1>
        <p className="lead">{text}</p>
        {detail !== undefined && <p className={`small faint ${styles.detail}`}>{detail}</p>}
        <div className={styles.ways}>{children}</div>
      </div>
    </section>
  )
}

function Sign({ picture }: { picture: Picture }) {
  if (picture === 'dead-end') {
    return (
      <svg viewBox="0 0 200 200" aria-hidden="true">
        <rect x="20" y="10" width="160" height="180" rx="18" fill="#195daa" />
        <rect x="27" y="17" width="146" height="166" rx="12" fill="none" stroke="#fff" strokeWidth="4" />
        <path d="M100 176V78" stroke="#fff" strokeWidth="26" />
        <path d="M52 66h96" stroke="#d9483b" strokeWidth="28" />
      </svg>
    )
  }
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true">
      <rect x="34" y="34" width="132" height="132" rx="15" transform="rotate(45 100 100)" fill="var(--mark)" />
      <rect
        x="41"
        y="41"
        width="118"
        height="118"
        rx="9"
        transform="rotate(45 100 100)"
        fill="none"
        stroke="#12221c"
        strokeWidth="4.5"
      />
      {picture === 'bang' ? (
        <path d="M100 56v54M100 130v15" stroke="#12221c" strokeWidth="16" />
      ) : (
        <g transform="translate(9 13) scale(.86)" fill="none" stroke="#12221c" strokeWidth="10" strokeLinejoin="round">
          <path d="m58 138 22-30 18 14 12-36-22-10-20 22M110 86l26 24M124 138h30l-15-22z" />
          <circle cx="114" cy="62" r="8" fill="#12221c" />
        </g>
      )}
    </svg>
  )
}
