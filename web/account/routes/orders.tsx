import { useState } from 'react'
import { OrderHistory } from '#web/features/orders/order-history.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

export default function Orders() {
  const { t, language } = useAccount()
  const [now] = useState(Date.now)
  return (
    <>
      <h1 className={styles.title}>{t.sections.orders}</h1>
      <OrderHistory t={t} language={language} now={now} />
    </>
  )
}
