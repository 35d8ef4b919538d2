import { describe, expect, it } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { operatorLimitTable } from '#shared/operator-limits.ts'
import type { ActionWords } from '../action-words.ts'
import { orderOutcomes, orderReasons, orderStatuses } from '#shared/order-outcome.ts'
import englishDesk from '../en/desk.ts'
import actions from './actions.ts'
import chineseDesk from './desk.ts'
import fields from './fields.ts'
import hints from './hints.ts'
import values from './values.ts'

/** Covers all registry texts that pages show; sentences of the server are in `text/`. */
const registry = Object.entries<OperatorAction>(operatorActions)
const isChinese = (text: string | undefined): boolean => /\p{Script=Han}/u.test(text ?? '')
/** Terms that are not translated: abbreviations, products, protocols, networks. */
const sameEverywhere = new Set(
  [
    'uid sha256 csv cpu webhook tron ethereum bsc polygon arbitrum optimism base',
    'ios android mac windows stripe remnawave marzban vless trojan shadowsocks',
  ].flatMap((names) => names.split(' ')),
)

type Schema = {
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly money?: true
  readonly localized?: true
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}
type Shown = { readonly names: Set<string>; readonly words: Set<string>; readonly descriptions: Set<string> }

function collect(schema: Schema | undefined, shown: Shown): void {
  if (!schema || schema.money || schema.localized) return
  if (schema.description !== undefined) shown.descriptions.add(schema.description)
  for (const word of [...(schema.enum ?? []), schema.const]) if (typeof word === 'string') shown.words.add(word)
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    shown.names.add(name)
    collect(field, shown)
  }
  for (const part of [schema.items, ...(schema.anyOf ?? [])]) collect(part, shown)
}
const nothing = (): Shown => ({ names: new Set(), words: new Set(), descriptions: new Set() })
const inForms = nothing()
const inAll = nothing()
for (const [, { input, output, stream }] of registry) {
  collect(input, inForms)
  for (const schema of [input, output, stream]) collect(schema, inAll)
}
const english = (texts: Iterable<string>, chinese: Readonly<Record<string, string>>): string[] =>
  [...texts].filter(
    (text) => !sameEverywhere.has(text) && !isChinese(Object.hasOwn(chinese, text) ? chinese[text] : ''),
  )

describe('Chinese texts of the registry', () => {
  it('the registry has actions, fields and words to translate', () => {
    expect(registry.length).toBeGreaterThan(100)
    expect(inForms.descriptions.size).toBeGreaterThan(150)
    expect(inAll.names.size).toBeGreaterThan(300)
    expect(inAll.words.size).toBeGreaterThan(80)
  })

  it.each(registry)('%s has a Chinese name, description, preview and result', (name, action) => {
    const words: ActionWords = actions[name as keyof typeof actions]
    expect(isChinese(words.label)).toBe(true)
    expect(isChinese(words.about)).toBe(true)
    const says = action.kind === 'act' ? action.says : undefined
    expect(words.says?.map(isChinese)).toEqual(says && [true, true])
  })

  it('every field has a Chinese name', () => {
    expect(english(inAll.names, fields)).toEqual([])
  })

  it('every field hint and reason for two operators is translated', () => {
    const seconds = registry.flatMap(([, action]) =>
      action.kind === 'act' && action.second !== undefined ? [action.second] : [],
    )
    expect(english([...inForms.descriptions, ...seconds], hints)).toEqual([])
  })

  it('every limit description is translated and omits the default', () => {
    const abouts = Object.values(operatorLimitTable).map(({ about }) => about)
    expect(english(abouts, hints)).toEqual([])
    expect(abouts.filter((about) => about.includes('default'))).toEqual([])
  })

  it('every selectable or stored word is translated', () => {
    expect(english(inAll.words, values)).toEqual([])
  })

  it('no translation is without Chinese', () => {
    expect(Object.entries(hints).filter(([, text]) => !isChinese(text))).toEqual([])
  })
})

it('order states, reasons and outcomes are translated in both languages', () => {
  const all = [...orderStatuses, ...orderReasons, ...orderOutcomes]
  expect(all.filter((each) => englishDesk.words[each] === undefined || !isChinese(chineseDesk.words[each]))).toEqual([])
})
