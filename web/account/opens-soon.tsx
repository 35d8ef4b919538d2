import { Link } from 'react-router'
import { useAccount } from './account-context.ts'
import styles from './opens-soon.module.css'

/** A section that is still being built: says so, and what will be here. */
export function OpensSoon({ section }: { section: 'group-buying' }) {
  const { t } = useAccount()
  return (
    <>
      <h1 className={styles.title}>{t.sections[section]}</h1>
      <div className={styles.soon}>
        <svg viewBox="0 0 160 96" aria-hidden="true">
          <path className={styles.board} d="M8 16h144v34H8z" />
          <path className={styles.stripes} d="M24 50 44 16h18L42 50zM64 50l20-34h18L82 50zM104 50l20-34h18l-20 34z" />
          <path className={styles.legs} d="M32 50v40M128 50v40" />
        </svg>
        <h2>{t.soon.title}</h2>
        <p className="dim">{t.soon[section]}</p>
        <Link className="link" to="/user/profile">
          {t.soon.back}
        </Link>
      </div>
    </>
  )
}
