import type { Localized } from '#shared/language.ts'
import { currencies, formatMoney, fromDecimal, money, type Currency } from '#shared/money.ts'
import {
  applyGoodsChange,
  findGoodsFault,
  type GoodsChange,
  type GoodsState,
} from '#server/modules/catalog/catalog.rules.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { movesFar } from '#server/modules/catalog/price-moves.rules.ts'
import { secondPersonLimits } from '#server/modules/operators/second-person.rules.ts'
import {
  changeGoods,
  findGoodsOfDayAgo,
  makeGoods,
  type GoodsFault,
  type GoodsOutcome,
} from '#server/workflows/catalog/manage-goods.ts'
import { OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { readInteger } from '../read-option.ts'

const amount = (minor: number, currency: Currency) => formatMoney(money(minor, currency), 'en')
const showPrices = ({ prices }: GoodsState) =>
  prices
    .map(({ currency, priceMinor, listPriceMinor }) => {
      const list = listPriceMinor === null ? '' : ` (list ${amount(listPriceMinor, currency)})`
      return `${amount(priceMinor, currency)}${list}`
    })
    .join(', ')
const showGroups = ({ groupPrices }: GoodsState) =>
  groupPrices.map(({ size, currency, perPersonMinor }) => `${size} × ${amount(perPersonMinor, currency)}`).join(', ') ||
  'none'

const describe = (goods: GoodsState): Record<string, string> => ({
  names: `${goods.names.en} · ${goods.names['zh-CN']}`,
  badge: goods.badges ? `${goods.badges.en} · ${goods.badges['zh-CN']}` : 'none',
  time: `months: ${goods.months}, bonus days: ${goods.bonusDays}`,
  devices: String(goods.maxDevices),
  prices: showPrices(goods),
  groups: showGroups(goods),
  position: String(goods.position),
  sale: goods.onSale ? 'on sale' : 'retired',
})

/** What changes, line by line; then whether it did. */
function show(context: OpsContext, outcome: GoodsOutcome | GoodsFault): void {
  if ('fault' in outcome) throw new OpsError(outcome.fault)
  const before = outcome.before ? describe(outcome.before) : {}
  for (const [name, value] of Object.entries(describe(outcome.after)))
    if (before[name] !== value) context.print(`${name.padEnd(9)} ${outcome.before ? `${before[name]} → ` : ''}${value}`)
  if (JSON.stringify(outcome.before) === JSON.stringify(outcome.after)) context.print('Nothing is different.')
  context.print(
    context.dryRun ? 'Would be so.' : 'Done. Shop and pages show it within seconds; placed orders keep their price.',
  )
}

const change = async (context: OpsContext, asked: GoodsChange) => {
  const { database, operator, dryRun, values } = context
  const large = values['large-change'] === true
  show(context, await changeGoods(database, requireText(context, 'id'), asked, { operator, dryRun, large }))
}

function readCurrency(context: OpsContext): Currency {
  const currency = currencies.find((each) => each === context.values.currency)
  if (!currency) throw new OpsError(`--currency is one of ${currencies.join(', ')}.`)
  return currency
}
function readAmount(context: OpsContext, name: string, currency: Currency): number {
  const read = fromDecimal(requireText(context, name), currency)
  if (!read) throw new OpsError(`--${name} is like 268 or 44.90.`)
  return read.amountMinor
}

/** Both languages or neither. */
function readTexts(context: OpsContext, name: string): Localized | null {
  const given = [context.values[`${name}-en`], context.values[`${name}-zh`]]
  if (given.every((text) => text === undefined)) return null
  return { en: requireText(context, `${name}-en`), 'zh-CN': requireText(context, `${name}-zh`) }
}

const farText = `A price moves by more than ${secondPersonLimits.priceChangeBps / 100} % in a day, or stands so far below the others, by two operators.`

/** Whether prices would be far from what they were a day ago, in however many steps. What is refused anyway is not far. */
async function isFar({ database, values }: OpsContext, asked: GoodsChange): Promise<string | null> {
  const all = await listAllGoods(database)
  const now = all.find((each) => each.id === values.id)
  if (!now) return null
  const dayAgo = await findGoodsOfDayAgo(database, now)
  return isFarFrom(dayAgo, applyGoodsChange(now, asked), all)
}
function isFarFrom(dayAgo: GoodsState | null, after: GoodsState, all: readonly GoodsState[]): string | null {
  if (findGoodsFault(after)) return null
  const others = all.filter(({ id: other }) => other !== after.id)
  return movesFar(dayAgo, after, { others, bps: secondPersonLimits.priceChangeBps }) ? farText : null
}

const id = { id: { type: 'string' } } as const
const priced = { ...id, currency: { type: 'string' }, price: { type: 'string' } } as const
const texts = {
  'name-en': { type: 'string' },
  'name-zh': { type: 'string' },
  'badge-en': { type: 'string' },
  'badge-zh': { type: 'string' },
  devices: { type: 'string' },
  'bonus-days': { type: 'string' },
  position: { type: 'string' },
} as const

export const goodsList: Action = {
  name: 'goods list',
  role: 'viewer',
  summary: 'Lists all plans with their prices, retired ones too.',
  usage: '',
  options: {},
  async run(context) {
    const goods = await listAllGoods(context.database)
    if (goods.length === 0) return context.print('There are no plans; "goods add" makes one.')
    context.table(goods.map((each) => ({ id: each.id, ...describe(each) })))
  },
}

export const goodsAdd: Action = {
  name: 'goods add',
  role: 'finance',
  stepUp: 'money',
  summary: 'Puts a new plan on sale, with a price in one currency; "goods set-price" adds the others.',
  usage:
    '--id ID --months N --devices N --name-en TEXT --name-zh TEXT --currency CNY --price 268.00 [--list-price 420.00] [--bonus-days N] [--badge-en TEXT --badge-zh TEXT] [--position N] [--dry-run]',
  options: { ...priced, ...texts, months: { type: 'string' }, 'list-price': { type: 'string' } },
  async second(context) {
    const all = await listAllGoods(context.database)
    return isFarFrom(null, readNewGoods(context, all), all)
  },
  async run(context) {
    const goods = readNewGoods(context, await listAllGoods(context.database))
    show(context, await makeGoods(context.database, goods, context))
  },
}

function readNewGoods(context: OpsContext, all: readonly GoodsState[]): GoodsState {
  const currency = readCurrency(context)
  const names = readTexts(context, 'name')
  const months = readInteger(context, 'months', 1, 120)
  const maxDevices = readInteger(context, 'devices', 1, 100)
  if (!names) throw new OpsError('--name-en is missing.')
  if (months === null) throw new OpsError('--months is missing.')
  if (maxDevices === null) throw new OpsError('--devices is missing.')
  const last = Math.max(-1, ...all.map(({ position }) => position))
  const priceMinor = readAmount(context, 'price', currency)
  const listPriceMinor = context.values['list-price'] === undefined ? null : readAmount(context, 'list-price', currency)
  return {
    id: requireText(context, 'id'),
    position: readInteger(context, 'position', 0, 10_000) ?? last + 1,
    months,
    bonusDays: readInteger(context, 'bonus-days', 0, 3_660) ?? 0,
    maxDevices,
    names,
    badges: readTexts(context, 'badge'),
    onSale: true,
    prices: [{ currency, priceMinor, listPriceMinor }],
    groupPrices: [],
  }
}

export const goodsSetPrice: Action = {
  name: 'goods set-price',
  role: 'finance',
  stepUp: 'money',
  summary: 'Sets the price in one currency. Without --list-price nothing is shown struck through beside it.',
  usage: '--id ID --currency CNY --price 268.00 [--list-price 420.00] [--large-change] [--dry-run]',
  options: { ...priced, 'list-price': { type: 'string' }, 'large-change': { type: 'boolean' } },
  second: async (context) => isFar(context, readPrice(context)),
  run: async (context) => change(context, readPrice(context)),
}

function readPrice(context: OpsContext): GoodsChange {
  const currency = readCurrency(context)
  const priceMinor = readAmount(context, 'price', currency)
  const listed = context.values['list-price'] !== undefined
  const listPriceMinor = listed ? readAmount(context, 'list-price', currency) : null
  return { kind: 'price', currency, priceMinor, listPriceMinor }
}

export const goodsSetGroupPrice: Action = {
  name: 'goods set-group-price',
  role: 'finance',
  stepUp: 'money',
  summary: 'Sets what each pays in a group of two or three; --end takes the offer back. Groups that stand keep theirs.',
  usage: '--id ID --size 2 --currency CNY (--price 218.00 | --end) [--large-change] [--dry-run]',
  options: { ...priced, size: { type: 'string' }, end: { type: 'boolean' }, 'large-change': { type: 'boolean' } },
  second: async (context) => isFar(context, readGroupPrice(context)),
  run: async (context) => change(context, readGroupPrice(context)),
}

function readGroupPrice(context: OpsContext): GoodsChange {
  const currency = readCurrency(context)
  const { size: given, end, price } = context.values
  if (given !== '2' && given !== '3') throw new OpsError('--size is 2 or 3.')
  if ((end === true) === (price !== undefined)) throw new OpsError('Give either --price or --end.')
  const perPersonMinor = end === true ? null : readAmount(context, 'price', currency)
  return { kind: 'group-price', size: given === '2' ? 2 : 3, currency, perPersonMinor }
}

export const goodsDescribe: Action = {
  name: 'goods describe',
  role: 'finance',
  summary: 'Changes names, badge, devices, bonus days or the place in the list; the badge goes with --no-badge.',
  usage:
    '--id ID [--name-en TEXT --name-zh TEXT] [--badge-en TEXT --badge-zh TEXT | --no-badge] [--devices N] [--bonus-days N] [--position N] [--dry-run]',
  options: { ...id, ...texts, 'no-badge': { type: 'boolean' } },
  second: async (context) => isFar(context, readDescription(context)),
  run: async (context) => change(context, readDescription(context)),
}

function readDescription(context: OpsContext): GoodsChange {
  const names = readTexts(context, 'name')
  const badges = readTexts(context, 'badge')
  const maxDevices = readInteger(context, 'devices', 1, 100)
  const bonusDays = readInteger(context, 'bonus-days', 0, 3_660)
  const position = readInteger(context, 'position', 0, 10_000)
  return {
    kind: 'describe',
    ...(names && { names }),
    ...(badges && { badges }),
    ...(context.values['no-badge'] === true && { badges: null }),
    ...(maxDevices !== null && { maxDevices }),
    ...(bonusDays !== null && { bonusDays }),
    ...(position !== null && { position }),
  }
}

export const goodsRetire: Action = {
  name: 'goods retire',
  role: 'finance',
  summary: 'Takes a plan off sale. Who has bought it keeps it; orders that wait to be paid still can be.',
  usage: '--id ID [--dry-run]',
  options: id,
  run: (context) => change(context, { kind: 'sale', onSale: false }),
}

export const goodsRestore: Action = {
  name: 'goods restore',
  role: 'finance',
  summary: 'Puts a retired plan on sale again.',
  usage: '--id ID [--dry-run]',
  options: id,
  run: (context) => change(context, { kind: 'sale', onSale: true }),
}
