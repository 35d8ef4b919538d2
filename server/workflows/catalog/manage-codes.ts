import { currencies, fromDecimal, money } from '#shared/money.ts'
import { refundLimit, refundLimitText, type OperatorLimits } from '#shared/operator-limits.ts'
import { foldCode } from '#shared/typed-code.ts'
import { listBatchesOfDay } from '#server/modules/audit/batches.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { lockAllGoods } from '#server/modules/catalog/goods.service.ts'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import {
  countReserved,
  stopPromoCode,
  insertPromoCode,
  type NewPromoCode,
} from '#server/modules/promo-codes/promo-codes.queries.ts'
import { valueOfBatches, type CodeBatch, type CodeGoods } from '#server/modules/redeem-codes/code-value.rules.ts'
import { createBatch } from '#server/modules/redeem-codes/redeem-codes.service.ts'
import { countCodes, disableBatch, lockBatchesOf } from '#server/modules/redeem-codes/redeem-codes.queries.ts'
import { done, refuse, Refused, type Act } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { entitledPreparer } from '#server/workflows/payments/refunds/refunds-of-day.ts'
import { offText, pricesWith } from './price-effects.ts'
import type { ActionInput } from '#shared/contract/operator.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const readMoment = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text))

type DiscountInput = Pick<ActionInput<'promos.create'>, 'kind' | 'percent' | 'offCny' | 'offUsd'>

function readDiscount({
  kind,
  percent,
  offCny,
  offUsd,
}: DiscountInput): Pick<NewPromoCode, 'kind' | 'percentBps' | 'amounts'> {
  const off = [
    ['CNY', offCny],
    ['USD', offUsd],
  ] as const
  const given = off.flatMap(([currency, amount]) => (amount === undefined ? [] : [[currency, amount] as const]))
  const isPercent = percent !== undefined
  const isEither = isPercent !== given.length > 0
  if (!isEither || (kind !== undefined && isPercent !== (kind === 'percent')))
    throw new Refused('InvalidInput', 'promo.needsOne')
  if (percent !== undefined) {
    const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent)
    const percentBps = match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : 0
    if (percentBps < 1 || percentBps > 10_000) throw new Refused('InvalidInput', 'promo.badPercent')
    return { kind: 'percent', percentBps, amounts: null }
  }
  const amounts = given.map(([currency, amount]) => {
    const amountMinor = fromDecimal(amount, currency)?.amountMinor ?? 0
    if (amountMinor === 0) throw new Refused('InvalidInput', 'promo.badAmount')
    return [currency, amountMinor] as const
  })
  return { kind: 'fixed', percentBps: null, amounts: Object.fromEntries(amounts) }
}

async function largestDiscountBps(
  db: Queryable,
  { kind, percentBps, amounts, goodsIds }: NewPromoCode,
): Promise<number> {
  if (kind === 'percent') return percentBps ?? 0
  const all = await listAllGoods(db)
  const goods = goodsIds?.map((id) => all.find((each) => each.id === id)) ?? all
  const shares = goods.flatMap(
    (each) =>
      each?.prices.map(({ currency, priceMinor }) => ((amounts?.[currency] ?? 0) * 10_000) / priceMinor) ?? [10_000],
  )
  return Math.max(0, ...shares)
}

const isOver = (until: Date | null, now: Date): boolean => until !== null && until <= now
const overText = sentence('field.past', { field: { field: 'until' } })

export const createPromoCode: Act<'promos.create'> = async (tx, input) => {
  const { firstPurchase: firstPurchaseOnly = false, note } = input
  const discount = readDiscount(input)
  const code = foldCode(input.code)
  if (!/^[0-9A-Z-]{3,32}$/.test(code)) return refuse('InvalidInput', 'promo.badCode')
  const [startsAt, endsAt] = [readMoment(input.from), readMoment(input.until)]
  if (isOver(endsAt, tx.now)) return refuse('InvalidInput', overText)
  if (endsAt !== null && startsAt !== null && endsAt <= startsAt) return refuse('InvalidInput', 'promo.badPeriod')
  const promo: NewPromoCode = {
    code,
    ...discount,
    goodsIds: input.goods ?? null,
    methods: input.methods ?? null,
    firstPurchaseOnly,
    startsAt,
    endsAt,
    maxUses: input.maxUses ?? null,
    // A promo code for first purchases can be used once per user, because two concurrent orders would both count as the
    // first.
    maxUsesPerUser: firstPurchaseOnly ? 1 : (input.maxPerUser ?? null),
    note,
  }
  // Waits for price changes, so that either this check or the price change sees the result of the other.
  await lockAllGoods(tx)
  if ((await insertPromoCode(tx, promo)) === 0) return refuse('NotPossible', sentence('promo.exists', { code }))
  const { promoPercent } = (await readSettings(tx)).operatorLimits
  const isLarge = (await largestDiscountBps(tx, promo)) > promoPercent * 100
  const takesTwo = isLarge ? sentence('promo.takesTwo', { percent: promoPercent }) : null
  const prices = await pricesWith(tx, promo)
  const names = new Map((await listAllGoods(tx)).map((goods) => [goods.id, goods.names]))
  const output = {
    code,
    discount: offText(promo),
    goods: (promo.goodsIds ?? []).map((id) => names.get(id) ?? { en: id, 'zh-CN': id }),
    methods: [...(promo.methods ?? [])],
    firstPurchase: firstPurchaseOnly,
    from: startsAt,
    until: endsAt,
    maxUses: promo.maxUses,
    maxPerUser: promo.maxUsesPerUser,
    note,
    prices,
    atMost: findMost(prices, promo.maxUses),
  }
  return done(output, `promo ${code}`, promo, { takesTwo })
}

