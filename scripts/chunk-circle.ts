import type { Manifest } from 'vite'

/**
 * Returns built scripts that import each other in a circle (the first repeated at the end), or null. An island's
 * scripts load in parallel, so in a circle one of them may run while another is still empty.
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
