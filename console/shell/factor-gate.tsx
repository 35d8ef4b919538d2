import { lazy, Suspense, useEffect, useState } from 'react'
import { openFactorGate } from '#console/client/run-action.ts'

const LazyDialog = lazy(() => import('./factor-dialog.tsx'))

/** Dialog that asks for the second factor if an action needs it; the action then continues by itself. */
export function FactorGate() {
  const [settle, setSettle] = useState<((given: boolean) => void) | null>(null)
  useEffect(
    () =>
      openFactorGate(
        () =>
          new Promise<boolean>((resolve) => {
            setSettle(() => (given: boolean) => {
              setSettle(null)
              resolve(given)
            })
          }),
      ),
    [],
  )
  return (
    settle && (
      <Suspense>
        <LazyDialog onGiven={() => settle(true)} onClose={() => settle(false)} />
      </Suspense>
    )
  )
}
