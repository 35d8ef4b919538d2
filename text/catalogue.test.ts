import { describe, expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { operatorLimitTable } from '#shared/operator-limits.ts'
import { actionNames, operatorActions } from '#shared/contract/operator.ts'
import type { ActAction, OperatorAction } from '#shared/contract/operator/action.ts'
import { guardOf, measuredMoney } from '#shared/contract/operator/reach.ts'
import type { UndoBy, UndoLimits } from '#shared/contract/operator/undo.ts'
import { catalogue as english } from './en/catalogue.ts'
import { undoText, worded, type Worded } from './worded.ts'
import { catalogue as chinese } from './zh-CN/catalogue.ts'

/** Checks what types cannot: placeholders, numbers, and that Chinese texts are Chinese. */
const catalogues = { en: english, 'zh-CN': chinese }
const isAct = (action: OperatorAction & Worded): action is ActAction & Worded => action.kind === 'act'
const all = actionNames.map((name) => ({
  name,
  action: worded(name, operatorActions[name] as OperatorAction, english),
}))
const acts = all.flatMap(({ name, action }) => (isAct(action) ? [{ name, action }] : []))

type Shown = {
  readonly properties?: Readonly<Record<string, Shown>>
  readonly type?: unknown
  readonly enum?: unknown
  readonly anyOf?: readonly Shown[]
  readonly money?: true
  readonly localized?: true
}

/** Chinese texts that consist only of abbreviations and names, so they contain no Chinese character. */
const sameEverywhere = [
  'UID',
  'SHA-256',
  'CSV',
  'CPU',
  'Webhook',
  'iOS',
  'Android',
  'macOS',
  'Windows',
  'MD5',
  'Xboard',
  'V2board',
  'SSPanel-UIM',
]
/** True for texts that consist of placeholders and punctuation. */
const isOnlyValues = (text: string): boolean => /^[{}\w]+。$/.test(text)
type Texts = string | { readonly [key: string]: Texts }
const textsOf = (texts: Texts): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts).flatMap(textsOf)

