import type { FiledPayout } from '#server/modules/payouts/files.queries.ts'

export type MadeFile = Pick<FiledPayout, 'name' | 'madeBy'>

/** Distinct file names with their makers, as text. */
export const namesOf = (files: readonly MadeFile[]): string =>
  [...new Set(files.map(({ name, madeBy }) => `${name} (${madeBy})`))].join(', ')
