import { isDeepStrictEqual } from 'node:util'
import type { Localized } from '#shared/language.ts'
import { formatMoney, fromDecimal, money, toDecimal, type Currency } from '#shared/money.ts'
import {
  applyGoodsChange,
  findGoodsFault,
  isLargeChange,
  type GoodsChange,
  type GoodsState,
} from '#server/modules/catalog/catalog.rules.ts'
import { findFirstOfDay } from '#server/modules/audit/audit.queries.ts'
import { addGoods, lockAllGoods, lockGoods, saveGoods } from '#server/modules/catalog/goods.service.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { isLargePriceMove } from '#server/modules/catalog/price-moves.rules.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listFixedCodes } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { findCodeBeyond } from '#server/modules/promo-codes/promo-codes.rules.ts'
import { done, refuse, Refused, type Act, type FindKept } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { codesThatName, comparePrice, comparePrices } from './price-effects.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const subjectOf = (id: string): string => `goods ${id}`
const amount = (minor: number, currency: Currency) => formatMoney(money(minor, currency), 'en')
const showPrices = ({ prices }: GoodsState) =>
  prices.map(({ currency, priceMinor, listPriceMinor }) => {
    const price = amount(priceMinor, currency)
    return listPriceMinor === null
      ? sentence('price.alone', { price })
      : sentence('price.withList', { price, list: amount(listPriceMinor, currency) })
  })
const showGroups = ({ groupPrices }: GoodsState) =>
  groupPrices.map(({ size, currency, perPersonMinor }) => `${size} × ${amount(perPersonMinor, currency)}`)
export const formatPlanTime = ({
  months,
  bonusDays,
}: {
  readonly months: number
  readonly bonusDays: number
}): Sentence =>
  bonusDays === 0
    ? sentence('length.months', { months })
    : sentence('length.monthsAndDays', { months, days: bonusDays })

export const saleOf = ({ onSale }: Pick<GoodsState, 'onSale'>): string => (onSale ? 'on sale' : 'retired')

export const describeGoods = (goods: GoodsState) => ({
  names: [goods.names.en, goods.names['zh-CN']],
  badge: goods.badges ? [goods.badges.en, goods.badges['zh-CN']] : [],
  time: formatPlanTime(goods),
  devices: goods.maxDevices,
  prices: showPrices(goods),
  groups: showGroups(goods),
  position: goods.position,
  sale: saleOf(goods),
})
const inOneLine = (value: string | number | Sentence | readonly (string | Sentence)[]): string | Sentence => {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string' || 'code' in value) return value
  if (value.length === 0) return sentence('cell.none')
  return value.reduce((first, second) => sentence('cell.both', { first, second }))
}

function compareGoods(before: GoodsState | null, after: GoodsState) {
  const lines = (goods: GoodsState) =>
    Object.entries(describeGoods(goods)).map(([field, value]) => [field, inOneLine(value)] as const)
  const old = new Map(before ? lines(before) : [])
  const changes = lines(after)
    .filter(([field, value]) => !isDeepStrictEqual(old.get(field), value))
    .map(([field, value]) => ({ field, before: old.get(field) ?? null, after: value }))
  return { id: after.id, changes, after }
}

const farText = (percent: number): Sentence => sentence('price.takesTwo', { percent })

async function findGoodsOfDayAgo(db: Queryable, now: GoodsState): Promise<GoodsState | null> {
  const first = await findFirstOfDay(db, subjectOf(now.id))
  return first ? ((first.details as { before?: GoodsState }).before ?? null) : now
}

/**
 * Reason why a price change needs a second operator, or null. Compares with the price of a day ago, so that several
 * small steps count together. A promo code on the new price must not exceed one operator's limit either.
 */
async function findFar(db: Queryable, before: GoodsState | null, after: GoodsState): Promise<Sentence | null> {
  const dayAgo = before && (await findGoodsOfDayAgo(db, before))
  const others: GoodsState[] = []
  for (const other of await listAllGoods(db)) {
    const known = other.id === after.id ? null : await findGoodsOfDayAgo(db, other)
    if (known) others.push(known)
  }
  const { pricePercent, promoPercent } = (await readSettings(db)).operatorLimits
  if (isLargePriceMove(dayAgo, after, { others, bps: pricePercent * 100 })) return farText(pricePercent)
  const codes = await listFixedCodes(db, after.id)
  const code = findCodeBeyond(codes, { before: before?.prices ?? [], after: after.prices, bps: promoPercent * 100 })
  return code === null ? null : sentence('price.codeTakesTwo', { code, percent: promoPercent })
}

