import type { FiledPayout } from '#server/modules/payouts/files.queries.ts'

export type MadeFile = Pick<FiledPayout, 'name' | 'madeBy'>

/** Files in a sentence, each once, with who made it. */
export const namesOf = (files: readonly MadeFile[]): string =>
  [...new Set(files.map(({ name, madeBy }) => `${name} (${madeBy})`))].join(', ')
