import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useSpoken } from '#console/client/language.ts'
import { Note } from '#console/frame/note.tsx'

/** Error boundary of a page, so that the rest of the console keeps working. */
export const PageBoundary = ({ children, at }: { children: ReactNode; at?: string }) => (
  <ErrorBoundary resetKeys={[at]} FallbackComponent={SayBroken}>
    {children}
  </ErrorBoundary>
)

function SayBroken({ error }: FallbackProps) {
  const { t } = useSpoken()
  return (
    <Note kind="stop" alert>
      <p>{t.broken}</p>
      <p>
        <code>{error instanceof Error ? error.message : String(error)}</code>
      </p>
      <button type="button" className="btn" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </Note>
  )
}
