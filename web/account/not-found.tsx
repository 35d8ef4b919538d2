import { Link } from 'react-router'
import { useAccount } from './account-context.ts'
import styles from './account.module.css'

export function NotFound() {
  const { t } = useAccount()
  return (
    <div className={styles.sign}>
      <h1>{t.notFound.title}</h1>
      <p className="lead">{t.notFound.text}</p>
      <Link className="btn" to="/user/profile">
        {t.notFound.action}
      </Link>
    </div>
  )
}
