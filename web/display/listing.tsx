import type { ReactNode } from 'react'
import { Empty } from '#ui/empty.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import styles from './listing.module.css'

export type ListingQuery<Row> = {
  readonly rows: readonly Row[] | undefined
  readonly isError: boolean
  readonly refetch: () => unknown
  readonly hasNextPage?: boolean
  readonly isFetchingNextPage?: boolean
  readonly fetchNextPage?: () => unknown
}
type Props<Row> = {
  readonly t: { readonly failed: string; readonly retry: string; readonly older: string }
  readonly query: ListingQuery<Row>
  readonly empty: { readonly title: string; readonly text: string; readonly way?: ReactNode }
  readonly children: (rows: readonly Row[]) => ReactNode
}

export function Listing<Row>({ t, query, empty, children }: Props<Row>) {
  const { rows } = query
  if (!rows)
    return query.isError ? (
      <Retry text={t.failed} label={t.retry} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton size="list" />
    )
  if (rows.length === 0)
    return (
      <Empty title={empty.title} text={empty.text}>
        {empty.way}
      </Empty>
    )
  return (
    <>
      {children(rows)}
      {query.hasNextPage && (
        <button
          type="button"
          className={`btn quiet s ${styles.older}`}
          aria-busy={query.isFetchingNextPage || undefined}
          onClick={() => void query.fetchNextPage?.()}
        >
          {t.older}
        </button>
      )}
    </>
  )
}
