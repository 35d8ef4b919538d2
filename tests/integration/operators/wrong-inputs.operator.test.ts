import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import { languages } from '#shared/language.ts'
import type { Sentence } from '#shared/sentence.ts'
import { runAction } from '#server/operator/run-action.ts'
import { say } from '#text/say.ts'
import { ben } from '#tests/support/operators.ts'
import { openFullShop, shopConfig, type FullShop } from './full-shop.setup.ts'

/** Actions that query a blockchain first. Their own tests cover their refusals. */
const onChains: readonly ActionName[] = ['crypto.refund-sent', 'crypto.rescan']
const acts = actionNames.filter((name) => operatorActions[name].kind === 'act' && !onChains.includes(name))

let shop: FullShop
beforeAll(async () => {
  shop = await openFullShop()
})
afterAll(() => shop.close())

type Field = FieldNotes & { readonly type?: string; readonly enum?: readonly unknown[] }

/** Values that nobody should type, by what is wrong with them. Only dates can be past, and only numbers negative. */
const wrongValuesOf = ({ type, date, enum: choices }: Field): readonly (readonly [string, unknown])[] => [
  ['empty', ''],
  ['too long', 'x'.repeat(10_000_001)],
  ['a wrong type', type === 'string' || choices ? 7 : 'seven'],
  ['an emoji', '🤷'],
  ['negative', type === 'integer' ? -1 : '-1'],
  ...(date ? ([['past', '1999-12-31']] as const) : []),
]

/** Refusals whose faults name the wrong part within the field. */
const namesThePart: readonly string[] = ['terms.invalid']

const isMention = (value: unknown, name: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('field' in value && value.field === name) || Object.values(value).some((each) => isMention(each, name)))

const textsOf = (refused: Sentence) => languages.map((language) => say(language, refused, (field) => `«${field}»`))

const required = (name: ActionName): string[] => {
  const { input }: OperatorAction = operatorActions[name]
  return [...((input.required as readonly string[] | undefined) ?? [])]
}
/** Fields of the example and required fields, which are those that a form always shows. */
const fieldsOf = (name: ActionName): [string, Field][] => {
  const { input }: OperatorAction = operatorActions[name]
  const given = Object.keys(shop.examples[name] ?? {})
  return Object.entries(input.properties as Readonly<Record<string, Field>>).filter(
    ([field]) => given.includes(field) || required(name).includes(field),
  )
}

describe('wrong input', () => {
  it.each(acts)('a wrong input of "%s" is refused in words that name the field', async (name) => {
    const example = shop.examples[name] as Readonly<Record<string, unknown>>
    const faults: string[] = []
    for (const [field, shape] of fieldsOf(name))
      for (const [kind, value] of wrongValuesOf(shape)) {
        const ran = await runAction(name, async () => ({ ...example, [field]: value }), {
          database: shop.db.database,
          config: shopConfig(name === 'payouts.file' ? 'tron' : 'ethereum'),
          operator: { ...ben, role: 'owner' },
          preview: true,
          confirm: async () => ({ ok: true, value: null }),
        })
        const place = `${field}, ${kind}`
        if (ran.ok) {
          if (kind === 'empty' || kind === 'too long' || kind === 'a wrong type') faults.push(`${place}: accepted`)
          continue
        }
        const { status, sentence: refused } = ran.refusal
        const [english = '', chinese = ''] = textsOf(refused)
        const isUnfinished = (text: string) => text.length < 4 || /undefined|\[object|NaN|\{\w*\}/.test(text)
        if (isUnfinished(english) || isUnfinished(chinese) || english === chinese)
          faults.push(`${place}: ${refused.code}: ${english} / ${chinese}`)
        const isNamed = isMention(refused, field) || english.includes(`«${field}»`)
        if (status === 'InvalidInput' && !isNamed && !namesThePart.includes(refused.code))
          faults.push(`${place}: ${refused.code} names no field: ${english}`)
        if (refused.code === 'field.invalid') faults.push(`${place}: says nothing about what to do`)
      }
    expect(faults).toEqual([])
  })

  it('every field whose form is checked says what it must look like', () => {
    const silent = actionNames.flatMap((name) => {
      const { input }: OperatorAction = operatorActions[name]
      return Object.entries(input.properties as Readonly<Record<string, Field & { pattern?: string }>>)
        .filter(([, { pattern, enum: choices, type, must }]) => (pattern || choices || type === 'integer') && !must)
        .map(([field]) => `${name} ${field}`)
    })
    expect(silent).toEqual([])
  })
})
