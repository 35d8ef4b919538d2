import { Suspense } from 'react'
import { useOutletContext } from 'react-router'
import { messagesTexts } from '#web/features/messages/messages-texts.ts'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount, type SectionContext } from '../account-context.ts'
import styles from './profile.module.css'

const AllNotices = lazyPart(() => import('#web/features/messages/all-notices.tsx'), messagesTexts)
const Reminders = lazyPart(() => import('#web/features/messages/reminders.tsx'), messagesTexts)

export default function Notifications() {
  const { t } = useAccount()
  const { user } = useOutletContext<SectionContext>()
  return (
    <>
      <h1 className={styles.title}>{t.sections.notifications}</h1>
      <Suspense fallback={<Skeleton size="page" />}>
        <div className={styles.parts}>
          <AllNotices email={user.email} />
          <Reminders />
        </div>
      </Suspense>
    </>
  )
}
