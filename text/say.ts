import type { Language } from '#shared/language.ts'
import { momentIn } from '#shared/moment-text.ts'
import { isSentence, withSentences, type Sentence } from '#shared/sentence.ts'
import { actions as actionsEn } from './en/actions.ts'
import { english } from './en/sentences.ts'
import { fill, fieldOf, type Writer } from './fill.ts'
import { actions as actionsZh } from './zh-CN/actions.ts'
import { chinese } from './zh-CN/sentences.ts'

const catalogues: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: english, 'zh-CN': chinese }
const actions: Readonly<Record<Language, Readonly<Record<string, { readonly label: string }>>>> = {
  en: actionsEn,
  'zh-CN': actionsZh,
}
const separators: Readonly<Record<Language, string>> = { en: '; ', 'zh-CN': '；' }
const inBraces: Writer['field'] = (name) => `{${name}}`

/** Formats a sentence as text. `field` writes the names of input fields; without it they stay in braces. */
export function say(language: Language, { code, params }: Sentence, field = inBraces): string {
  const writer: Writer = {
    say: (inner) => say(language, inner, field),
    field,
    action: (name) => (Object.hasOwn(actions[language], name) ? (actions[language][name]?.label ?? name) : name),
    moment: ({ at, zone }) => momentIn(new Date(at), language, zone),
    and: separators[language],
  }
  const catalogue = catalogues[language]
  return fill((Object.hasOwn(catalogue, code) && catalogue[code]) || code, params, writer)
}

/** Replaces every sentence in the output of an action by its text. */
export const sayAll = (language: Language, value: unknown): unknown =>
  withSentences(value, (each) => say(language, each))

/**
 * Part of a form that a sentence names: the path of a shop setting, such as `seller.name`, or a field of a connection;
 * null if it names none.
 */
export function mentionedPart({ code, params }: Sentence): string | null {
  if (code.startsWith(settingCodes)) return code.slice(settingCodes.length)
  if (code.startsWith('connection.fault.') && typeof params.setting === 'string') return params.setting
  for (const each of Object.values(params).flat())
    if (isSentence(each)) {
      const found = mentionedPart(each)
      if (found !== null) return found
    }
  return null
}
const settingCodes = 'set.'

export const mentionedField = ({ code, params }: Sentence): string | null => fieldOf(catalogues.en[code] ?? '', params)
