import { createRequire } from 'node:module'

/** Makes something at the first call and returns the same one from then on: what is heavy waits until someone needs it. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

const load = createRequire(import.meta.url)

/** Loads a package at once, for code that may not wait; the caller says what it is by its `typeof import`. */
export const loadPackage = (name: string): unknown => load(name)
