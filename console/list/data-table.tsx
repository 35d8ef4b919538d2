import { useId, type ReactNode } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { RowActs } from './row-acts.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useTableFit } from './use-table-fit.ts'

export type Column<R> = {
  readonly id: string
  readonly label: string
  readonly render: (row: R) => ReactNode
  readonly right?: boolean
}
type Props<R> = {
  readonly caption: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
  readonly keyOf: (row: R, index: number) => string | number
  readonly renderActions?: ((row: R) => ReactNode) | undefined
  readonly isCurrent?: (row: R) => boolean
  readonly none?: string | undefined
}

/** Table that becomes cards where it does not fit. The keys J and K move through the rows. */
export function DataTable<R>({ caption, columns, rows, keyOf, renderActions, isCurrent, none }: Props<R>) {
  const { t } = useSpoken()
  const body = useRowKeys()
  const box = useTableFit(rows.length > 0, columns.length)
  const keys = uniqueKeys(rows.map(keyOf))
  const id = useId()
  if (rows.length === 0) return <p className="in faint">{none || t.list.none}</p>
  return (
    <div className="scroll" ref={box}>
      <table className="tbl">
        <caption className="vh">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id: column, label, right }) => (
              <th key={column} scope="col" className={right ? 'r' : undefined}>
                {label}
              </th>
            ))}
            {renderActions && (
              <th scope="col">
                <span className="vh">{t.list.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <tr key={keys[index]} tabIndex={-1} className={isCurrent?.(row) ? 'sel' : undefined}>
              {columns.map(({ id: column, label, right, render }, at) => (
                <td key={column} data-label={label} className={right ? 'r' : undefined}>
                  <div id={at === 0 ? `${id}-${index}` : undefined}>{render(row)}</div>
                </td>
              ))}
              {renderActions && (
                <td className="only">
                  <RowActs rowName={`${id}-${index}`}>{renderActions(row)}</RowActs>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Key = string | number

/** Returns unique React keys: a repeated name gets its index. Rows with equal keys would stay behind after a change. */
export function uniqueKeys(names: readonly Key[]): Key[] {
  const seen = new Set<Key>()
  return names.map((name, index) => {
    const key = seen.has(name) ? `${name} ${index}` : name
    seen.add(name)
    return key
  })
}
