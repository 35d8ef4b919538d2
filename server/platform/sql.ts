import { createHash } from 'node:crypto'

/**
 * SQL statement with parameters. `name` makes it a prepared statement, parsed and planned once per connection. `Row` is
 * the type of a row; `npm run check` compares it with the real schema.
 */
export type Statement<Row = never> = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string
  readonly row?: Row
}

class Columns {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * List of columns that several SQL statements select. It becomes part of their text, so it must be a constant of a
 * module; `npm run check` rejects any other use.
 */
export const columns = ([text = '']: TemplateStringsArray): Columns => new Columns(text)

type Text = { readonly text: string; readonly name: string; readonly hasColumns: boolean }
const texts = new WeakMap<TemplateStringsArray, Text>()

/**
 * Template tag for SQL: every `${value}` becomes a parameter, except a constant list of `columns`. Dynamic fragments
 * are not supported on purpose, so that every text is constant and can be prepared, reviewed and checked. For lists
 * write `= any(${ids})`.
 */
export function sql<Row = never>(strings: TemplateStringsArray, ...values: readonly unknown[]): Statement<Row> {
  let known = texts.get(strings)
  if (!known) {
    let parameters = 0
    const text = strings.reduce((whole, part, index) => {
      if (index === 0) return part
      const value = values[index - 1]
      return `${whole}${value instanceof Columns ? value.text : `$${++parameters}`}${part}`
    }, '')
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
    known = { text, name, hasColumns: parameters < values.length }
    texts.set(strings, known)
  }
  const { text, name, hasColumns } = known
  return { text, name, values: hasColumns ? values.filter((value) => !(value instanceof Columns)) : values }
}
