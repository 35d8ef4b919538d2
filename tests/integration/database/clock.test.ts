import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually, openShop, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
afterEach(() => {
  vi.useRealTimers()
})

const minuteMs = 60_000

describe('a server clock that is off by minutes', () => {
  it.each([-10, 10])('the membership is unchanged by a server clock off by %i min', async (minutes) => {
    const placed = await shop.order()
    await shop.visit(placed)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs, shouldAdvanceTime: true })
    await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/pay`, {})
    await eventually(() =>
      shop.simulator.counters.alipay.fakeGateway.notices.some(
        (notice) => notice.number === placed.attemptId && notice.finished,
      ),
    )
    await shop.work()
    expect((await shop.view(placed)).status).toBe('paid')
    const [time] = await shop.rows<{ exact: boolean; active: boolean }>(
      `select m.expires_at between now() + interval '12 months' - interval '1 minute' and now() + interval '12 months' as exact,
         m.expires_at > now() as active
       from memberships m where m.user_id = $1`,
      [placed.userId],
    )
    expect(time).toEqual({ exact: true, active: true })
  })
})
