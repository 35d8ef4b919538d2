import type { ActionName } from '#shared/contract/operator.ts'
import type { Language } from '#shared/language.ts'
import type { ActingText } from '#console/text/en/acting.ts'
import type { Action, Registry } from './shape.ts'

/** The registry with the words of one language. */
export type Vocabulary = {
  readonly language: Language
  readonly action: (name: ActionName) => Action
  readonly label: (name: ActionName) => string
  readonly about: (name: ActionName) => string
  readonly says: (name: ActionName) => readonly [would: string, done: string] | undefined
  readonly field: (name: string) => string
  /** What stands below a field, and when an act takes a second operator, of its English. */
  readonly hint: (text: string) => string
  /** A word that the product keeps, such as a status or a role. */
  readonly value: (word: string) => string
  /** A kind of job, by what handlers, commands and logs call it; undefined for what is none. */
  readonly job: (kind: string) => string | undefined
  /** What forms, previews and lists of actions say around the words of an action. */
  readonly acting: ActingText
}

export const vocabularyWords = {
  en: async () => ({
    actions: (await import('#console/text/en/actions.ts')).default,
    fields: (await import('#console/text/en/fields.ts')).default,
    values: (await import('#console/text/en/values.ts')).default,
    jobs: (await import('#console/text/en/job-kinds.ts')).default,
    acting: (await import('#console/text/en/acting.ts')).default,
    hints: {},
  }),
  'zh-CN': async () => ({
    actions: (await import('#console/text/zh-CN/actions.ts')).default,
    fields: (await import('#console/text/zh-CN/fields.ts')).default,
    values: (await import('#console/text/zh-CN/values.ts')).default,
    jobs: (await import('#console/text/zh-CN/job-kinds.ts')).default,
    acting: (await import('#console/text/zh-CN/acting.ts')).default,
    hints: (await import('#console/text/zh-CN/hints.ts')).default,
  }),
}

/** `memberUntil` → "Member until". */
const spellOut = (name: string): string => {
  const spaced = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** `partially_refunded` → "partially refunded"; what is no word of ours stands as it is. */
const spaced = (word: string): string => (/^[a-z]+(_[a-z]+)+$/.test(word) ? word.replaceAll('_', ' ') : word)

/** Schemas and words of one language. */
export async function loadVocabulary(language: Language): Promise<Vocabulary> {
  const [{ data }, { actions, fields, values, jobs, hints, acting }] = await Promise.all([
    import('./registry-data.ts'),
    vocabularyWords[language](),
  ])
  const registry = data as Registry
  const known: Readonly<Record<string, string>> = values
  const jobWords: Readonly<Record<string, string>> = jobs
  const hintWords: Readonly<Record<string, string>> = hints
  const fieldWords: Readonly<Record<string, string>> = fields
  return {
    language,
    acting,
    action: (name) => registry[name],
    label: (name) => actions[name].label,
    about: (name) => actions[name].about ?? registry[name].summary,
    says: (name) => actions[name].says ?? registry[name].says,
    field: (name) => (Object.hasOwn(fieldWords, name) ? fieldWords[name] : undefined) ?? spellOut(name),
    hint: (text) => (Object.hasOwn(hintWords, text) ? hintWords[text] : undefined) ?? text,
    job: (kind) => (Object.hasOwn(jobWords, kind) ? jobWords[kind] : undefined),
    value: (word) => (Object.hasOwn(known, word) ? known[word] : undefined) ?? spaced(word),
  }
}
