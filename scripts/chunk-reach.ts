import type { Manifest } from 'vite'

export function reachChunk(manifest: Manifest, entries: readonly string[], name: string): string[] {
  const seen = new Map<string, boolean>()
  const reaches = (key: string): boolean => {
    const known = seen.get(key)
    if (known !== undefined) return known
    seen.set(key, false)
    const chunk = manifest[key]
    const found = chunk?.name === name || (chunk?.imports ?? []).some(reaches)
    seen.set(key, found)
    return found
  }
  return entries.filter(reaches)
}
