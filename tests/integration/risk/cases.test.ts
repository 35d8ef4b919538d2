import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldByRule } from '#shared/risk-rules.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { setPayout } from '#server/modules/affiliates/affiliates.queries.ts'
import { notePayout } from '#server/modules/risk/signals.queries.ts'
import { repeatRiskCheck, runDueRiskChecks } from '#server/workflows/affiliates/judge-risk.ts'
import { showPayersOfCase } from '#server/workflows/desk/show-payers-of-case.ts'
import { blockPayersOfCase } from '#server/workflows/payments/review/block-payers.ts'
import { sentence } from '#text/sentence.ts'
import type { ActDeps } from '#server/platform/act.ts'
import { explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { perform, tryPerform } from '../../support/operator-acts.ts'
import { ada, ben } from '../../support/operators.ts'
import { listTold } from '../../support/sent-messages.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 12 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const usd = { totalMinor: 4_490, currency: 'USD' } as const
const buyFrom = async (who: Person, payer: string): Promise<Bought> => {
  const order = await company.order(who, usd)
  await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer }])
  return order
}
const look = () => runDueRiskChecks(db.database)
const has = (userId: string, payer: string) =>
  db.asOwner(`insert into payment_payers (payer, user_id) values (decode($1, 'hex'), $2)`, [payer, userId])
const cases = async () => (await perform(db.database, 'cases.list', {})).items
const caseOf = async (uid: number) => {
  for (const { id } of await cases()) {
    const shown = await perform(db.database, 'cases.show', { id })
    if (shown.events.some((event) => event.uid === uid)) return shown
  }
  return null
}
const reviewOf = async ({ orderId }: Bought) =>
  (
    await db.asOwner<{ reason: string | null }>(
      'select review_reason as reason from commissions where order_id = $1 and reverses is null',
      [orderId],
    )
  )[0]?.reason
const problems = async () => (await verifyLedger(db.database)).problems

/** Two friends of an affiliate who paid from separate accounts until one payer is found behind both. */
async function ring(payer: string, others = 1) {
  const affiliate = await company.affiliate()
  const friends: { friend: Person; order: Bought }[] = []
  for (let index = 0; index <= others; index++) {
    const friend = await company.come(affiliate.inviteCode)
    friends.push({ friend, order: await buyFrom(friend, `${payer}${index}`.padEnd(64, '0')) })
  }
  await look()
  return { affiliate, friends }
}

