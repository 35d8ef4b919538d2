import type { Shape } from './shape.ts'

/**
 * Fields whose values come from fixed lists of the product, such as statuses and roles. They are translated even if
 * their schema does not say so.
 */
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

/**
 * True if the values of a field come from a fixed list of the product, so that they are translated. User input never
 * is.
 */
export const isTranslatedWord = (name: string, shape: Shape | undefined): boolean =>
  kept.has(name) || shape?.enum !== undefined || shape?.kept === true

export const translateWords = (words: string, value: (word: string) => string): string =>
  words.split(', ').map(value).join(', ')
