import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const BenefitsList = lazyPart(() => import('#web/features/benefits/benefits.tsx'), {
  en: () => import('#text/en/site/benefits.ts'),
  'zh-CN': () => import('#text/zh-CN/site/benefits.ts'),
})

export default function Benefits() {
  const { t } = useAccount()
  return (
    <>
      <h1 className={styles.title}>{t.sections.benefits}</h1>
      <Suspense fallback={<Skeleton size="list" />}>
        <BenefitsList />
      </Suspense>
    </>
  )
}
