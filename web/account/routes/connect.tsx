import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const Connect = lazyPart(() => import('#web/features/connect/connect.tsx'), {
  en: () => import('#web/text/en/connect.ts'),
  'zh-CN': () => import('#web/text/zh-CN/connect.ts'),
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
