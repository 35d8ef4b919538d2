import { fromDecimal, money, toDecimal, type Currency } from '#shared/money.ts'
import { listTestGoods } from '#server/modules/catalog/catalog.queries.ts'
import { lockAllGoods, saveTestPrice } from '#server/modules/catalog/goods.service.ts'
import { listTestOrders } from '#server/modules/orders/orders-page.queries.ts'
import { done, refuse, type Act, type FindKept, type Read } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'

const shownOrders = 50

export const showRehearsals: Read<'rehearsals.show'> = async (database) => {
  const [goods, orders] = await Promise.all([listTestGoods(database), listTestOrders(database, shownOrders)])
  return {
    ok: true,
    value: {
      prices: goods.flatMap(({ prices }) => prices.map((each) => ({ price: money(each.priceMinor, each.currency) }))),
      orders: orders.map(({ uid, totalMinor, currency, createdAt, paidAt, ...rest }) => ({
        ...rest,
        user: uid,
        total: money(totalMinor, currency),
        made: createdAt,
        paid: paidAt,
      })),
    },
  }
}

const readPrice = async (db: Queryable, currency: Currency) =>
  money(
    (await listTestGoods(db)).flatMap(({ prices }) => prices).find((each) => each.currency === currency)?.priceMinor ??
      0,
    currency,
  )

export const keptTestPrice: FindKept<{ currency: Currency }> = async (tx, { currency }) => {
  await lockAllGoods(tx)
  const price = toDecimal(await readPrice(tx, currency))
  return { subject: `rehearsal in ${currency}`, values: { price } }
}

/** The largest price of a rehearsal, in minor units: the operator pays real money and gets it back. */
const mostMinor = 10_000

export const setTestPrice: Act<'rehearsals.set-price'> = async (tx, { currency, price }) => {
  await lockAllGoods(tx)
  const [before, after] = [await readPrice(tx, currency), fromDecimal(price, currency)]
  if (!after || after.amountMinor < 1 || after.amountMinor > mostMinor)
    return refuse('InvalidInput', sentence('rehearsal.badPrice', { most: toDecimal(money(mostMinor, currency)) }))
  if (after.amountMinor === before.amountMinor)
    return refuse('NotPossible', sentence('field.unchanged', { field: { field: 'price' } }))
  await saveTestPrice(tx, currency, after.amountMinor)
  return done({ before, after }, `rehearsal in ${currency}`, { before, after })
}
