import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { requestedActionOf } from '#shared/contract/operator/asking.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import { colon, type Language, type Localized } from '#shared/language.ts'
import { currencies, formatMoney, type Currency } from '#shared/money.ts'
import { momentIn } from '#shared/moment-text.ts'
import { isSentence } from '#shared/sentence.ts'
import { catalogue as english } from '#text/en/catalogue.ts'
import { say } from '#text/say.ts'
import type { Catalogue } from '#text/worded.ts'
import { catalogue as chinese } from '#text/zh-CN/catalogue.ts'
import { storableInput } from './resolve-input.ts'

type Fields = Readonly<Record<string, unknown>>
type Shape = FieldNotes & {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}
type Texts = Catalogue & {
  readonly fields: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string>>
}
const catalogues: Readonly<Record<Language, Texts>> = { en: english, 'zh-CN': chinese }
const and: Readonly<Record<Language, string>> = { en: ', ', 'zh-CN': '、' }
const atLeast: Readonly<Record<Language, string>> = { en: 'at least ', 'zh-CN': '至少 ' }
const hidden = '…'
const mostFacts = 8

type Effects = { readonly name: ActionName; readonly input: Fields; readonly output: Fields }
type Reader = { readonly language: Language; readonly timeZone: string }

/**
 * Effects of a prepared action for a mail: the sentence of its preview or, without one, its plain facts. A mail is
 * readable on its way, so texts are only included if they are words of the product, belong to the shop, or are readable
 * in the audit log.
 */
export function effectLines({ name, input, output }: Effects, { language, timeZone }: Reader): string[] {
  const action: OperatorAction = operatorActions[name]
  const { actions, fields } = catalogues[language]
  const { says } = actions[requestedActionOf(name) ?? name]
  const readable = storableInput(action, input)
  const asked = action.input as Shape
  const answered = action.output as Shape
  const least = Array.isArray(output.atLeast) ? output.atLeast.map(String) : []
  const valueOf = (field: string): string => {
    const isOutput = Object.hasOwn(output, field)
    const shape = (isOutput ? answered : asked).properties?.[field]
    const words = write(shape, isOutput ? output[field] : readable[field])
    return least.includes(field) ? `${atLeast[language]}${words}` : words
  }
  const texts = new Set(Object.values(readable).flatMap((value) => (typeof value === 'string' ? [value] : [])))

  function write(shape: Shape | undefined, value: unknown): string {
    if (value === null || value === undefined) return '–'
    const inner = shape?.anyOf?.find(({ type }) => type !== 'null') ?? shape
    if (inner?.money) return sum(value as { amountMinor: number; currency: string })
    if (inner?.localized) return (value as Localized)[language]
    if (value instanceof Date) return momentIn(value, language, timeZone)
    if (isSentence(value)) return say(language, value)
    if (Array.isArray(value)) return value.map((each) => write(inner?.items, each)).join(and[language])
    if (typeof value === 'boolean') return yesOrNo(value)
    if (typeof value === 'number') return String(value)
    if (typeof value !== 'string') return hidden
    if (inner?.format === 'date-time') return momentIn(new Date(value), language, timeZone)
    return word(value) ?? (inner?.kept || inner?.holds === 'shop' || texts.has(value) ? value : hidden)
  }
  const yesOrNo = (is: boolean): string => word(is ? 'yes' : 'no') ?? (is ? 'yes' : 'no')
  const word = (text: string): string | undefined => {
    const { values } = catalogues[language]
    const parts = text.split(', ').map((each) => (Object.hasOwn(values, each) ? values[each] : undefined))
    return parts.every((part) => part !== undefined) ? parts.join(and[language]) : undefined
  }
  const sum = ({ amountMinor, currency }: { amountMinor: number; currency: string }): string =>
    isSold(currency) ? formatMoney({ amountMinor, currency }, language) : `${amountMinor} ${currency}`

  if (says) {
    const filled = says[0].replaceAll(/\{([a-zA-Z]+)\}/g, (_whole, field: string) => valueOf(field))
    return [filled.charAt(0).toUpperCase() + filled.slice(1)]
  }
  return Object.entries(answered.properties ?? {})
    .filter(([field, { fresh }]) => !fresh && field !== 'atLeast' && isPlain(output[field]))
    .map(([field]) => [field, valueOf(field)] as const)
    .filter(([, words]) => words !== hidden && words !== '')
    .slice(0, mostFacts)
    .map(([field, words]) => `${fields[field] ?? spellOut(field)}${colon(language)}${words}`)
}

const isPlain = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && (value.length === 0 || isRow(value[0])))
const isRow = (value: unknown): boolean => typeof value === 'object' && value !== null && !isSentence(value)
const isSold = (currency: string): currency is Currency => (currencies as readonly string[]).includes(currency)

/** Field name as words: `memberUntil` → "Member until". */
function spellOut(name: string): string {
  const spaced = name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
