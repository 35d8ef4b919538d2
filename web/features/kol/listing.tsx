import type { ReactNode } from 'react'
import { Empty } from '#ui/empty.tsx'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { KolTexts } from '#web/text/en/kol.ts'
import styles from './listing.module.css'

type Props<Row> = {
  readonly t: KolTexts
  /** What the query knows, and its rows in one list; with older rows where they come in pages. */
  readonly query: {
    readonly rows: readonly Row[] | undefined
    readonly isError: boolean
    readonly refetch: () => unknown
    readonly hasNextPage?: boolean
    readonly isFetchingNextPage?: boolean
    readonly fetchNextPage?: () => unknown
  }
  readonly empty: { readonly title: string; readonly text: string }
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list in pages, in whatever state it is: on its way, failed, empty, or there with a button for older rows. */
export function Listing<Row>({ t, query, empty, children }: Props<Row>) {
  const { rows } = query
  if (!rows)
    return query.isError ? (
      <Retry text={t.failed} label={t.retry} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton size="list" />
    )
  if (rows.length === 0) return <Empty title={empty.title} text={empty.text} />
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
