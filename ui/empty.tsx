import type { ReactNode } from 'react'
import styles from './empty.module.css'

export const Empty = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={styles.empty}>
    <svg viewBox="0 0 160 40" fill="none" aria-hidden="true">
      <path className={styles.dashes} d="M28 20h120" />
      <circle className={styles.ring} cx="16" cy="20" r="11" />
    </svg>
    <b>{title}</b>
    <p className="dim">{text}</p>
    {children}
  </div>
)
