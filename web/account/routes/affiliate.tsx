import { gap } from '#shared/language.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { affiliateQuery } from '#web/features/affiliate/base/affiliate.queries.ts'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { ContactLine } from '#ui/contact-line.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '#web/account/account-context.ts'
import styles from './profile.module.css'

const Dashboard = lazyPart(() => import('#web/features/affiliate/dashboard.tsx'), {
  en: () => import('#text/en/site/affiliate-dashboard.ts'),
  'zh-CN': () => import('#text/zh-CN/site/affiliate-dashboard.ts'),
})
const Application = lazyPart(() => import('#web/features/affiliate/application/application.tsx'), {
  en: () => import('#text/en/site/application.ts'),
  'zh-CN': () => import('#text/zh-CN/site/application.ts'),
})

export default function AffiliateRoute() {
  const { t, language } = useAccount()
  const { data, isError, refetch } = useQuery(affiliateQuery)
  const contact = data?.contact && (
    <ContactLine text={`${t.affiliateContact}${gap(language)}`} contact={data.contact} sample={t.sample} />
  )
  return (
    <>
      <h1 className={styles.title}>{t.sections.kol}</h1>
      {data ? (
        <Suspense fallback={<Skeleton size="page" />}>
          {data.state === 'approved' && contact}
          {data.state !== 'approved' && <Application standing={data} onSent={() => void refetch()} />}
          {data.overview && <Dashboard affiliate={data} overview={data.overview} />}
          {data.state !== 'approved' && contact}
        </Suspense>
      ) : isError ? (
        <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
      ) : (
        <Skeleton size="page" />
      )}
    </>
  )
}
