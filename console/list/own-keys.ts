type Key = string | number

/** A key for each row: of several with one name all but the first have their place in it. What shares a key is left standing when rows change. */
export function ownKeys(names: readonly Key[]): Key[] {
  const seen = new Set<Key>()
  return names.map((name, index) => {
    const key = seen.has(name) ? `${name} ${index}` : name
    seen.add(name)
    return key
  })
}