function findMost(prices: Awaited<ReturnType<typeof pricesWith>>, maxUses: number | null) {
  if (maxUses === null) return []
  return currencies.flatMap((currency) => {
    const off = Math.max(
      0,
      ...prices
        .filter(({ before }) => before.currency === currency)
        .map(({ before, after }) => before.amountMinor - after.amountMinor),
    )
    return off === 0 ? [] : [{ uses: maxUses, off: money(off, currency), amount: money(off * maxUses, currency) }]
  })
}

export const disablePromoCode: Act<'promos.disable'> = async (tx, input) => {
  const code = foldCode(input.code)
  if ((await stopPromoCode(tx, code)) === 0) return refuse('NotFound', sentence('promo.unknown', { code }))
  const { count: openOrders } = await countReserved(tx, code)
  return done({ code, openOrders }, `promo ${code}`, { openOrders })
}

async function findWorth(
  db: Queryable,
  batch: { count: number; months: number; bonusDays: number; maxDevices: number },
) {
  const alike = (await listAllGoods(db)).filter(
    ({ onSale, months, bonusDays, maxDevices }) =>
      onSale && months === batch.months && bonusDays === batch.bonusDays && maxDevices === batch.maxDevices,
  )
  return alike.flatMap(({ names, prices }) =>
    prices.map(({ currency, priceMinor }) => ({
      plan: names,
      price: money(priceMinor, currency),
      amount: money(priceMinor * batch.count, currency),
    })),
  )
}

export const createRedeemBatch: Act<'redeem.create'> = async (tx, input, operator, deps) => {
  const { name, count, months, bonusDays = 0, devices: maxDevices } = input
  const expiresAt = readMoment(input.until)
  if (isOver(expiresAt, tx.now)) return refuse('InvalidInput', overText)
  const batch = { name, count, months, bonusDays, maxDevices, expiresAt }
  await lockBatchesOf(tx, operator.name)
  const ofDay = [...(await listBatchesOfDay(tx, operator.id)), batch]
  const codes = await createBatch(tx, { ...batch, createdBy: operator.name })
  if (!codes) return refuse('NotPossible', sentence('codes.exists', { batch: name }))
  const { operatorLimits } = await readSettings(tx)
  const goods = await listAllGoods(tx)
  const takesTwo = findOverDay(ofDay, goods, operatorLimits)
  const atMost = valueOfBatches([batch], goods).map(({ currency, amountMinor }) => money(amountMinor, currency))
  const worth = await findWorth(tx, batch)
  const output = {
    name,
    count,
    months,
    bonusDays,
    devices: maxDevices,
    until: expiresAt,
    worth,
    atMost,
    codes: [...codes],
  }
  return done(output, `batch ${name}`, { ...batch, ...entitledPreparer(deps) }, { takesTwo })
}

function findOverDay(
  batches: readonly CodeBatch[],
  goods: readonly CodeGoods[],
  limits: OperatorLimits,
): Sentence | null {
  if (batches.reduce((sum, { count }) => sum + count, 0) > limits.redeemCodes)
    return sentence('codes.manyTakeTwo', { most: limits.redeemCodes })
  const worth = valueOfBatches(batches, goods)
  if (worth.length === 0) return sentence('codes.unmeasured')
  const isOverLimit = worth.some(({ currency, amountMinor }) => amountMinor > refundLimit(limits, currency).amountMinor)
  return isOverLimit
    ? sentence('codes.worthTakesTwo', { cny: refundLimitText(limits, 'CNY'), usd: refundLimitText(limits, 'USD') })
    : null
}

export const disableRedeemBatch: Act<'redeem.disable'> = async (tx, { name }) => {
  if ((await disableBatch(tx, name)) === 0) return refuse('NotFound', sentence('codes.unknown', { batch: name }))
  const { count, redeemed } = await countCodes(tx, name)
  const output = { name, left: count - redeemed, count, redeemed }
  return done(output, `batch ${name}`, output)
}
