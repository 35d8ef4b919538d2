import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const BenefitsList = lazyPart(() => import('#web/features/benefits/benefits.tsx'), {
  en: () => import('#web/text/en/benefits.ts'),
  'zh-CN': () => import('#web/text/zh-CN/benefits.ts'),
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
