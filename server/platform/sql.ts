import { createHash } from 'node:crypto'

/**
 * SQL statement with parameters. `name` makes it a prepared statement, parsed and planned once per connection. `Row` is
 * the row type; `npm run check` compares it with the real schema.
 */
export type Statement<Row = never> = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string
  /** Type marker; never set. */
  readonly row?: Row
}

const texts = new WeakMap<TemplateStringsArray, { text: string; name: string }>()

/**
 * Tagged template: every `${value}` becomes a parameter. Dynamic fragments are not supported on purpose, so every text
 * is constant and can be prepared, reviewed and checked. For lists write `= any(${ids})`.
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
