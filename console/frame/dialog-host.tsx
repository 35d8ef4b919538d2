import { createContext, Suspense, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

type Host = { readonly show: (dialog: ReactNode) => void }
const HostContext = createContext<Host>({ show: () => undefined })

/** Renders dialogs of table rows outside the rows, so that a dialog survives the removal of its row. */
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
