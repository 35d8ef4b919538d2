import { createContext, Suspense, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

type Host = { readonly show: (dialog: ReactNode) => void }
const HostContext = createContext<Host>({ show: () => undefined })

/** Where dialogs of rows stand: a row that goes, as after its own act, takes none with it. */
export function DialogHost({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const host = useMemo(() => ({ show: setDialog }), [])
  useEffect(() => setDialog(null), [pathname])
  return (
    <HostContext value={host}>
      {children}
      <Suspense>{dialog}</Suspense>
    </HostContext>
  )
}

export const useDialogHost = (): Host => use(HostContext)
