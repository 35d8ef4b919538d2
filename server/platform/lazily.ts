import { createRequire } from 'node:module'

export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

const load = createRequire(import.meta.url)

/** Loads a package synchronously, and only when called; the caller states its type with `typeof import`. */
export const loadPackage = (name: string): unknown => load(name)
