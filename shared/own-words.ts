/**
 * Page texts written by the operator, by catalogue key: the text, and the names of its placeholders in the order of the
 * function's arguments.
 */
export type OwnWords = Readonly<Record<string, readonly [text: string, names: readonly string[]]>>

/** Replaces texts of a catalogue by the operator's sentences. Keys of nested texts have dots. */
export function withOwnWords<T>(texts: T, own: OwnWords, prefix = ''): T {
  const said = Object.entries(texts as Readonly<Record<string, unknown>>).map(([name, value]) => {
    const found = own[prefix + name]
    if (found) return [name, typeof value === 'function' ? fill(...found) : found[0]]
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [name, isNested ? withOwnWords(value, own, `${prefix}${name}.`) : value]
  })
  return Object.fromEntries(said) as T
}

const fill =
  (text: string, names: readonly string[]) =>
  (...values: readonly unknown[]): string =>
    text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
      names.includes(name) ? String(values[names.indexOf(name)]) : placeholder,
    )
