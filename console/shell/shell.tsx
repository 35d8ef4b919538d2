import { Suspense, useState, lazy, useEffect, useRef, type RefObject } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { useLive } from '#console/client/use-live.ts'
import { DialogHost } from '#console/frame/dialog-host.tsx'
import { Skeleton } from '#console/frame/query-state.tsx'
import { useIsPhone } from '#console/frame/viewport.ts'
import { PageBoundary } from './page-boundary.tsx'
import { FactorGate } from './factor-gate.tsx'
import { Header } from './header.tsx'
import { PhoneBar, Navigation } from './navigation.tsx'
import { useShellKeys } from './use-shell-keys.ts'

const LazyPalette = lazy(() => import('./palette.tsx'))
const LazyKeys = lazy(() => import('./keys-dialog.tsx'))
const LazyViews = lazy(() => import('./saved-views.tsx'))
const LazyMore = lazy(() => import('./more-sheet.tsx'))

type Shown = 'palette' | 'keys' | 'views' | 'more'

export function Shell() {
  const { t } = useSpoken()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<Shown | null>(null)
  const isPhone = useIsPhone()
  const onFind = () => setOpen('palette')
  const onKeys = () => setOpen('keys')
  const onViews = () => setOpen('views')
  useShellKeys({ onFind, onHelp: onKeys, onViews })
  const main = useArrival()
  useLive()
  // Closes a dialog only if it is still the open one, because its close event may come after the next dialog has
  // opened.
  const closeOf = (dialog: Shown) => () => setOpen((now) => (now === dialog ? null : now))
  return (
    <div className="app">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t.skip}
      </button>
      {!isPhone && <Navigation />}
      <div>
        <Header isPhone={isPhone} onFind={onFind} onKeys={onKeys} onViews={onViews} />
        <main id="main" tabIndex={-1} ref={main}>
          <PageBoundary at={pathname}>
            <DialogHost>
              <Suspense fallback={<Skeleton />}>
                <Outlet />
              </Suspense>
            </DialogHost>
          </PageBoundary>
        </main>
      </div>
      {isPhone && <PhoneBar onMore={() => setOpen('more')} />}
      <FactorGate />
      <Suspense>
        {open === 'keys' && <LazyKeys onClose={closeOf('keys')} />}
        {open === 'views' && <LazyViews onClose={closeOf('views')} />}
        {open === 'palette' && <LazyPalette onClose={closeOf('palette')} />}
        {open === 'more' && <LazyMore onViews={onViews} onKeys={onKeys} onClose={closeOf('more')} />}
      </Suspense>
    </div>
  )
}

/**
 * On a page change, scrolls to the top and moves the focus to the content, for users of keyboards and screen readers.
 */
function useArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    const isSame = before.current === pathname
    // The router opens /console/today in place of /console only once that page has loaded. Somebody who has opened the
    // menu meanwhile keeps the focus there.
    const isRedirect = before.current === '/console'
    before.current = pathname
    if (isSame || isRedirect) return
    window.scrollTo(0, 0)
    main.current?.focus()
  }, [pathname])
  return main
}
