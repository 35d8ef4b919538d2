import type { Result } from '#server/platform/act.ts'

type PageOf<R, K> = Result<{ items: R[]; next: K | null }>

/** A page as the registry declares it; `keyOf`: what the next one goes on after. */
export const page = <T, R, K extends string | number>(
  rows: readonly T[],
  size: number,
  keyOf: (row: T) => K,
  show: (row: T) => R,
): PageOf<R, K> => {
  const last = rows.at(-1)
  return {
    ok: true,
    value: { items: rows.map(show), next: last !== undefined && rows.length === size ? keyOf(last) : null },
  }
}

export const found = <T>(value: T): Result<T> => ({ ok: true, value })

/** Before the first id that there can be. */
export const firstId = '00000000-0000-0000-0000-000000000000'
/** Where a list begins that has its newest row first. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
