import { createHash } from 'node:crypto'

/**
 * One SQL statement with its parameters. `name` makes it a prepared statement: PostgreSQL parses and plans it once
 * per connection. `Row` is what a row looks like; `npm run check` compares it with the real schema.
 */
export type Statement<Row = never> = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string
  /** Never set; carries the row's type. */
  readonly row?: Row
}

const texts = new WeakMap<TemplateStringsArray, { text: string; name: string }>()

/**
 * SQL written as SQL; every `${value}` becomes a parameter. There are no dynamic fragments on purpose: a text is
 * constant, so it can be prepared, reviewed and checked. For lists write `= any(${ids})`.
 */
export function sql<Row = never>(strings: TemplateStringsArray, ...values: readonly unknown[]): Statement<Row> {
  let known = texts.get(strings)
  if (!known) {
    const text = strings.reduce((whole, part, index) => (index === 0 ? part : `${whole}$${index}${part}`), '')
    known = { text, name: createHash('sha256').update(text).digest('base64url').slice(0, 20) }
    texts.set(strings, known)
  }
  return { ...known, values }
}