const decimal = (minor: number | null | undefined, currency: Currency): string | undefined =>
  minor === null || minor === undefined ? undefined : toDecimal(money(minor, currency))

const keptGoods =
  <K extends { id: string }>(valuesOf: (goods: GoodsState, keys: K) => Record<string, unknown>): FindKept<K> =>
  async (tx, keys) => {
    const goods = await lockGoods(tx, keys.id)
    return { subject: subjectOf(keys.id), values: goods && valuesOf(goods, keys) }
  }

export const keptPrice = keptGoods<{ id: string; currency: Currency }>(({ prices }, { currency }) => {
  const row = prices.find((each) => each.currency === currency)
  return { price: decimal(row?.priceMinor, currency), listPrice: decimal(row?.listPriceMinor, currency) }
})
export const keptGroupPrice = keptGoods<{ id: string; currency: Currency; size: number }>(
  ({ groupPrices }, { currency, size }) => {
    const row = groupPrices.find((each) => each.currency === currency && each.size === size)
    return { price: decimal(row?.perPersonMinor, currency) }
  },
)
export const keptDescription = keptGoods(({ names, badges, maxDevices, bonusDays, position }) => ({
  nameEn: names.en,
  nameZh: names['zh-CN'],
  badgeEn: badges?.en,
  badgeZh: badges?.['zh-CN'],
  devices: maxDevices,
  bonusDays,
  position,
}))

type Changed = { readonly before: GoodsState; readonly after: GoodsState; readonly takesTwo: Sentence | null }
/** Changes a plan. Shop and pages follow within seconds; orders that were placed keep their price. Throws `Refused`. */
async function changeGoods(tx: Transaction, id: string, change: GoodsChange, isLargeMeant = false): Promise<Changed> {
  const before = await lockGoods(tx, id)
  if (!before) throw new Refused('NotFound', sentence('plan.unknown', { plan: id }))
  if (change.kind === 'sale' && change.onSale === before.onSale)
    throw new Refused('NotPossible', sentence(before.onSale ? 'plan.isOnSale' : 'plan.isRetired', { plan: id }))
  const after = applyGoodsChange(before, change)
  const fault = findGoodsFault(after)
  if (fault) throw new Refused('InvalidInput', fault)
  if (isLargeChange(before, after) && !isLargeMeant) throw new Refused('InvalidInput', 'price.changesMuch')
  await saveGoods(tx, after)
  // Compares under the lock, so that concurrent changes add up. Taking a plan off sale changes no price.
  const takesTwo = change.kind === 'sale' ? null : await findFar(tx, before, after)
  return { before, after, takesTwo }
}

const changed = <More extends object>({ before, after, takesTwo }: Changed, more: More) =>
  done({ ...compareGoods(before, after), ...more }, subjectOf(after.id), { before, after }, { takesTwo })

function readAmount(name: string, text: string, currency: Currency): number {
  const read = fromDecimal(text, currency)
  if (!read)
    throw new Refused(
      'InvalidInput',
      sentence('field.wrong', {
        field: { field: name },
        must: sentence('must.likeEither', { example: '268', other: '44.90' }),
      }),
    )
  return read.amountMinor
}

function readTexts(name: 'name' | 'badge', en: string | undefined, zh: string | undefined): Localized | null {
  if (en === undefined && zh === undefined) return null
  if (en === undefined || zh === undefined)
    throw new Refused(
      'InvalidInput',
      sentence('field.missing', { field: { field: `${name}${en === undefined ? 'En' : 'Zh'}` } }),
    )
  return { en, 'zh-CN': zh }
}