describe('fact found after the reward', () => {
  it('a late fact holds pending commissions once, tells the affiliate why, and waits for a decision', async () => {
    const { affiliate, friends } = await ring('a1')
    expect(await cases()).toEqual([])
    const [first, second] = friends as [(typeof friends)[0], (typeof friends)[0]]
    for (const { friend } of friends) await has(friend.userId, 'aa'.repeat(32))
    await look()
    expect(await reviewOf(first.order)).toBeNull()
    expect(await reviewOf(second.order)).toBe(heldByRule('payer_shared_by_friends'))
    expect(await company.referral(second.friend)).toMatchObject({ verdict: 'held', reason: 'friends_payer' })
    await look()
    expect(await repeatRiskCheck(db.database, second.friend.userId)).toEqual([])
    const mails = (await listTold(db.asOwner, affiliate.userId)).filter(({ template }) => template === 'aff-held')
    expect(mails.map(({ facts }) => facts)).toEqual([{ at: expect.any(String), why: 'accounts', reason: null }])
    expect(mails[0]!.event).not.toMatch(/payer|rule/)
    const found = await caseOf(second.friend.uid)
    expect(found).toMatchObject({
      state: 'open',
      events: [{ rule: 'payer_shared_by_friends', act: 'hold', uid: second.friend.uid, inviter: affiliate.uid }],
      traits: [{ trait: 'payer', people: expect.stringContaining(String(first.friend.uid)) }],
      earned: [{ uid: second.friend.uid, amount: { amountMinor: 1_122 }, paid: { amountMinor: 0 }, held: true }],
      costs: [{ uid: affiliate.uid, amount: { amountMinor: 1_122 }, days: 0 }],
    })
    const renewal = await company.buy(second.friend, usd)
    expect(await company.commissions(renewal)).toEqual([])
    await perform(db.database, 'cases.release', { id: found!.id, reason: 'Two sisters.' })
    expect(await reviewOf(second.order)).toBeNull()
    expect(await company.commissions(renewal)).toEqual([898])
    await has(second.friend.userId, 'ab'.repeat(32))
    await has(first.friend.userId, 'ab'.repeat(32))
    await look()
    expect(await reviewOf(second.order)).toBeNull()
    expect(await cases()).toEqual([])
    expect(await problems()).toEqual([])
  })

  it('a late fact about bonus time takes it back exactly when the case is decided, and it does not return', async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    await buyFrom(friend, 'b1'.repeat(32))
    expect(await company.seconds(inviter)).toBeGreaterThan(0)
    await has(inviter.userId, 'b1'.repeat(32))
    await look()
    const { id, costs } = (await caseOf(friend.uid))!
    expect(costs).toMatchObject([{ uid: inviter.uid, days: 37 }])
    const preview = await perform(db.database, 'cases.void', { id, reason: 'One person.' }, { preview: true })
    expect(preview.people).toMatchObject([{ uid: inviter.uid, days: 37 }])
    expect(await company.seconds(inviter)).toBeGreaterThan(0)
    await perform(db.database, 'cases.void', { id, reason: 'One person.' })
    expect(await company.seconds(inviter)).toBe(0)
    const { entries } = await explainMembership(db.database, inviter.userId, 'zh-CN')
    expect(entries.filter(({ note }) => note !== null)).toMatchObject([{ note: 'One person.' }])
    expect(entries.find(({ note }) => note === 'One person.')!.seconds).toBeLessThan(0)
    await company.buy(friend)
    expect(await company.seconds(inviter)).toBe(0)
    expect(await company.referral(friend)).toMatchObject({ verdict: 'refused', outcome: 'reversed' })
    expect(await problems()).toEqual([])
  })

  it('a late fact after the payout becomes a debt that the next payouts clear', async () => {
    const { affiliate, friends } = await ring('c1')
    const [, second] = friends as [(typeof friends)[0], (typeof friends)[0]]
    await db.asOwner(
      `insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, approved_by, approved_at, chain, address,
         transaction_hash, on_chain, paid_at, paid_by)
       values (gen_random_uuid(), $1, '2026-01-01', 2244, 2, 'paid', 'ada', 'ben', now(), 'tron', 'T', 'c1', 'confirmed', now(), 'ada')`,
      [affiliate.userId],
    )
    await db.asOwner(
      `update commissions set settlement_id = (select id from settlements where affiliate_id = $1) where affiliate_id = $1`,
      [affiliate.userId],
    )
    for (const { friend } of friends) await has(friend.userId, 'cc'.repeat(32))
    await look()
    expect(await reviewOf(second.order)).toBeNull()
    const { id } = (await caseOf(second.friend.uid))!
    const voided = await perform(db.database, 'cases.void', { id, reason: 'One person.' })
    expect(voided.people).toMatchObject([
      {
        uid: affiliate.uid,
        amount: { amountMinor: 1_122 },
        paid: { amountMinor: 1_122 },
        next: { amountMinor: -1_122 },
      },
    ])
    const told = (await listTold(db.asOwner, affiliate.userId)).filter(({ template }) => template === 'aff-void')
    expect(told).toMatchObject([{ facts: { amountMinor: 1_122, paidMinor: 1_122, reason: 'One person.' } }])
  })
})

