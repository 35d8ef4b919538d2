type Key = string | number

/** Unique React keys: a repeated name gets its index. Rows with equal keys would stay behind after a change. */
export function ownKeys(names: readonly Key[]): Key[] {
  const seen = new Set<Key>()
  return names.map((name, index) => {
    const key = seen.has(name) ? `${name} ${index}` : name
    seen.add(name)
    return key
  })
}