/** Price in minor units. Null ends the price in this currency. */
function readPriceOrEnd({ price, end = false, currency }: Asked<'plans.set-price'>): number | null {
  if (end === (price !== undefined))
    throw new Refused(
      'InvalidInput',
      sentence('field.giveEither', { first: { field: 'price' }, second: { field: 'end' } }),
    )
  return price === undefined ? null : readAmount('price', price, currency)
}

type Asked<N extends 'plans.set-price' | 'plans.set-group-price' | 'plans.describe'> = Parameters<Act<N>>[1]

export const readChange = {
  'plans.set-price': (input: Asked<'plans.set-price'>): GoodsChange => {
    const { currency, listPrice } = input
    const priceMinor = readPriceOrEnd(input)
    if (priceMinor === null && listPrice !== undefined)
      throw new Refused(
        'InvalidInput',
        sentence('field.giveEither', { first: { field: 'listPrice' }, second: { field: 'end' } }),
      )
    const listPriceMinor = listPrice === undefined ? null : readAmount('listPrice', listPrice, currency)
    return { kind: 'price', currency, priceMinor, listPriceMinor }
  },
  'plans.set-group-price': (input: Asked<'plans.set-group-price'>): GoodsChange => {
    const { currency, size } = input
    return { kind: 'group-price', size: size === 2 ? 2 : 3, currency, perPersonMinor: readPriceOrEnd(input) }
  },
  'plans.describe': (input: Asked<'plans.describe'>): GoodsChange => {
    const names = readTexts('name', input.nameEn, input.nameZh)
    const badges = readTexts('badge', input.badgeEn, input.badgeZh)
    const { devices, bonusDays, position, noBadge = false } = input
    return {
      kind: 'describe',
      ...(names && { names }),
      ...(badges && { badges }),
      ...(noBadge && { badges: null }),
      ...(devices !== undefined && { maxDevices: devices }),
      ...(bonusDays !== undefined && { bonusDays }),
      ...(position !== undefined && { position }),
    }
  },
}

export const setPlanPrice: Act<'plans.set-price'> = async (tx, input) => {
  const change = await changeGoods(tx, input.id, readChange['plans.set-price'](input), input.largeChange)
  const follows = await comparePrices(tx, change, input.currency)
  return changed(change, { ...(await comparePrice(tx, change, input.currency)), ...follows })
}
export const setPlanGroupPrice: Act<'plans.set-group-price'> = async (tx, input) =>
  changed(await changeGoods(tx, input.id, readChange['plans.set-group-price'](input), input.largeChange), {})
export const describePlan: Act<'plans.describe'> = async (tx, input) =>
  changed(await changeGoods(tx, input.id, readChange['plans.describe'](input)), {})

export const retirePlan: Act<'plans.retire'> = async (tx, { id }) =>
  changed(await changeGoods(tx, id, { kind: 'sale', onSale: false }), { promoCodes: await codesThatName(tx, id) })
export const restorePlan: Act<'plans.restore'> = async (tx, { id }) =>
  changed(await changeGoods(tx, id, { kind: 'sale', onSale: true }), {})

export const addPlan: Act<'plans.add'> = async (tx, input) => {
  const { id, currency, price, listPrice, months, devices: maxDevices, bonusDays = 0 } = input
  const names = readTexts('name', input.nameEn, input.nameZh)
  if (!names) return refuse('InvalidInput', sentence('field.missing', { field: { field: 'nameEn' } }))
  await lockAllGoods(tx)
  const last = Math.max(-1, ...(await listAllGoods(tx)).map(({ position }) => position))
  const listPriceMinor = listPrice === undefined ? null : readAmount('listPrice', listPrice, currency)
  const goods: GoodsState = {
    id,
    position: input.position ?? last + 1,
    months,
    bonusDays,
    maxDevices,
    names,
    badges: readTexts('badge', input.badgeEn, input.badgeZh),
    onSale: true,
    prices: [{ currency, priceMinor: readAmount('price', price, currency), listPriceMinor }],
    groupPrices: [],
  }
  const fault = findGoodsFault(goods)
  if (fault) return refuse('InvalidInput', fault)
  if (!(await addGoods(tx, goods))) return refuse('NotPossible', sentence('plan.exists', { plan: id }))
  return done(compareGoods(null, goods), subjectOf(id), goods, { takesTwo: await findFar(tx, null, goods) })
}
