import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useOutletContext } from 'react-router'
import { Identity } from '#web/features/identity/identity.tsx'
import { ExpiryPlate } from '#web/features/membership/expiry-plate.tsx'
import { Ledger } from '#web/features/membership/ledger.tsx'
import { messagesTexts } from '#web/features/messages/messages-texts.ts'
import { MissingWayBack } from '#web/features/security/missing-way-back.tsx'
import { OrderHistory } from '#web/features/orders/order-history.tsx'
import { ordersQuery } from '#web/features/orders/orders.queries.ts'
import { orderUnderWay } from '#web/features/orders/under-way.rules.ts'
import { outcomeTexts } from '#web/payment/outcome-texts.ts'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { securityTexts } from '#web/forms/security-texts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount, type SectionContext } from '../account-context.ts'
import styles from './profile.module.css'

const UnderWay = lazyPart(() => import('#web/features/orders/under-way.tsx'), outcomeTexts)
const RedeemCode = lazyPart(() => import('#web/features/redeem/redeem-code.tsx'), securityTexts)
const Security = lazyPart(() => import('#web/features/security/security.tsx'), securityTexts)
const Sessions = lazyPart(() => import('#web/features/sessions/sessions.tsx'), securityTexts)
const Reminders = lazyPart(() => import('#web/features/messages/reminders.tsx'), messagesTexts)
const PersonalData = lazyPart(() => import('#web/features/security/personal-data.tsx'), securityTexts)

export default function Profile() {
  const { t, language } = useAccount()
  const { user } = useOutletContext<SectionContext>()
  const [now] = useState(Date.now)
  const { data: orders } = useInfiniteQuery(ordersQuery)
  const order =
    orders &&
    orderUnderWay(
      orders.pages.flatMap(({ list }) => list),
      now,
    )
  return (
    <>
      <h1 className={styles.title}>{t.sections.profile}</h1>
      {order && (
        <Suspense>
          <UnderWay order={order} now={now} />
        </Suspense>
      )}
      <ExpiryPlate t={t.membership} language={language} user={user} now={now} isPaying={order !== undefined} />
      <div className={styles.missing}>
        <MissingWayBack t={t.wayBack} user={user} />
      </div>
      <Suspense fallback={<div className={styles.redeem} />}>
        <RedeemCode />
      </Suspense>
      <div className={styles.two}>
        <Ledger t={t} language={language} now={now} />
        <div className={styles.stack}>
          <Identity t={t} language={language} user={user} />
        </div>
      </div>
      <OrderHistory t={t} language={language} now={now} />
      <Suspense fallback={<Skeleton size="page" />}>
        <div className={styles.below}>
          <Security />
          <div className={styles.stack}>
            <Sessions />
            <Reminders />
            <PersonalData />
          </div>
        </div>
      </Suspense>
    </>
  )
}
