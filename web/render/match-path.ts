/** Turns a path such as '/clause/:name' or '/user/*' into a pattern that matches whole paths. */
export function pathPattern(path: string): RegExp {
  const source = path
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\/\*$/, '/.+')
    .replace(/:[a-zA-Z]+/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

/** Returns a function that finds the entry for a path. Exact paths take precedence over patterns. */
export function createMatcher<E>(entries: readonly (readonly [path: string, entry: E])[]): (path: string) => E | null {
  const exact = new Map(entries.filter(([path]) => !/[:*]/.test(path)))
  const patterns = entries
    .filter(([path]) => /[:*]/.test(path))
    .map(([path, entry]) => [pathPattern(path), entry] as const)
  return (path) => exact.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? null
}
