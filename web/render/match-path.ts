/** Turns '/clause/:name' and '/user/*' into one exact pattern. */
export function pathPattern(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\/\*$/, '/.+')
    .replace(/:[a-zA-Z]+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

/** Finds the entry whose address matches; an exact address goes before a pattern. */
export function createMatcher<E>(entries: readonly (readonly [path: string, entry: E])[]): (path: string) => E | null {
  const exact = new Map(entries.filter(([path]) => !/[:*]/.test(path)))
  const patterns = entries
    .filter(([path]) => /[:*]/.test(path))
    .map(([path, entry]) => [pathPattern(path), entry] as const)
  return (path) => exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
