import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const Connect = lazyPart(() => import('#web/features/connect/connect.tsx'), {
  en: () => import('#text/en/site/connect.ts'),
  'zh-CN': () => import('#text/zh-CN/site/connect.ts'),
})

export default function ConnectSection() {
  const { t } = useAccount()
  return (
    <>
      <h1 className={styles.title}>{t.sections.connect}</h1>
      <Suspense fallback={<Skeleton size="page" />}>
        <Connect />
      </Suspense>
    </>
  )
}
