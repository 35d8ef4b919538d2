import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { BrowserRouter, Link, Navigate, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from 'react-error-boundary'
import { AccountContext, useAccount } from './account-context.ts'
import { reportCaughtError } from '#web/client/caught-error.ts'
import { readPageData } from '#web/client/page-data.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import { MissingSection } from './missing-section.tsx'
import { movedSection } from './moved-section.ts'
import { SectionError } from './section-error.tsx'
import { Shell } from './shell.tsx'
import styles from './account.module.css'

const Profile = lazySection(() => import('./routes/profile.tsx'), MissingSection)
const Orders = lazySection(() => import('./routes/orders.tsx'), MissingSection)
const Security = lazySection(() => import('./routes/security.tsx'), MissingSection)
const Notifications = lazySection(() => import('./routes/notifications.tsx'), MissingSection)
const Connect = lazySection(() => import('./routes/connect.tsx'), MissingSection)
const Device = lazySection(() => import('./routes/device.tsx'), MissingSection)
const Invites = lazySection(() => import('./routes/invites.tsx'), MissingSection)
const Affiliate = lazySection(() => import('./routes/affiliate.tsx'), MissingSection)
const Statement = lazySection(() => import('./routes/statement.tsx'), MissingSection)
const GroupBuying = lazySection(() => import('./routes/group-buying.tsx'), MissingSection)
const DeleteAccount = lazySection(() => import('./routes/delete-account.tsx'), MissingSection)
const Receipt = lazySection(() => import('./routes/receipt.tsx'), MissingSection)
const Help = lazySection(() => import('./routes/help.tsx'), MissingSection)
const Benefits = lazySection(() => import('./routes/benefits.tsx'), MissingSection)

export function App({ queryClient, ...account }: AccountContext & { readonly queryClient: QueryClient }) {
  const takesMessages = readPageData().supportInbox === true
  return (
    <QueryClientProvider client={queryClient}>
      <AccountContext value={account}>
        <ErrorBoundary FallbackComponent={SectionError} onError={reportCaughtError}>
          <BrowserRouter>
            <Routes>
              <Route path="/user" element={<Shell />}>
                <Route index element={<Navigate to="/user/profile" replace />} />
                <Route path="profile" element={<Overview />} />
                <Route path="orders" element={<Orders />} />
                <Route path="security" element={<Security />} />
                <Route path="notifications" element={<Notifications />} />
                <Route path="delete-account" element={<DeleteAccount />} />
                <Route path="connect" element={<Connect />} />
                <Route path="device" element={<Device />} />
                <Route path="reward" element={<Invites />} />
                <Route path="kol" element={<Affiliate />} />
                <Route path="kol/statement/:id" element={<Statement />} />
                <Route path="group-buying" element={<GroupBuying />} />
                {takesMessages && <Route path="help" element={<Help />} />}
                <Route path="benefits" element={<Benefits />} />
                <Route path="receipt/:orderId" element={<Receipt />} />
                <Route path="*" element={<NotFound />} />
              </Route>
            </Routes>
          </BrowserRouter>
        </ErrorBoundary>
      </AccountContext>
    </QueryClientProvider>
  )
}

function Overview() {
  const moved = movedSection(useLocation().hash)
  return moved === null ? <Profile /> : <Navigate to={moved} replace />
}

function NotFound() {
  const { t } = useAccount()
  return (
    <div className={styles.sign}>
      <h1>{t.notFound.title}</h1>
      <p className="lead">{t.notFound.text}</p>
      <Link className="btn" to="/user/profile">
        {t.notFound.action}
      </Link>
    </div>
  )
}
