import type { ActionName } from '#shared/contract/operator.ts'
import type { Language } from '#shared/language.ts'
import type { OperatorLimitName } from '#shared/operator-limits.ts'
import type { ActingText } from '#console/text/en/acting.ts'
import type { Action, Registry } from './shape.ts'

export type Vocabulary = {
  readonly language: Language
  /** Returns an action with its texts; its fields have hints and the texts shown when they are empty. */
  readonly action: (name: ActionName) => Action
  readonly label: (name: ActionName) => string
  readonly about: (name: ActionName) => string
  readonly says: (name: ActionName) => readonly [would: string, done: string] | undefined
  /** Returns the sentence about undoing an action for its preview; undefined for a read action. */
  readonly undo: (name: ActionName) => string | undefined
  readonly field: (name: string) => string
  readonly limit: (name: OperatorLimitName) => string
  /** Translates a value such as a status or role. `name`: its field, because an order is paid and a member pays. */
  readonly value: (word: string, name?: string) => string
  /** Names a kind of background job by its name in code; undefined if unknown. */
  readonly job: (kind: string) => string | undefined
  /** Names the reason of a payment review by its code; `way` names a payment method or provider. */
  readonly reason: (code: string) => string | undefined
  readonly way: (code: string) => string | undefined
  readonly acting: ActingText
}

export const catalogues = {
  en: async () => (await import('#text/en/catalogue.ts')).catalogue,
  'zh-CN': async () => (await import('#text/zh-CN/catalogue.ts')).catalogue,
}
const ownTexts = {
  en: async () => ({
    jobs: (await import('#text/en/job-kinds.ts')).default,
    reasons: (await import('#text/en/review-reasons.ts')).reviewReasons,
    ways: (await import('#text/en/payment-methods.ts')).ways,
    acting: (await import('#console/text/en/acting.ts')).default,
  }),
  'zh-CN': async () => ({
    jobs: (await import('#text/zh-CN/job-kinds.ts')).default,
    reasons: (await import('#text/zh-CN/review-reasons.ts')).reviewReasons,
    ways: (await import('#text/zh-CN/payment-methods.ts')).ways,
    acting: (await import('#console/text/zh-CN/acting.ts')).default,
  }),
}

/** Spells out a field name: `memberUntil` → "Member until". */
const spellOut = (name: string): string => {
  const spaced = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Spells out a status: `partially_refunded` → "partially refunded". Other text stays unchanged. */
const spaced = (word: string): string => (/^[a-z]+(_[a-z]+)+$/.test(word) ? word.replaceAll('_', ' ') : word)

const find = (texts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? texts[name] : undefined

export async function loadVocabulary(language: Language): Promise<Vocabulary> {
  const [{ data }, { undoText, worded }, catalogue, { jobs, reasons, ways, acting }] = await Promise.all([
    import('./registry-data.ts'),
    import('#text/worded.ts'),
    catalogues[language](),
    ownTexts[language](),
  ])
  const registry = data as Registry
  const { actions, fields, limits, undo, values } = catalogue
  const made = new Map<ActionName, Action>()
  const action = (name: ActionName): Action => {
    const known = made.get(name) ?? worded(name, registry[name], catalogue)
    made.set(name, known)
    return known
  }
  return {
    language,
    acting,
    action,
    label: (name) => actions[name].label,
    about: (name) => actions[name].about,
    says: (name) => action(name).says,
    undo: (name) => {
      const { undo: way } = registry[name]
      return way && undoText(way, undo, (by) => actions[by as ActionName].label)
    },
    field: (name) => find(fields, name) ?? spellOut(name),
    limit: (name) => limits[name],
    job: (kind) => find(jobs, kind),
    reason: (code) => find(reasons, code),
    way: (code) => find(ways, code),
    value: (word, name) => (name === 'serves' ? find(acting.serves, word) : find(values, word)) ?? spaced(word),
  }
}
