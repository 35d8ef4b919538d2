import type { Shape } from './shape.ts'

/** Fields of words that the product keeps, whatever their schema says. */
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

/** Whether what stands in this field is a word of the product, which is said in the reader's language, and nothing that someone typed. */
export const isKeptWord = (name: string, shape: Shape | undefined): boolean =>
  kept.has(name) || shape?.enum !== undefined || shape?.kept === true

/** The word, or each of several that stand behind each other. */
export const sayKept = (words: string, value: (word: string) => string): string =>
  words.split(', ').map(value).join(', ')
