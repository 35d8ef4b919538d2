export type Seen = { readonly effects: unknown; readonly at: Date }

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/**
 * True if the effects equal those of the preview. Times relative to now ("thirty days from now") may move by the time
 * that has passed.
 */
export function areSameEffects(seen: unknown, now: unknown, passedMs: number): boolean {
  if (typeof seen === 'string' && typeof now === 'string' && moment.test(seen) && moment.test(now)) {
    const moved = Date.parse(now) - Date.parse(seen)
    return moved >= 0 && moved <= Math.max(0, passedMs)
  }
  if (!isHolder(seen) || !isHolder(now)) return seen === now
  const names = Object.keys(seen)
  return (
    Array.isArray(seen) === Array.isArray(now) &&
    names.length === Object.keys(now).length &&
    names.every((name) => Object.hasOwn(now, name) && areSameEffects(seen[name], now[name], passedMs))
  )
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
