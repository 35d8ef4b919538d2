import { plainLine } from '#shared/plain-text.ts'

/** `plainLine` for everything in a row of a table, names of columns too: a terminal does nothing on reading it but show it. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainLine(value)
  if (Array.isArray(value)) return value.map(plainValue)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plainLine(key), plainValue(inner)]))
}
