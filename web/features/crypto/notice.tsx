import type { ReactNode } from 'react'
import styles from './notice.module.css'

export const Notice = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <div className={styles.notice} role="status">
    <h2>{title}</h2>
    {text !== undefined && <p className="lead">{text}</p>}
    <div className={styles.ways}>{children}</div>
  </div>
)
