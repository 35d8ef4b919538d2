/** The audit log names what the product did by itself like this. */
const reserved = ['system']

/** A name as it is written down, or null: 2 to 40 letters, digits, dots, dashes, underscores and single spaces between them. */
export function readOperatorName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const isWritable = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[ ._-](?=[\p{L}\p{N}])){1,39}$/u.test(name)
  return isWritable && !reserved.includes(operatorNameKey(name)) ? name : null
}

/** Two names with one key are one name: `Lin`, `lin ` and `ＬＩＮ` are. */
export const operatorNameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase().normalize('NFKC')
