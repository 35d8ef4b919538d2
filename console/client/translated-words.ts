import type { Shape } from './shape.ts'

/** Fields whose values are words of the product, even if their schema does not say so. */
const kept = new Set([
  'state',
  'status',
  'role',
  'kind',
  'side',
  'stands',
  'serves',
  'decision',
  'type',
  'outcome',
  'method',
  'sale',
  'platform',
  'language',
  'currency',
  'channel',
  'urgent',
  'list',
])

/** True if a field holds a word of the product, which is translated. User input is not. */
export const isTranslatedWord = (name: string, shape: Shape | undefined): boolean =>
  kept.has(name) || shape?.enum !== undefined || shape?.kept === true

export const translateWords = (words: string, value: (word: string) => string): string =>
  words.split(', ').map(value).join(', ')
