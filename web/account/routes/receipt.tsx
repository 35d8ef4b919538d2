import { Suspense } from 'react'
import { useParams } from 'react-router'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { readPageData } from '#web/client/page-data.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const Receipt = lazyPart(() => import('#web/features/orders/receipt.tsx'), {
  en: () => import('#text/en/site/receipt.ts'),
  'zh-CN': () => import('#text/zh-CN/site/receipt.ts'),
})

export default function ReceiptRoute() {
  const { t } = useAccount()
  const { orderId = '' } = useParams()
  return (
    <>
      <h1 className={styles.title}>{t.orders.receipt}</h1>
      <Suspense fallback={<Skeleton size="list" />}>
        <Receipt orderId={orderId} brand={readPageData().brand} />
      </Suspense>
    </>
  )
}
