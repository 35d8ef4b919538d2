import { Suspense } from 'react'
import { useOutletContext } from 'react-router'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount, type SectionContext } from '../account-context.ts'
import styles from './profile.module.css'

const Support = lazyPart(() => import('#web/features/support/support.tsx'), {
  en: () => import('#text/en/site/support.ts'),
  'zh-CN': () => import('#text/zh-CN/site/support.ts'),
})

export default function Help() {
  const { t } = useAccount()
  const { user } = useOutletContext<SectionContext>()
  return (
    <>
      <h1 className={styles.title}>{t.sections.help}</h1>
      <Suspense fallback={<Skeleton size="list" />}>
        <Support uid={user.uid} />
      </Suspense>
    </>
  )
}
