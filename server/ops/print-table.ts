import { Console } from 'node:console'
import type { TSchema } from 'typebox'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import type { Localized } from '#shared/language.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import { plainLine } from '#shared/plain-text.ts'
import { momentText } from '#server/operator/page.ts'
import type { FieldText } from '#text/worded.ts'

export type Shape = TSchema &
  FieldNotes &
  FieldText & {
    readonly type?: string
    readonly format?: string
    readonly properties?: Readonly<Record<string, Shape>>
    readonly items?: Shape
    readonly anyOf?: readonly Shape[]
  }
export type Row = Readonly<Record<string, unknown>>
type Screen = { readonly print: (line: string) => void; readonly table: (rows: readonly Row[]) => void }

export function createTablePrinter(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Screen['table'] {
  const tables = new Console({ stdout, stderr, colorMode: false })
  return (rows) => tables.table(rows.map(plainValue))
}

/** Escapes control characters in all texts and column names of a row, so that the terminal only displays them. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainLine(value)
  if (Array.isArray(value)) return value.map(plainValue)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plainLine(key), plainValue(inner)]))
}

function cell(schema: Shape | undefined, value: unknown): string | number {
  const shape = schema?.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (value === null || value === undefined) return shape?.none ?? ''
  if (value instanceof Date) return momentText(value)
  if (shape?.format === 'date-time' && typeof value === 'string') return momentText(new Date(value))
  if (shape?.money) return formatMoney(value as Money, 'en')
  if (shape?.localized) return (value as Localized).en
  if (Array.isArray(value)) return value.map((each) => cell(shape?.items, each)).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}

export const printTable = (screen: Screen, { items }: Shape, rows: readonly object[]): void =>
  screen.table(rows.map((row) => rowOf(items, row as Row)))

function rowOf(schema: Shape | undefined, row: Row): Record<string, string | number> {
  const columns = schema?.properties ? Object.keys(schema.properties) : Object.keys(row)
  return Object.fromEntries(
    columns.map((name) => {
      const column = schema?.properties?.[name]
      return [name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), cell(column, row[name])]
    }),
  )
}

const isRows = ({ type, items }: Shape): boolean => type === 'array' && items?.type === 'object'

export function showOutput(screen: Screen, schema: Shape, output: Row): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const value = output[name]
    if (name === 'next') {
      if (value !== null) screen.print(`More: the same command with --after ${cell(field, value)}`)
    } else if (!isRows(field)) screen.print(`${name}: ${cell(field, value)}`)
    else if ((value as object[]).length > 0) printTable(screen, field, value as object[])
    else if (field.none) screen.print(field.none)
  }
}

export function fill(text: string, schema: Shape, given: Row): string {
  const least = Array.isArray(given.atLeast) ? given.atLeast : []
  const filled = text.replace(/\{([a-zA-Z]+)\}/g, (_whole, name: string) =>
    [...(least.includes(name) ? ['at least'] : []), cell(schema.properties?.[name], given[name])].join(' '),
  )
  return filled.charAt(0).toUpperCase() + filled.slice(1)
}