describe('texts of the action registry', () => {
  it.each(Object.entries(catalogues))(
    'the texts contain no Markdown, flags or command names (%s)',
    (_language, texts) => {
      const said = textsOf(texts as unknown as Texts)
      const subjects = new Set(actionNames.map((name) => name.split('.')[0]))
      const isCommand = (text: string): boolean =>
        [...text.matchAll(/["“「]([a-z-]+) [a-z-]+["”」]/g)].some(([, subject = '']) => subjects.has(subject))
      expect(
        said.filter((text) => /[`]|\*\*|(?:^|[\s（(])--[a-z]|\bnpm run\b|\]\(/.test(text) || isCommand(text)),
      ).toEqual([])
    },
  )

  it('the headline of a preview shows no raw JSON', () => {
    const raw = acts.flatMap(({ name, action }) =>
      [...(action.says ?? []).join(' ').matchAll(/\{(\w+)\}/g)].flatMap(([, field = '']) => {
        if (Object.hasOwn(action.saves ?? {}, field)) return []
        const shape = (action.output as Shown).properties?.[field] ?? (action.input as Shown).properties?.[field]
        const plain = shape?.anyOf?.find(({ type }) => type !== 'null') ?? shape
        const isPlain = plain?.type !== undefined || plain?.enum !== undefined || plain?.anyOf !== undefined
        return isPlain && (plain?.type !== 'object' || plain.money || plain.localized) ? [] : [`${name}: ${field}`]
      }),
    )
    expect(raw).toEqual([])
  })

  it('every text of the Chinese catalogue contains Chinese, except abbreviations, names and values', () => {
    const texts = textsOf(chinese as unknown as Texts)
    expect(texts.length).toBeGreaterThan(1_500)
    expect(
      texts.filter((text) => !/\p{Script=Han}/u.test(text) && !isOnlyValues(text) && !sameEverywhere.includes(text)),
    ).toEqual([])
  })

  it('the English catalogue contains no Chinese', () => {
    expect(textsOf(english as unknown as Texts).filter((text) => /\p{Script=Han}/u.test(text))).toEqual([])
  })

  it.each(all)('$name names only its own fields in its preview and result', ({ action }) => {
    const { input, output, saves } = action
    const known = [
      ...[input, output].flatMap((schema) => Object.keys((schema as { properties?: object }).properties ?? {})),
      ...Object.keys(saves ?? {}),
    ]
    const named = (action.says ?? []).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([])
  })

  it('the texts mention no command and no field name in code', () => {
    const texts = [...textsOf(english as unknown as Texts), ...textsOf(chinese as unknown as Texts)]
    expect(texts.filter((text) => /`|--|"[a-z]+ [a-z-]+"/.test(text))).toEqual([])
  })
})

describe('texts about a second operator', () => {
  it.each(acts.filter(({ action }) => measuredMoney.includes(action.reach.money) || guardOf(action).kind !== 'none'))(
    '$name states when it needs a second operator',
    ({ action }) => expect(action.second).toMatch(/^[A-Z].*\.$/),
  )

  it('an action that needs a second operator only in some cases has a text about these cases', () => {
    const conditional = acts.filter(
      ({ action: { reach, asksFor } }) =>
        asksFor === undefined && (reach.varies === true || measuredMoney.includes(reach.money)),
    )
    expect(conditional.length).toBeGreaterThan(15)
    expect(conditional.filter(({ name }) => !Object.hasOwn(english.actions[name], 'second'))).toEqual([])
  })

  it('the texts say where a second operator is always needed', () => {
    const always = acts.filter(({ action }) => action.second === english.defaults.second.always).map(({ name }) => name)
    expect(always.toSorted()).toEqual([
      'canary.key',
      'clients.publish',
      'clients.restore',
      'connections.remove',
      'connections.set',
      'crypto.import-addresses',
      'imports.start',
      'imports.undo',
      'limits.change',
      'operators.reset-factor',
      'payouts.set-zone',
      'people.erase',
    ])
  })

  it('the texts state the defaults of the limits', () => {
    const { refundCny, refundUsd, pricePercent, promoPercent, redeemCodes, giftPeople, personActs } = operatorLimitTable
    const people = [
      'block',
      'end-sessions',
      'unbind-device',
      'reset-second-factor',
      'change-address',
      'create',
      'export-data',
    ]
    const onPersons = [...people.map((name) => `people.${name}`), 'tunnels.rotate', 'tunnels.drop', 'messages.answer']
    const refunds = `¥${refundCny.default.toLocaleString('en')} or $${refundUsd.default.toLocaleString('en')}`
    const price = `${pricePercent.default}%`
    const said = all.flatMap(({ name, action: { second } }) => {
      const [, value] = /, by default (.+?)(?:, |[;.]|$)/.exec(second ?? '') ?? []
      return value === undefined ? [] : [[name, value]]
    })
    expect(Object.fromEntries(said)).toEqual({
      'refunds.batch': refunds,
      'orders.refund': refunds,
      'plans.add': price,
      'plans.set-price': price,
      'plans.set-group-price': price,
      'plans.describe': price,
      'promos.create': `${promoPercent.default}%`,
      'redeem.create': String(redeemCodes.default),
      'people.give-time': String(giftPeople.default),
      ...Object.fromEntries(onPersons.map((name) => [name, String(personActs.default)])),
    })
  })

  it('the text of each limit omits its default', () => {
    const meanings = [...Object.values(english.limits), ...Object.values(chinese.limits)]
    expect(meanings.filter((text) => /default|默认/.test(text))).toEqual([])
  })
})

describe('texts about undoing', () => {
  it('the texts begin with the same words where nothing undoes an action', () => {
    for (const text of Object.values(english.undo.none)) expect(text).toMatch(/^This cannot be undone\b.*\.$/)
    for (const text of Object.values(chinese.undo.none)) expect(text).toMatch(/^此操作.*无法.*撤销.*。$/)
  })

  it.each(acts)('$name says in both languages how it is undone, and what that does not bring back', ({ action }) => {
    const { undo } = action
    const { by, ifNew, stays }: Partial<UndoBy & UndoLimits> = 'none' in undo ? {} : undo
    for (const language of languages) {
      const texts = catalogues[language].undo
      const said = undoText(undo, texts, (name) => `label of ${name}`)
      expect(said).toMatch(/[.。]$/)
      const named = [by, ifNew?.by].filter((name) => name !== undefined)
      expect(named.filter((name) => !said.includes(`label of ${name}”`))).toEqual([])
      expect(said.includes('label of ')).toBe(named.length > 0)
      const [, rest] = /(?:What stays: |不会还原：)(.*)$/.exec(said) ?? []
      expect(rest).toBe(stays && texts.stays[stays])
    }
  })
})

it('an action that proposes another action has the fields, hints and preview of that action', () => {
  const [asking, asked] = (['refunds.ask', 'orders.refund'] as const).map((name) =>
    worded(name, operatorActions[name] as OperatorAction, english),
  )
  expect(asking?.input).toEqual(asked?.input)
  expect(asking?.output).toEqual(asked?.output)
  expect(asking?.second).toBe(english.defaults.second.asks)
})
