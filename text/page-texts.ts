import type { Language } from '#shared/language.ts'
import type { OwnWords } from '#shared/own-words.ts'
import type { PageTexts } from '#shared/site.ts'
import { linkPictureTexts } from './link-pictures.ts'
import buyingEn from './en/site/buying.ts'
import checkoutEn from './en/site/checkout.ts'
import downloadEn from './en/site/download.ts'
import homeEn from './en/site/home.ts'
import buyingZh from './zh-CN/site/buying.ts'
import checkoutZh from './zh-CN/site/checkout.ts'
import downloadZh from './zh-CN/site/download.ts'
import homeZh from './zh-CN/site/home.ts'

type Names<A extends readonly unknown[]> = { readonly [I in keyof A]: string }

/**
 * Maps each text that is a function to the names of its parameters; null for texts that operators cannot replace by a
 * sentence.
 */
type NamesOf<T> = {
  readonly [K in keyof T as T[K] extends string ? never : K]: T[K] extends (...args: never[]) => string
    ? Names<Parameters<T[K]>> | null
    : NamesOf<T[K]>
}
type Checkout = Omit<typeof checkoutEn, 'order'>
const { order: _orderEn, ...checkoutTextsEn } = checkoutEn
const { order: _orderZh, ...checkoutTextsZh } = checkoutZh

const catalogues = {
  home: { en: homeEn, 'zh-CN': homeZh },
  pricing: { en: buyingEn, 'zh-CN': buyingZh },
  checkout: { en: checkoutTextsEn, 'zh-CN': checkoutTextsZh },
  download: { en: downloadEn, 'zh-CN': downloadZh },
  pictures: linkPictureTexts,
}
export type PageCatalogue = keyof typeof catalogues

const names = {
  home: {
    title: ['brand'],
    description: ['brand', 'minutes'],
    lead: ['brand'],
    tryFree: ['minutes'],
    audited: ['month'],
    auditBy: ['by'],
    measured: ['percent'],
    measuredText: ['days'],
    refund: ['days'],
    clearLaneText: ['brand'],
    devicesText: ['devices', 'most'],
    groupText: ['hours'],
    groupPrices: ['months'],
    groupOf: null,
  } satisfies NamesOf<typeof homeEn>,
  pricing: {},
  checkout: {
    currencies: {},
    ways: {},
    empty: {},
    deviceCount: null,
    devicesOnly: ['count'],
    todayIs: ['date'],
    afterExpiry: ['date'],
    until: ['date'],
    save: ['amount'],
    perMonth: ['amount'],
    groupTitle: ['plan', 'price'],
    validTo: ['date'],
    atOnce: ['count'],
    refundable: ['days'],
    pay: { alipay: ['amount'], wechat: ['amount'], unionpay: ['amount'], card: ['amount'], crypto: ['amount'] },
    days: ['count'],
    convertsRemaining: null,
    upgrade: { title: ['devices'], plan: ['plan'], difference: ['days'], keeps: null },
    convertsBought: null,
  } satisfies NamesOf<Checkout>,
  download: {
    title: ['brand'],
    description: ['brand'],
    released: ['date'],
    version: ['version'],
  } satisfies NamesOf<typeof downloadEn>,
  pictures: {},
} satisfies Record<PageCatalogue, object>

type PageSentence = {
  readonly key: string
  readonly en: string
  readonly 'zh-CN': string
  /** Names of the sentence's placeholders. Every sentence may also use `brand`, which is not listed. */
  readonly names: readonly string[]
}

/**
 * All sentences of the home, price and download pages and of the link preview pictures, as shipped, by catalogue key.
 */
export const pageSentences: ReadonlyMap<string, PageSentence> = new Map(
  (Object.keys(catalogues) as PageCatalogue[])
    .flatMap((name) => sentencesIn(name, catalogues[name].en, catalogues[name]['zh-CN'], names[name]))
    .map((sentence) => [sentence.key, sentence]),
)

type Tree = Readonly<Record<string, unknown>>
function sentencesIn(path: string, en: Tree, zh: Tree, named: Tree): PageSentence[] {
  return Object.entries(en).flatMap(([name, value]): PageSentence[] => {
    const key = `${path}.${name}`
    if (typeof value === 'string') return [{ key, en: value, 'zh-CN': String(zh[name]), names: [] }]
    if (typeof value === 'object') return sentencesIn(key, value as Tree, zh[name] as Tree, named[name] as Tree)
    const of = named[name] as readonly string[] | null
    if (of === null) return []
    const say = (text: unknown) => (text as (...values: string[]) => string)(...of.map((each) => `{${each}}`))
    return [{ key, en: say(value), 'zh-CN': say(zh[name]), names: of }]
  })
}

/**
 * Finds the operator's sentences that replace texts of a catalogue, in one language, with the brand filled in. Null if
 * there are none.
 */
export function ownWordsOf(
  catalogue: string,
  pageTexts: PageTexts,
  language: Language,
  brand: string,
): OwnWords | null {
  const prefix = `${catalogue}.`
  const own = Object.entries(pageTexts).flatMap(([key, texts]) => {
    const sentence = key.startsWith(prefix) ? pageSentences.get(key) : undefined
    if (!sentence) return []
    const text = texts[language].replaceAll('{brand}', () => brand)
    return [[key.slice(prefix.length), [text, sentence.names]] as const]
  })
  return own.length === 0 ? null : Object.fromEntries(own)
}
