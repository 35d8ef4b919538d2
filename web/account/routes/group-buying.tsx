import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const MyGroups = lazyPart(() => import('#web/features/groups/mine/my-groups.tsx'), {
  en: () => import('#text/en/site/groups.ts'),
  'zh-CN': () => import('#text/zh-CN/site/groups.ts'),
})

export default function GroupBuying() {
  const { t } = useAccount()
  return (
    <>
      <h1 className={styles.title}>{t.sections['group-buying']}</h1>
      <Suspense fallback={<Skeleton size="list" />}>
        <MyGroups />
      </Suspense>
    </>
  )
}
