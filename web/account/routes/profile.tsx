import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useOutletContext } from 'react-router'
import { Identity, isNameless } from '#web/features/identity/identity.tsx'
import { YourInvite } from '#web/features/identity/your-invite.tsx'
import { YourNames } from '#web/features/identity/your-names.tsx'
import { ExpiryPlate } from '#web/features/membership/expiry-plate.tsx'
import { Ledger } from '#web/features/membership/ledger.tsx'
import { MissingRecovery } from '#web/features/security/missing-recovery.tsx'
import { ordersQuery } from '#web/features/orders/orders.queries.ts'
import { findPendingOrders } from '#web/payment/pending-order.rules.ts'
import { outcomeTexts } from '#web/payment/outcome-texts.ts'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { securityTexts } from '#web/forms/security-texts.ts'
import { useAccount, type SectionContext } from '../account-context.ts'
import styles from './profile.module.css'

const UnderWay = lazyPart(() => import('#web/features/orders/pending-order.tsx'), outcomeTexts)
const RedeemCode = lazyPart(() => import('#web/features/redeem/redeem-code.tsx'), securityTexts)

export default function Profile() {
  const { t, language } = useAccount()
  const { user } = useOutletContext<SectionContext>()
  const [now] = useState(Date.now)
  const { data: orders } = useInfiniteQuery(ordersQuery)
  const [first, ...others] = findPendingOrders(orders?.pages.flatMap(({ list }) => list) ?? [], now)
  return (
    <>
      <h1 className={styles.title}>{t.sections.profile}</h1>
      {first && (
        <Suspense>
          <UnderWay orders={[first, ...others]} now={now} />
        </Suspense>
      )}
      <ExpiryPlate
        t={t.membership}
        language={language}
        user={user}
        now={now}
        hasOrder={first !== undefined}
        redeem={
          <Suspense fallback={<div className={styles.redeem} />}>
            <RedeemCode />
          </Suspense>
        }
      />
      <div className={styles.missing}>
        <MissingRecovery t={t.wayBack} user={user} />
      </div>
      <div className={styles.two}>
        <Ledger t={t} language={language} now={now} />
        <div className={styles.stack}>
          {isNameless(user) ? (
            <Identity t={t} language={language} user={user} />
          ) : (
            <YourNames
              t={t}
              language={language}
              user={user}
              way={
                <Link className="link" to="/user/security#identity">
                  {t.identity.toSecurity}
                </Link>
              }
            />
          )}
          <YourInvite t={t} user={user} />
        </div>
      </div>
    </>
  )
}
