import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '#web/account/account-context.ts'
import styles from './profile.module.css'

const Invites = lazyPart(() => import('#web/features/invites/invites.tsx'), {
  en: () => import('#text/en/site/invites.ts'),
  'zh-CN': () => import('#text/zh-CN/site/invites.ts'),
})

export default function InvitesRoute() {
  const { t } = useAccount()
  return (
    <>
      <h1 className={styles.title}>{t.sections.reward}</h1>
      <Suspense fallback={<Skeleton size="page" />}>
        <Invites units={t.ledger} />
      </Suspense>
    </>
  )
}
