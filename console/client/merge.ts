type Merged<T> = { readonly merged: T; readonly clashes: readonly (keyof T)[]; readonly taken: readonly (keyof T)[] }
type Same<T> = (a: T, b: T, key: keyof T) => boolean

const isEqual = <T>(a: T, b: T, key: keyof T): boolean => JSON.stringify(a[key]) === JSON.stringify(b[key])

/**
 * Three-way merge, field by field. A field changed by one side takes that value. A field changed differently by both is
 * a clash and keeps `mine`. `taken`: fields whose value came from `theirs`.
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
