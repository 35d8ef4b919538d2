import { Suspense } from 'react'
import { useOutletContext, useSearchParams } from 'react-router'
import { Identity } from '#web/features/identity/identity.tsx'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { securityTexts } from '#web/forms/security-texts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAccount, type SectionContext } from '../account-context.ts'
import styles from './profile.module.css'

const NotMe = lazyPart(() => import('#web/features/security/not-me.tsx'), securityTexts)
const SignIn = lazyPart(() => import('#web/features/security/security.tsx'), securityTexts)
const Sessions = lazyPart(() => import('#web/features/sessions/sessions.tsx'), securityTexts)
const PersonalData = lazyPart(() => import('#web/features/security/personal-data.tsx'), securityTexts)

export default function Security() {
  const { t, language } = useAccount()
  const { user } = useOutletContext<SectionContext>()
  const [search, setSearch] = useSearchParams()
  const unknown = search.get('not-me')
  return (
    <>
      <h1 className={styles.title}>{t.sections.security}</h1>
      <Suspense fallback={<Skeleton size="page" />}>
        <div className={styles.parts}>
          {unknown !== null && (
            <NotMe key={unknown} sessionId={unknown} onDone={() => setSearch({}, { replace: true })} />
          )}
          <Identity t={t} language={language} user={user} />
          <SignIn />
          <div>
            <Sessions />
          </div>
          <PersonalData />
        </div>
      </Suspense>
    </>
  )
}
