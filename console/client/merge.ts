type Merged<T> = { readonly merged: T; readonly clashes: readonly (keyof T)[]; readonly taken: readonly (keyof T)[] }
/** Whether both have the same in this field. */
type Same<T> = (a: T, b: T, key: keyof T) => boolean

const isEqual = <T>(a: T, b: T, key: keyof T): boolean => JSON.stringify(a[key]) === JSON.stringify(b[key])

/**
 * What two made of the same thing, field by field: one that one of them changed is as they have it; one that both changed to
 * something else is a clash, and stays mine until it is decided. `taken`: what is theirs now.
 */
export function merge<T extends object>(
  { base, mine, theirs }: { readonly base: T; readonly mine: T; readonly theirs: T },
  keys: readonly (keyof T)[],
  isSame: Same<T> = isEqual,
): Merged<T> {
  const clashes: (keyof T)[] = []
  const taken: (keyof T)[] = []
  const merged: T = { ...mine }
  for (const key of keys) {
    if (isSame(base, theirs, key) || isSame(mine, theirs, key)) continue
    if (isSame(base, mine, key)) {
      merged[key] = theirs[key]
      taken.push(key)
    } else clashes.push(key)
  }
  return { merged, clashes, taken }
}
