import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '#web/client/api-error.ts'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { readPageData } from '#web/client/page-data.ts'
import { statementQuery } from '#web/features/affiliate/base/affiliate.queries.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import { NoEntry } from '../no-entry.tsx'
import styles from './profile.module.css'

const Statement = lazyPart(() => import('#web/features/affiliate/payouts/statement.tsx'), {
  en: () => import('#text/en/site/affiliate-dashboard.ts'),
  'zh-CN': () => import('#text/zh-CN/site/affiliate-dashboard.ts'),
})

export default function StatementRoute() {
  const { t } = useAccount()
  const { id = '' } = useParams()
  const { error } = useQuery(statementQuery(id))
  if (error instanceof ApiError && error.code === 403)
    return <NoEntry reason={error.message} to="/user/kol" label={t.noEntry.toAffiliates} />
  return (
    <>
      <h1 className={styles.title}>{t.sections.kol}</h1>
      <Suspense fallback={<Skeleton size="list" />}>
        <Statement id={id} brand={readPageData().brand} />
      </Suspense>
    </>
  )
}
