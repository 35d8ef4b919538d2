import type { ActionName } from '#shared/contract/operator.ts'
import type { Language } from '#shared/language.ts'
import type { ActingText } from '#console/text/en/acting.ts'
import type { Action, Registry } from './shape.ts'

export type Vocabulary = {
  readonly language: Language
  readonly action: (name: ActionName) => Action
  readonly label: (name: ActionName) => string
  readonly about: (name: ActionName) => string
  readonly says: (name: ActionName) => readonly [would: string, done: string] | undefined
  /** Sentence of an act's preview about undoing it; undefined for a read. */
  readonly undo: (name: ActionName) => string | undefined
  readonly field: (name: string) => string
  /** Translates a field's hint or the reason for a second operator, given the English text. */
  readonly hint: (text: string) => string
  /** Translates a word of the product, such as a status or role. */
  readonly value: (word: string) => string
  /** Name of a kind of job, by its name in code; undefined if unknown. */
  readonly job: (kind: string) => string | undefined
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

/** Field name as words: `memberUntil` → "Member until". */
const spellOut = (name: string): string => {
  const spaced = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Status as words: `partially_refunded` → "partially refunded". Other text stays unchanged. */
const spaced = (word: string): string => (/^[a-z]+(_[a-z]+)+$/.test(word) ? word.replaceAll('_', ' ') : word)

export async function loadVocabulary(language: Language): Promise<Vocabulary> {
  const [{ data }, { undoText }, { actions, fields, values, jobs, hints, acting }] = await Promise.all([
    import('./registry-data.ts'),
    import('#shared/contract/operator/undo.ts'),
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
    undo: (name) => {
      const { undo } = registry[name]
      return undo && undoText(undo, language, (by) => actions[by as ActionName].label)
    },
    field: (name) => (Object.hasOwn(fieldWords, name) ? fieldWords[name] : undefined) ?? spellOut(name),
    hint: (text) => (Object.hasOwn(hintWords, text) ? hintWords[text] : undefined) ?? text,
    job: (kind) => (Object.hasOwn(jobWords, kind) ? jobWords[kind] : undefined),
    value: (word) => (Object.hasOwn(known, word) ? known[word] : undefined) ?? spaced(word),
  }
}
