import { Suspense, useState, lazy, useEffect, useRef, type RefObject } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { useLive } from '#console/client/use-live.ts'
import { DialogHost } from '#console/frame/dialog-host.tsx'
import { Skeleton } from '#console/frame/reading.tsx'
import { Broken } from './broken.tsx'
import { FactorGate } from './factor-gate.tsx'
import { Header } from './header.tsx'
import { Rail } from './rail.tsx'
import { useShellKeys } from './use-shell-keys.ts'

const LazyPalette = lazy(() => import('./palette.tsx'))
const LazyKeys = lazy(() => import('./keys-dialog.tsx'))
const LazyViews = lazy(() => import('./views.tsx'))

export function Shell() {
  const { t } = useSpoken()
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'palette' | 'keys' | 'views' | null>(null)
  useShellKeys({ onFind: () => setOpen('palette'), onHelp: () => setOpen('keys'), onViews: () => setOpen('views') })
  const main = useArrival()
  useLive()
  const close = () => setOpen(null)
  return (
    <div className="app">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t.skip}
      </button>
      <Rail />
      <div>
        <Header onFind={() => setOpen('palette')} onKeys={() => setOpen('keys')} onViews={() => setOpen('views')} />
        <main id="main" tabIndex={-1} ref={main}>
          <Broken at={pathname}>
            <DialogHost>
              <Suspense fallback={<Skeleton />}>
                <Outlet />
              </Suspense>
            </DialogHost>
          </Broken>
        </main>
      </div>
      <FactorGate />
      {open === 'keys' && (
        <Suspense>
          <LazyKeys onClose={close} />
        </Suspense>
      )}
      {open === 'views' && (
        <Suspense>
          <LazyViews onClose={close} />
        </Suspense>
      )}
      {open === 'palette' && (
        <Suspense>
          <LazyPalette onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** On a page change, scrolls to the top and moves the focus to the content, for keyboard and screen reader users. */
function useArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus()
  }, [pathname])
  return main
}
