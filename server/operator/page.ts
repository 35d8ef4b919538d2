import type { Result } from '#server/platform/act.ts'

type PageOf<R, K> = Result<{ items: R[]; next: K | null }>

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

export const firstId = '00000000-0000-0000-0000-000000000000'
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const momentText = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
