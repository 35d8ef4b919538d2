/**
 * Sentence for operators as data: the code of a template in `text/`, and the values that fill it in. It is stored and
 * sent like this, and written out in the reader's language by whoever shows it.
 */
export type Sentence = { readonly code: string; readonly params: Readonly<Record<string, Param>> }
export type Param = string | number | FieldName | Sentence | readonly Sentence[]
/** Input field; the console writes its label, the command line its option. */
export type FieldName = { readonly field: string }

export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'params' in value &&
  typeof value.params === 'object' &&
  Object.keys(value).length === 2

/** Value after its sentences were written out. */
export type Spoken<T> = T extends Sentence
  ? string
  : T extends Date
    ? T
    : T extends object
      ? { [K in keyof T]: Spoken<T[K]> }
      : T

/** Replaces every sentence inside a value by its text, for answers that mix sentences with other data. */
export function withSentences(value: unknown, say: (sentence: Sentence) => string): unknown {
  if (isSentence(value)) return say(value)
  if (Array.isArray(value)) return value.map((each) => withSentences(each, say))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSentences(each, say)]))
}
