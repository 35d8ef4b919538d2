import type { ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { useList } from '#console/client/use-read.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import type { Input, Output, ReadName, RowOf } from '#console/client/wire.ts'
import { plainShape } from '#console/client/shape.ts'
import { Failure, Skeleton } from '#console/frame/query-state.tsx'
import { Panel } from './panel.tsx'
import { SchemaTable } from './schema-table.tsx'

type Props<N extends ReadName, K extends keyof Output<N> & string> = {
  readonly name: N
  readonly input: Omit<Input<N>, 'after'>
  readonly rowsOf: K
  readonly title?: string
  readonly aside?: ReactNode
  readonly without?: readonly (keyof RowOf<N, K> & string)[]
  readonly cells?: { readonly [C in keyof RowOf<N, K> & string]?: { readonly render: (row: RowOf<N, K>) => ReactNode } }
  readonly renderActions?: ((row: RowOf<N, K>) => ReactNode) | undefined
  readonly isCurrent?: (row: RowOf<N, K>) => boolean
}

export function ListPanel<N extends ReadName, K extends keyof Output<N> & string>({
  name,
  input,
  rowsOf,
  title,
  aside,
  ...table
}: Props<N, K>) {
  const { label, action } = useVocabulary()
  const list = useList(name, input, rowsOf)
  const heading = title ?? label(name)
  const shape = plainShape(action(name).output.properties?.[rowsOf])
  return (
    <Panel
      title={heading}
      aside={aside}
      foot={list.rows && (list.rows.length > 0 || list.hasMore) && <Foot list={list} count={list.rows.length} />}
    >
      {list.rows ? (
        <SchemaTable caption={heading} shape={shape} rows={list.rows as readonly (RowOf<N, K> & object)[]} {...table} />
      ) : (
        !list.error && <Skeleton />
      )}
      {list.error && <Failure error={list.error} retry={list.retry} />}
    </Panel>
  )
}

type Going = Pick<ReturnType<typeof useList>, 'hasMore' | 'isFetchingMore' | 'fetchMore'>
export function Foot({ list, count }: { list: Going; count: number }) {
  const { t } = useSpoken()
  return (
    <>
      <span role="status">{list.hasMore ? t.list.some(count) : t.list.all(count)}</span>
      {list.hasMore && (
        <button type="button" className="btn q" disabled={list.isFetchingMore} onClick={list.fetchMore}>
          {list.isFetchingMore ? t.list.loadingMore : t.list.more}
        </button>
      )}
    </>
  )
}
