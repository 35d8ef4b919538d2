import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/sql.ts'
import type { Database } from '#server/platform/database.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { countConnections } from '../../support/count-connections.ts'
import { createUser } from '../../support/factories.ts'
import { createGate, openShop, plan, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const purchaseOf = (userId: string) => ({
  userId,
  goodsId: plan.id,
  currency: 'CNY' as const,
  method: 'alipay' as const,
  expectedTotalMinor: plan.totalMinor,
  idempotencyKey: crypto.randomUUID(),
})

it('placing an order uses one database connection at a time', async () => {
  const { userId } = await createUser(shop.deps.database)
  const { database, seen } = countConnections(shop.deps.database)
  const { orderId } = await placeOrder({ ...shop.deps, database }, purchaseOf(userId))
  expect(await shop.rows('select id from orders where user_id = $1', [userId])).toEqual([{ id: orderId }])
  expect(seen.most).toBe(1)
})

it('a purchase that waited for another order of the buyer is checked against the current price', async () => {
  const { userId } = await createUser(shop.deps.database)
  const gate = createGate()
  // Between two attempts: the first is refused because the buyer is busy, the second starts after the price change.
  const database: Database = {
    ...shop.deps.database,
    async transaction(work, options) {
      try {
        return await shop.deps.database.transaction(work, options)
      } catch (error) {
        await gate.pass()
        throw error
      }
    },
  }
  await shop.deps.database.transaction(async (tx) => {
    await tx.one(sql<{ locked: unknown }>`
      select pg_advisory_xact_lock(hashtextextended('orders of ' || ${userId}::uuid, 0)) is null as locked`)
    const placed = placeOrder({ ...shop.deps, database }, purchaseOf(userId))
    placed.catch(() => {})
    await gate.arrived
    await shop.rows(
      `update goods_prices set price_minor = price_minor + 100 where goods_id = $1 and currency = 'CNY'`,
      [plan.id],
    )
    gate.open()
    await expect(placed).rejects.toMatchObject({ status: 'PriceChanged' })
  })
  expect(await shop.rows('select id from orders where user_id = $1', [userId])).toEqual([])
})
