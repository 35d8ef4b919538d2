import { plainLine } from '#shared/plain-text.ts'

/** Applies `plainLine` to all texts and column names of a row, so the terminal only displays them. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return plainLine(value)
  if (Array.isArray(value)) return value.map(plainValue)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [plainLine(key), plainValue(inner)]))
}
