import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useOutletContext } from 'react-router'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ordersQuery } from '#web/features/orders/orders.queries.ts'
import { isWaitingSeat } from '#web/payment/pending-order.rules.ts'
import { outcomeTexts } from '#web/payment/outcome-texts.ts'
import { useAccount, type SectionContext } from '../account-context.ts'
import styles from './profile.module.css'

const Connect = lazyPart(() => import('#web/features/connect/connect.tsx'), {
  en: () => import('#text/en/site/connect.ts'),
  'zh-CN': () => import('#text/zh-CN/site/connect.ts'),
})
const UnderWay = lazyPart(() => import('#web/features/orders/pending-order.tsx'), outcomeTexts)

export default function ConnectSection() {
  const { t } = useAccount()
  const { user } = useOutletContext<SectionContext>()
  const [now] = useState(Date.now)
  const isMember = user.expiresAt !== null && user.expiresAt > now
  const orders = useInfiniteQuery({ ...ordersQuery, enabled: !isMember })
  const [seat, ...others] = orders.data?.pages.flatMap(({ list }) => list.filter(isWaitingSeat)) ?? []
  return (
    <>
      <h1 className={styles.title}>{t.sections.connect}</h1>
      <Suspense fallback={<Skeleton size="page" />}>
        {!isMember && orders.isPending ? (
          <Skeleton size="page" />
        ) : (
          <Connect seat={!isMember && seat ? <UnderWay orders={[seat, ...others]} now={now} /> : null} />
        )}
      </Suspense>
    </>
  )
}
