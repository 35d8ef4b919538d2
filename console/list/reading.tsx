import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConsoleError } from '#console/client/console-error.ts'
import { Failure } from './failure.tsx'
import { Skeleton } from './skeleton.tsx'

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
