import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useSpoken } from '#console/client/language.ts'
import { useLive } from '#console/client/use-live.ts'
import { DialogHost } from '#console/list/dialog-host.tsx'
import { Skeleton } from '#console/list/skeleton.tsx'
import { Broken } from './broken.tsx'
import { FactorGate } from './factor-gate.tsx'
import { Header } from './header.tsx'
import { LazyKeys, LazyPalette, LazyViews } from './lazy-dialogs.ts'
import { Rail } from './rail.tsx'
import { useArrival } from './use-arrival.ts'
import { useShellKeys } from './use-shell-keys.ts'

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
