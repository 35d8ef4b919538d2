import { Suspense } from 'react'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { securityTexts } from '#web/forms/security-texts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount } from '../account-context.ts'
import styles from './profile.module.css'

const Form = lazyPart(() => import('#web/features/security/delete-account.tsx'), securityTexts)

export default function DeleteAccount() {
  const { t } = useAccount()
  return (
    <>
      <h1 className={styles.title}>{t.deleteAccount}</h1>
      <Suspense fallback={<Skeleton size="page" />}>
        <Form />
      </Suspense>
    </>
  )
}
