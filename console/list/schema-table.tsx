import type { ReactNode } from 'react'
import { holdsPerson, Value } from './value.tsx'
import { isRows, plainShape, type Shape } from '#console/client/shape.ts'
import { useVocabulary } from '#console/client/vocabulary.ts'
import { DataTable, type Column } from './data-table.tsx'

type Row = Readonly<Record<string, unknown>>
type Props<R extends object> = {
  readonly caption: string
  readonly shape: Shape | undefined
  readonly rows: readonly R[]
  readonly without?: readonly (keyof R & string)[]
  /** Columns with custom rendering, instead of the one that their schema implies. */
  readonly cells?: { readonly [C in keyof R & string]?: { readonly render: (row: R) => ReactNode } }
  readonly renderActions?: ((row: R) => ReactNode) | undefined
  readonly isCurrent?: (row: R) => boolean
}

export function SchemaTable<R extends object>({
  caption,
  shape,
  rows,
  without = [],
  cells = {},
  renderActions,
  isCurrent,
}: Props<R>) {
  const { field } = useVocabulary()
  const properties = plainShape(shape?.items)?.properties ?? {}
  const columns = Object.entries(properties)
    .filter(([name]) => !(without as readonly string[]).includes(name))
    .map(([name, column]): Column<R> => {
      const plain = plainShape(column)
      return {
        id: name,
        label: field(name),
        right: plain?.money === true || (plain?.type === 'integer' && !holdsPerson(name)),
        render:
          cells[name as keyof R & string]?.render ??
          ((row) => <Nested name={name} shape={plain} value={(row as Row)[name]} />),
      }
    })
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      none={shape?.none}
      {...(renderActions && { renderActions })}
      {...(isCurrent && { isCurrent })}
    />
  )
}

/** Fields whose values identify a row. Keys by index would move an open dialog to another row after a refetch. */
const naming = ['id', 'uid', 'number', 'code', 'name', 'provider', 'setting', 'method', 'version'] as const
function keyOf(row: object, index: number): string | number {
  const key = naming
    .map((name) => (row as Row)[name])
    .find((value) => typeof value === 'string' || typeof value === 'number')
  return key ?? index
}

function Nested({ name, shape, value }: { name: string; shape: Shape | undefined; value: unknown }) {
  if (isRows(shape) && Array.isArray(value)) return value.length
  return <Value name={name} shape={shape} value={value} />
}
