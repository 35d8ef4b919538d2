import type { ReactNode } from 'react'
import type { Shape } from '#console/client/shape.ts'
import { Panel } from './panel.tsx'
import { SchemaTable } from './schema-table.tsx'

type Props<R extends object> = {
  readonly title: string
  readonly shape: Shape | undefined
  readonly rows: readonly R[]
  readonly without?: readonly (keyof R & string)[]
  readonly aside?: ReactNode
  readonly foot?: ReactNode
  readonly renderActions?: (row: R) => ReactNode
  readonly words?: Readonly<Record<string, string>>
}

export function Part<R extends object>({ title, aside, foot, rows, words, ...table }: Props<R>) {
  if (rows.length === 0) return null
  return (
    <Panel title={title} aside={aside} foot={foot}>
      <SchemaTable caption={title} rows={words ? rows.map((row) => said(row, words)) : rows} {...table} />
    </Panel>
  )
}

const said = <R extends object>(row: R, words: Readonly<Record<string, string>>): R =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : (value as unknown),
    ]),
  ) as R
