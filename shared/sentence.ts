/**
 * Sentence for operators as data: the code of a template in `text/`, and the values that fill it in. Stored and sent in
 * this form, and formatted in the reader's language where it is shown.
 */
export type Sentence = { readonly code: string; readonly params: Readonly<Record<string, Param>> }
export type Param = string | number | FieldName | NamedAction | ZonedMoment | Sentence | readonly Sentence[]
/** Moment to be written in the given time zone; `at` is ISO 8601, because sentences are stored as JSON. */
export type ZonedMoment = { readonly at: string; readonly zone: string }
type FieldName = { readonly field: string }
/** Operator action, to be written by its label. */
type NamedAction = { readonly action: string }

export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  typeof value.code === 'string' &&
  'params' in value &&
  typeof value.params === 'object' &&
  Object.keys(value).length === 2

/** Type of a value after its sentences were replaced by texts. */
export type Spoken<T> = T extends Sentence
  ? string
  : T extends Date
    ? T
    : T extends object
      ? { [K in keyof T]: Spoken<T[K]> }
      : T

export function withSentences(value: unknown, say: (sentence: Sentence) => string): unknown {
  if (isSentence(value)) return say(value)
  if (Array.isArray(value)) return value.map((each) => withSentences(each, say))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSentences(each, say)]))
}
