import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConsoleError } from '#console/client/console-error.ts'
import { useSpoken } from '#console/client/language.ts'
import { Note } from './note.tsx'

type Props<T> = { readonly of: UseQueryResult<T, ConsoleError>; readonly children: (data: T) => ReactNode }

export function Reading<T>({ of, children }: Props<T>) {
  if (of.data !== undefined)
    return (
      <>
        {of.error && <Failure error={of.error} retry={() => void of.refetch()} />}
        {children(of.data)}
      </>
    )
  if (of.error) return <Failure error={of.error} retry={() => void of.refetch()} />
  return <Skeleton />
}

export function Failure({ error, retry }: { error: ConsoleError; retry: () => void }) {
  const { t } = useSpoken()
  return (
    <div className="in">
      <Note kind="stop" alert>
        <p>{error.message || t.offline}</p>
        {error.requestId !== null && <p>{t.requestId(error.requestId)}</p>}
        <button type="button" className="lnk" onClick={retry}>
          {t.retry}
        </button>
      </Note>
    </div>
  )
}

export const Skeleton = () => (
  <div className="skel" role="status" aria-busy="true">
    <span className="vh">{useSpoken().t.loading}</span>
  </div>
)