describe('risk case', () => {
  it('two connected cases are merged into the older one', async () => {
    const one = await ring('d1')
    const two = await ring('d2')
    for (const { friend } of one.friends) await has(friend.userId, 'd1'.repeat(32))
    for (const { friend } of two.friends) await has(friend.userId, 'd2'.repeat(32))
    await look()
    expect(await cases()).toHaveLength(2)
    const newer = (await caseOf(two.friends[1]!.friend.uid))!
    const blocked = await perform(db.database, 'cases.block-payers', { id: newer.id, reason: 'Stolen cards.' })
    const third = await company.come(one.affiliate.inviteCode)
    await buyFrom(third, 'd3'.repeat(32))
    for (const payer of ['d1', 'd2']) await has(third.userId, payer.repeat(32))
    await look()
    const [only, ...more] = await cases()
    expect(more).toEqual([])
    const shown = await perform(db.database, 'cases.show', { id: only!.id })
    expect(new Set(shown.events.map(({ uid }) => uid))).toEqual(
      new Set([one.friends[1]!.friend.uid, two.friends[1]!.friend.uid, third.uid]),
    )
    // The newer case is gone, and what was blocked with it is unblocked with the older one.
    expect(newer.id).not.toBe(only!.id)
    expect(await perform(db.database, 'cases.unblock-payers', { id: only!.id, reason: 'A club.' })).toMatchObject({
      payers: blocked.payers,
    })
    await perform(db.database, 'cases.release', { id: only!.id, reason: 'A club.' })
  })

  it('a case lists payers once, shared ones first, with a constant number of queries', async () => {
    const asked = async (id: string) => {
      let queries = 0
      const counting = new Proxy(db.database, {
        get: (target, name) =>
          name === 'query' ? (statement: never) => (queries++, target.query(statement)) : Reflect.get(target, name),
      })
      const shown = await showPayersOfCase(counting, id)
      return { ...shown!, queries }
    }
    const few = await ring('61')
    const many = await ring('62', 5)
    for (const { friend } of few.friends) await has(friend.userId, '61'.repeat(32))
    for (const { friend } of many.friends) await has(friend.userId, '62'.repeat(32))
    await look()
    const [small, large] = [await caseOf(few.friends[1]!.friend.uid), await caseOf(many.friends[1]!.friend.uid)]
    await perform(db.database, 'payers.block', { payer: '62'.repeat(8), reason: 'A test.' })
    const { payers, morePayers, queries } = await asked(large!.id)
    expect(payers[0]).toMatchObject({ payer: '62'.repeat(8), accounts: 6 })
    const shared = new Set(payers[0]!.people.split(', ').map(Number))
    expect(shared).toEqual(new Set(many.friends.map(({ friend }) => friend.uid)))
    expect(
      payers
        .slice(1)
        .map(({ people }) => Number(people))
        .toSorted(),
    ).toEqual([...shared].toSorted())
    expect(morePayers).toBe(0)
    expect((await asked(small!.id)).queries).toBe(queries)
    await db.asOwner(
      `insert into payment_payers (payer, user_id) select sha256(('62' || n)::bytea), $1 from generate_series(1, 200) n`,
      [many.friends[0]!.friend.userId],
    )
    const beyond = await asked(large!.id)
    expect(beyond.payers).toHaveLength(200)
    expect(beyond.payers[0]).toEqual(payers[0])
    expect(beyond.morePayers).toBe(payers.length)
    for (const { id } of [small!, large!]) await perform(db.database, 'cases.release', { id, reason: 'A test.' })
  })

  it('all payers of a case are blocked at once and unblocked together, except one that was blocked alone', async () => {
    const { friends } = await ring('71', 2)
    const [one, two, three] = friends.map(({ friend }) => friend)
    for (const { friend } of friends) await has(friend.userId, '71'.repeat(32))
    await look()
    const { id } = (await caseOf(two!.uid))!
    const alone = '710'.padEnd(16, '0')
    await perform(db.database, 'payers.block', { payer: alone, reason: 'A stolen card.' })
    const input = { id, reason: 'One person with stolen cards.' }
    const seen = await perform(db.database, 'cases.block-payers', input, { preview: true })
    expect(seen).toMatchObject({ payers: 3, alreadyBlocked: 1, accounts: 3, paidOrders: 3, openOrders: 0 })
    const paidMoney = () =>
      db.asOwner<{ currency: string; amountMinor: number }>(
        `select currency, sum(total_minor)::int as "amountMinor" from orders
         where user_id = any($1::uuid[]) and status = 'paid' group by currency order by currency`,
        [friends.map(({ friend }) => friend.userId)],
      )
    expect(seen.received).toEqual(await paidMoney())
    expect(new Set(seen.people.map(({ uid }) => uid))).toEqual(new Set([one!.uid, two!.uid, three!.uid]))
    const states = async () => {
      const { payers } = await perform(db.database, 'cases.payers', { id })
      return payers.filter(({ blocked }) => blocked !== null).map(({ payer }) => payer)
    }
    expect(await states()).toEqual([alone])
    expect(await perform(db.database, 'cases.block-payers', input)).toMatchObject({ payers: 3, alreadyBlocked: 1 })
    expect(await states()).toHaveLength(4)
    await expect(perform(db.database, 'cases.block-payers', input)).rejects.toThrow('No payer of this case is left')
    // A payment from a blocked account waits, and counts after the block is lifted.
    const order = await buyFrom(two!, '711'.padEnd(64, '0'))
    const isHeld = async () =>
      (await db.asOwner('select from held_payments where attempt_id = $1 and released_at is null', [order.attemptId]))
        .length === 1
    expect(await isHeld()).toBe(true)
    expect(await perform(db.database, 'cases.unblock-payers', input)).toMatchObject({ payers: 3, orders: 1 })
    expect(await states()).toEqual([alone])
    await expect(perform(db.database, 'cases.unblock-payers', input)).rejects.toThrow('No payers are blocked')
    const job = `select from pgboss.job where name = 'settlement' and data::text like '%' || $1 || '%'`
    expect(await db.asOwner(job, [order.orderId])).toHaveLength(1)
    await perform(db.database, 'cases.release', { id, reason: 'A test.' })
  })

  it('blocking the payers of a case needs a second operator if more than three accounts have paid with them', async () => {
    const { friends } = await ring('72', 3)
    for (const { friend } of friends) await has(friend.userId, '72'.repeat(32))
    await look()
    const { id } = (await caseOf(friends[1]!.friend.uid))!
    const input = { id, reason: 'One person with stolen cards.' }
    const result = await db.database.transaction((tx) =>
      blockPayersOfCase(tx, input, { ...ada, role: 'owner' }, {} as ActDeps, undefined),
    )
    expect(result.ok && result.value.takesTwo).toEqual(sentence('payer.takesTwo', { accounts: 3 }))
    await perform(db.database, 'cases.release', { id, reason: 'A test.' })
  })

  it('a case is decided once by two concurrent operators, and needs a second operator for a large amount', async () => {
    const known = await problems()
    const { friends } = await ring('e1')
    for (const { friend } of friends) await has(friend.userId, 'ee'.repeat(32))
    await look()
    const { id } = (await caseOf(friends[1]!.friend.uid))!
    const done = await Promise.all(
      [ada, ben].map((operator) =>
        tryPerform(db.database, 'cases.void', { id, reason: 'One person.' }, { operator }).then(Boolean),
      ),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
    expect(await company.commissions(friends[1]!.order)).toEqual([1_122, -1_122])
    const large = await ring('e2', 30)
    for (const { friend } of large.friends) await has(friend.userId, 'e2'.repeat(32))
    await look()
    const { id: largeId } = (await caseOf(large.friends[1]!.friend.uid))!
    await perform(db.database, 'cases.void', { id: largeId, reason: 'A ring.' })
    // The sum of 30 × $11.22 exceeds the limit of one operator, so only a proposal is created.
    expect(await company.commissions(large.friends[1]!.order)).toEqual([1_122])
    expect(await perform(db.database, 'cases.show', { id: largeId })).toMatchObject({ state: 'open' })
    expect(await problems()).toEqual(known)
  })

  it('a case about a payout wallet address shared by two affiliates names the later one and holds nothing', async () => {
    const [ana, bo] = [await company.affiliate(), await company.affiliate()]
    for (const { userId } of [ana, bo]) {
      await db.database.transaction((tx) =>
        setPayout(tx, userId, { chain: 'bsc', address: `0x${'9'.repeat(40)}`, restHours: 0 }),
      )
      await notePayout(db.database, userId, Buffer.alloc(32, 9))
    }
    await look()
    expect(await caseOf(bo.uid)).toMatchObject({
      events: [{ rule: 'payout_address_shared', act: 'ask', inviter: null }],
      costs: [],
    })
  })

  it('a shared network of people with own payers opens no case', async () => {
    const before = (await cases()).length
    const inviter = await company.member()
    for (let index = 0; index < 8; index++) {
      const friend = await company.come(inviter.inviteCode, { from: '203.0.113.9' })
      await db.asOwner(`insert into risk_signals values ('network', sha256('dormitory'), $1, now())`, [friend.userId])
      await buyFrom(friend, `f${index}`.repeat(32))
      expect(await company.referral(friend)).toMatchObject({ verdict: 'counted', outcome: 'rewarded' })
    }
    await look()
    expect(await cases()).toHaveLength(before)
  })
})

it('a case without events is listed and shown', async () => {
  const id = '00000000-0000-4000-8000-0000000000ce'
  await db.asOwner('insert into risk_cases (id) values ($1)', [id])
  expect((await cases()).find((each) => each.id === id)).toMatchObject({ people: 0 })
  expect(await perform(db.database, 'cases.show', { id })).toMatchObject({ events: [] })
  await db.asOwner('delete from risk_cases where id = $1', [id])
})
