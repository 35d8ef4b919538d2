import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commissionOf } from '#shared/commission.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { comparePage } from '#server/workflows/payments/review/compare-payments.ts'
import { demoDevices, demoFriends, demoGuests } from '#simulators/demo/demo-catalog.ts'
import { playDemo } from '#simulators/demo/play-demo.ts'
import { seedDemoAffiliate } from '#simulators/demo/seed-demo-affiliate.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openShop, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
const play = (wait: () => Promise<unknown>) =>
  playDemo({
    ...shop.deps,
    keyring: createKeyring(shop.app.config.secretKey),
    simulator: shop.simulatorUrl,
    wait,
  })

const counts = async () => {
  const tables = ['users', 'orders', 'payment_facts', 'refunds', 'groups', 'membership_grants', 'devices', 'sessions']
  const more = ['benefit_stock', 'redeem_codes', 'ledger_postings', 'referrals', 'commissions', 'settlements']
  const found: Record<string, number> = {}
  for (const table of [...tables, ...more])
    found[table] = (await shop.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n
  return found
}

beforeAll(async () => {
  shop = await openShop()
  await seedDemoAffiliate(shop.deps.database)
})
afterAll(() => shop.close())

describe('demo data', () => {
  it('an interrupted demo setup is continued by the next start and runs once', async () => {
    let looks = 0
    const cut = async () => {
      await shop.work()
      if (++looks === 3) throw new Error('the lights went out')
    }
    await expect(play(cut)).rejects.toThrow('the lights went out')
    expect(await play(() => shop.work())).toBe(true)
    const once = await counts()
    expect(await play(() => shop.work())).toBe(false)
    await shop.work()
    expect(await counts()).toEqual(once)
  })

  it('each demo order is shown on its operator page', async () => {
    const orders = await shop.rows<{ number: string; at: Date }>(
      `select number, created_at as at from orders where number like 'DEMO-%'`,
    )
    expect(orders.length).toBeGreaterThan(5)
    for (const { number, at } of orders) {
      const { attempts } = await perform(
        shop.deps.database,
        'orders.show',
        { order: number },
        { config: shop.app.config },
      )
      expect(attempts.map(({ made }) => made)).toEqual([at])
    }
  })

  it('each paid demo order has its time, and a refunded one has none left', async () => {
    const orders = await shop.rows<{ number: string; status: string; grants: number; reversals: number }>(
      `select o.number, o.status, count(g.id)::int as grants, count(r.id)::int as reversals
       from orders o
         left join group_seats s on s.order_id = o.id and s.user_id = o.user_id
         left join groups p on p.id = o.group_id
         left join membership_grants g on g.user_id = o.user_id and g.reverses is null
           and (g.source, g.source_id) in (('order', coalesce(o.standing_grant, o.id::text)), ('group', s.standing_grant))
         left join membership_grants r on r.reverses = g.id
       where o.status in ('paid', 'refunded') and p.status is distinct from 'unfinished'
       group by o.id`,
    )
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['paid', 'refunded']))
    for (const { number, status, grants, reversals } of orders)
      expect([grants, reversals], number).toEqual([1, status === 'paid' ? 0 : 1])
    const wrong = await shop.rows(
      `select m.user_id from memberships m join membership_grants g on g.user_id = m.user_id group by m.user_id
       having m.total_seconds <> sum(g.seconds)
         or m.expires_at <> (array_agg(g.expires_at order by g.position desc))[1]`,
    )
    expect(wrong).toEqual([])
  })

  it('the demo ledger is correct, matches the gateways, and leaves nothing for review', async () => {
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    const { found, compared } = await comparePage(shop.deps, {
      since: new Date(Date.now() - 3 * 86_400_000),
      after: '',
    })
    expect(found).toEqual([])
    expect(compared).toBeGreaterThan(5)
    expect(await shop.rows('select reason from review_items where resolved_at is null')).toEqual([])
    expect(await shop.rows(`select data from pgboss.job_common where name = 'dead'`)).toEqual([])
  })

  it('demo commissions past their hold are paid out by two operators, and some remain payable', async () => {
    const payouts = await shop.rows<{ wrong: number; amount: number; sum: number; isClosed: boolean }>(
      `select s.amount_minor::int as amount, sum(c.amount_minor)::int as sum,
         (count(*) filter (where c.held_until > s.prepared_at or c.earned_at >= s.period + interval '1 month'
           or c.booked_at > s.prepared_at))::int as wrong,
         s.prepared_at < s.approved_at and s.approved_at < s.paid_at and s.paid_at < now() and s.approved_by <> s.prepared_by as "isClosed"
       from settlements s join commissions c on c.settlement_id = s.id group by s.id`,
    )
    expect(payouts.length).toBeGreaterThanOrEqual(2)
    for (const { wrong, amount, sum, isClosed } of payouts) {
      expect([wrong, sum, isClosed]).toEqual([0, amount, true])
      expect(amount).toBeGreaterThanOrEqual(10_000)
    }
    const [left] = await shop.rows<{ held: number; payable: number; torn: number }>(
      `select (count(*) filter (where held_until > now()))::int as held, (count(*) filter (where held_until <= now()))::int as payable,
         (select count(*)::int from commissions r join commissions c on c.id = r.reverses
           where r.settlement_id is distinct from c.settlement_id) as torn
       from commissions where settlement_id is null`,
    )
    expect(left).toMatchObject({ torn: 0 })
    expect(Math.min(left!.held, left!.payable)).toBeGreaterThan(0)
  })

  it('demo commissions use the rate of the tier reached by the affiliate', async () => {
    const rows = await shop.rows<{
      tier: string
      bps: number
      type: string
      paid: number
      micros: number
      amount: number
    }>(
      `select tier, rate_bps as bps, type, paid_minor::int as paid, usd_per_unit_micros::int as micros,
         amount_minor::int as amount
       from commissions where reverses is null`,
    )
    for (const { tier, bps, type, paid, micros, amount } of rows) {
      expect([tier, bps]).toEqual(['standard', type === 'first' ? 2_500 : 2_000])
      expect(amount).toBe(commissionOf(paid, bps, micros))
    }
    const [most] = await shop.rows<{ n: number }>('select max(paid)::int as n from inviter_totals')
    expect(most!.n).toBeLessThan(20)
  })

  it('the demo has one full and paid group and two open listed ones', async () => {
    const groups = await shop.rows<{ status: string; size: number; listed: boolean; paid: number; isOver: boolean }>(
      `select g.status, g.size, g.listed, g.expires_at <= now() as "isOver",
         (select count(*)::int from orders o where o.group_id = g.id and o.status = 'paid') as paid
       from groups g order by g.created_at`,
    )
    const full = groups.filter(({ status }) => status === 'finished')
    const open = groups.filter(({ status }) => status === 'unfinished')
    expect([full.length, open.length, groups.length]).toEqual([1, 2, 3])
    for (const { size, paid } of full) expect(paid).toBe(size)
    for (const { size, paid, listed, isOver } of open) {
      expect([listed, isOver]).toEqual([true, false])
      expect(paid).toBeLessThan(size)
    }
  })

  it('the demo member has orders with several outcomes, named devices, sessions, benefits, a gift and friends', async () => {
    const lin = `(select user_id from account_identifiers where value = 'demo.lin')`
    const statuses = await shop.rows<{ status: string }>(`select distinct status from orders where user_id = ${lin}`)
    expect(statuses.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'paid', 'partially_refunded'])
    const devices = await shop.rows<{ name: string }>(`select name from devices where user_id = ${lin} order by name`)
    expect(devices.map(({ name }) => name).toSorted()).toEqual(
      demoDevices.flatMap((device) => ('deviceName' in device ? [device.deviceName] : [])).toSorted(),
    )
    const [had] = await shop.rows<Record<string, number>>(
      `select (select count(*)::int from sessions where user_id = ${lin} and ended_at is null) as sessions,
         (select count(*)::int from benefit_stock where assigned_to = ${lin}) as benefits,
         (select count(*)::int from membership_grants where user_id = ${lin} and source = 'redeem') as gifts,
         (select count(*)::int from referrals where inviter_id = ${lin}) as friends,
         (select count(*)::int from benefit_kinds) as kinds`,
    )
    expect(had).toEqual({ sessions: demoDevices.length, benefits: 1, gifts: 1, friends: demoGuests.length, kinds: 2 })
  })

  it('demo friends have names but cannot be signed in to', async () => {
    const friends = await shop.rows<{ name: string | null }>(
      `select i.value as name from referrals r left join account_identifiers i on i.user_id = r.user_id`,
    )
    expect(friends.map(({ name }) => name).toSorted()).toEqual([...demoFriends, ...demoGuests].toSorted())
    for (const accountName of [demoFriends[0], demoGuests[0]])
      for (const password of ['clear-road-2026', 'demo', 'demodemo']) {
        const tried = { accountName, password, agreed: true }
        const { status } = await shop.app.call('/api/user/user_login_username', tried)
        expect(status).toBe('WrongCredentials')
      }
  })
})
