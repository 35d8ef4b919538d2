import type { Manifest } from 'vite'

/**
 * Scripts that import each other in a circle, the first of them again at its end; null where none do. An island's scripts
 * are fetched all at once: in a circle it depends on the network which runs first, and one finds the other still empty.
 */
export function chunkCircle(manifest: Manifest): string[] | null {
  const done = new Set<string>()
  const visit = (key: string, path: readonly string[]): string[] | null => {
    const met = path.indexOf(key)
    if (met >= 0) return [...path.slice(met), key]
    if (done.has(key)) return null
    for (const next of manifest[key]?.imports ?? []) {
      const circle = visit(next, [...path, key])
      if (circle) return circle
    }
    done.add(key)
    return null
  }
  for (const key of Object.keys(manifest)) {
    const circle = visit(key, [])
    if (circle) return circle
  }
  return null
}
