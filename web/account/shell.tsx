import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Outlet, useLocation } from 'react-router'
import { reportCaughtError } from '#web/client/caught-error.ts'
import { isLeaving } from '#web/client/end-session.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { readPageData } from '#web/client/page-data.ts'
import { onRedirectToLogin } from '#web/client/redirect-to-login.ts'
import { logOut, userQuery, useSession } from '#web/client/session.ts'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { messagesTexts } from '#web/features/messages/messages-texts.ts'
import { ordersQuery } from '#web/features/orders/orders.queries.ts'
import { findPendingOrders } from '#web/payment/pending-order.rules.ts'
import { type SectionContext, useAccount } from './account-context.ts'
import { SectionError } from './section-error.tsx'
import { SectionMenu } from './section-menu.tsx'
import { Unreachable } from './unreachable.tsx'
import styles from './account.module.css'
import profile from './routes/profile.module.css'
import type { AccountTexts } from '#text/en/site/account.ts'
import { readStored, removeStored } from '#ui/browser-storage.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import * as storageKeys from '#web/client/storage-keys.ts'

const Notices = lazyPart(() => import('#web/features/messages/notices.tsx'), messagesTexts)

/** Shows the title of a section above a placeholder while its script or data loads. */
const Waiting = ({ title }: { readonly title: string }) => (
  <>
    <h1 className={profile.title}>{title}</h1>
    <Skeleton size="page" />
  </>
)

/** Frame of the account area. Redirects signed-out visitors to the login page. */
export function Shell() {
  const { t } = useAccount()
  const session = useSession()
  const queryClient = useQueryClient()
  const { pathname } = useLocation()
  const title = titleOf(pathname, t)
  const content = useRef<HTMLDivElement>(null)
  const firstPath = useRef(pathname)
  /** True during the logout. The sections are then unmounted, so that they send no more requests. */
  const [leaving, setLeaving] = useState(false)

  useEffect(() => onRedirectToLogin(() => queryClient.setQueryData(userQuery.queryKey, null)), [queryClient])
  useEffect(() => {
    if (session.state === 'signed-out' && !isLeaving()) goToLogin('')
  }, [session.state])
  useEffect(() => {
    document.title = `${title} | ${readPageData().brand}`
  }, [title])
  useEffect(() => {
    // Moves the focus to the new section after a click in the menu, but not on the first page.
    if (firstPath.current === pathname) return
    firstPath.current = ''
    content.current?.focus()
    scrollTo(0, 0)
  }, [pathname])

  async function leave() {
    setLeaving(true)
    await logOut(queryClient)
    location.assign('/')
  }

  return (
    <SectionMenu
      t={t}
      isSignedIn={session.state === 'signed-in' && !leaving}
      contentRef={content}
      onLogOut={() => void leave()}
    >
      {session.state === 'signed-in' && !leaving ? (
        <>
          <KeptNotice />
          {/* Shows notices and section at the same time: notices that came later would move the section under the
              reader's finger. */}
          <Suspense fallback={<Waiting title={title} />}>
            {!pathname.endsWith('/notifications') && (
              <ErrorBoundary fallback={null} resetKeys={[pathname]}>
                {pathname.endsWith('/profile') ? <OverviewNotices /> : <Notices />}
              </ErrorBoundary>
            )}
            <ErrorBoundary FallbackComponent={SectionError} onError={reportCaughtError} resetKeys={[pathname]}>
              <Suspense fallback={<Waiting title={title} />}>
                <Outlet context={{ user: session.user } satisfies SectionContext} />
              </Suspense>
            </ErrorBoundary>
          </Suspense>
        </>
      ) : session.unreachable !== null ? (
        <Unreachable error={session.unreachable} onRetry={session.retry} />
      ) : (
        <>
          <p className="vh" role="status">
            {t.loading}
          </p>
          <Waiting title={title} />
        </>
      )}
    </SectionMenu>
  )
}

/**
 * Notices above the overview, without those about the order that the overview shows first: it says the same, and more.
 */
function OverviewNotices() {
  const { data } = useInfiniteQuery(ordersQuery)
  const [now] = useState(Date.now)
  const [order] = findPendingOrders(data?.pages.flatMap(({ list }) => list) ?? [], now)
  return <Notices shownOrder={order?.number ?? null} />
}

export function titleOf(pathname: string, t: AccountTexts): string {
  const [, , section = ''] = pathname.split('/')
  if (section === 'delete-account') return t.deleteAccount
  if (section === 'receipt') return t.orders.receipt
  if (Object.keys(t.sections).includes(section)) return t.sections[section as keyof AccountTexts['sections']]
  return t.notFound.title
}

function KeptNotice() {
  const { t } = useAccount()
  const [kept] = useState(() => readStored('sessionStorage', storageKeys.deletionCancelled) !== null)
  useEffect(() => removeStored('sessionStorage', storageKeys.deletionCancelled), [])
  return (
    kept && (
      <p className={styles.kept} role="status">
        {t.kept}
      </p>
    )
  )
}
