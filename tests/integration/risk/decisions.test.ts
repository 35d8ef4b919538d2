import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { heldByRule } from '#shared/risk-rules.ts'
import { setPayout } from '#server/modules/affiliates/affiliates.queries.ts'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { notePayout } from '#server/modules/risk/signals.queries.ts'
import { correctInviter } from '#server/workflows/affiliates/correct-referral.ts'
import { releaseCase } from '#server/workflows/affiliates/decide-case.ts'
import { repeatRiskCheck, runDueRiskChecks } from '#server/workflows/affiliates/judge-risk.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { waitForWaiters } from '../../support/native.ts'
import { listTold } from '../../support/sent-messages.ts'
import { perform } from '../../support/operator-acts.ts'
import { ada } from '../../support/operators.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 12 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const usd = { totalMinor: 4_490, currency: 'USD' } as const
const reason = 'A test.'
const look = () => runDueRiskChecks(db.database)
const has = (userId: string, payer: string) =>
  db.asOwner(`insert into payment_payers (payer, user_id) values (sha256($1::text::bytea), $2)`, [payer, userId])
const caseOf = async ({ userId }: Person): Promise<{ id: string; state: string } | undefined> =>
  (
    await db.asOwner<{ id: string; state: string }>(
      `select c.id, c.state from risk_events e join risk_cases c on c.id = e.case_id where e.user_id = $1 order by c.id desc`,
      [userId],
    )
  )[0]
const reviewOf = async ({ orderId }: Bought) =>
  (
    await db.asOwner<{ reason: string | null }>(
      'select review_reason as reason from commissions where order_id = $1 and reverses is null',
      [orderId],
    )
  )[0]?.reason
type Brought = { readonly friend: Person; readonly order: Bought }

async function bring(affiliate: Person): Promise<Brought> {
  const friend = await company.come(affiliate.inviteCode)
  const order = await company.order(friend, usd)
  const payer = friend.userId.replaceAll('-', '').padEnd(64, '0')
  await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer }])
  return { friend, order }
}

async function ring(held: number) {
  const affiliate = await company.affiliate()
  const all: Brought[] = []
  for (let index = 0; index <= held; index++) all.push(await bring(affiliate))
  await look()
  for (const { friend } of all) await has(friend.userId, affiliate.userId)
  const [first, ...others] = all as [Brought, ...Brought[]]
  return { affiliate, first, others: others as [Brought, ...Brought[]] }
}

describe('decision about a case', () => {
  it('voiding a case spares referrals that an operator had counted, and the preview says so', async () => {
    const { affiliate, others } = await ring(2)
    await look()
    const [honest, rest] = others as [Brought, Brought]
    const { id } = (await caseOf(honest.friend))!
    await perform(db.database, 'referrals.release', { user: String(honest.friend.uid) })
    expect(await perform(db.database, 'cases.show', { id })).toMatchObject({
      costs: [{ uid: affiliate.uid, amount: { amountMinor: 1_122 } }],
    })
    const told = { spared: 1, amount: { amountMinor: 1_122 }, people: [{ uid: affiliate.uid }] }
    expect(await perform(db.database, 'cases.void', { id, reason }, { preview: true })).toMatchObject(told)
    expect(await perform(db.database, 'cases.void', { id, reason })).toMatchObject(told)
    expect(await company.commissions(honest.order)).toEqual([1_122])
    expect(await reviewOf(honest.order)).toBeNull()
    expect(await company.referral(honest.friend)).toMatchObject({ verdict: 'counted' })
    expect(await company.commissions(rest.order)).toEqual([1_122, -1_122])
    expect(await company.referral(rest.friend)).toMatchObject({ verdict: 'refused' })
  })

  it('releasing a case does not count referrals that a rule refused meanwhile', async () => {
    const { others } = await ring(2)
    await look()
    const [held, caught] = others as [Brought, Brought]
    await db.asOwner(`update referrals set verdict = 'refused', reason = 'payer' where user_id = $1`, [
      caught.friend.userId,
    ])
    const { id } = (await caseOf(held.friend))!
    const released = await perform(db.database, 'cases.release', { id, reason })
    expect(released).toMatchObject({ people: 1, commissions: 1, refused: 1 })
    expect(await company.referral(caught.friend)).toMatchObject({ verdict: 'refused', reason: 'payer' })
    expect(await reviewOf(caught.order)).toBe(heldByRule('payer_shared_by_friends'))
    expect(await reviewOf(held.order)).toBeNull()
    // These referrals were decided one by one, so no case refers to them any more.
    await perform(db.database, 'referrals.release', { user: String(caught.friend.uid) })
    expect(await reviewOf(caught.order)).toBeNull()
  })

  it('releasing a case keeps commissions held by an operator, whatever the reason text', async () => {
    const { affiliate, others } = await ring(2)
    await look()
    const [held, own] = others as [Brought, Brought]
    const hold = (words: string) =>
      perform(db.database, 'commissions.hold', { order: own.order.orderId, reason: words })
    for (const words of [heldByRule('same_payer'), 'first purchase again'])
      await expect(hold(words)).rejects.toThrow(/Word the reason differently/)
    const words = 'rule 4 of our terms: no purchases of one’s own'
    await hold(words)
    const { id } = (await caseOf(held.friend))!
    await perform(db.database, 'cases.release', { id, reason })
    expect(await reviewOf(held.order)).toBeNull()
    expect(await reviewOf(own.order)).toBe(words)
    const heard = (await listTold(db.asOwner, affiliate.userId)).filter(({ template }) => template === 'aff-held')
    expect(heard.map(({ facts }) => facts)).toContainEqual(expect.objectContaining({ why: 'other', reason: words }))
  })

  it("counting the referral of one friend does not wait for a case about that friend's own earnings", async () => {
    const { others } = await ring(1)
    await look()
    const [{ friend, order }] = others
    await perform(db.database, 'referrals.refuse', { user: String(friend.uid) })
    await perform(db.database, 'cases.release', { id: (await caseOf(friend))!.id, reason })
    const first = await company.affiliate()
    await db.database.transaction((tx) => openAffiliate(tx, friend.userId))
    for (const { userId } of [first, friend]) {
      const payout = { chain: 'bsc', address: `0x${'8'.repeat(40)}`, restHours: 0 } as const
      await db.database.transaction((tx) => setPayout(tx, userId, payout))
      await notePayout(db.database, userId, Buffer.alloc(32, 8))
    }
    await look()
    expect(await caseOf(friend)).toMatchObject({ state: 'open' })
    expect(await reviewOf(order)).toBe(heldByRule('payer_shared_by_friends'))
    await perform(db.database, 'referrals.release', { user: String(friend.uid) })
    expect(await reviewOf(order)).toBeNull()
  })

  it('counting the referral of one friend leaves commissions held for another case to that decision', async () => {
    const { others } = await ring(1)
    await look()
    const [{ friend, order }] = others
    await perform(db.database, 'referrals.release', { user: String(friend.uid) })
    expect(await reviewOf(order)).toBe(heldByRule('payer_shared_by_friends'))
    await perform(db.database, 'cases.release', { id: (await caseOf(friend))!.id, reason })
    expect(await reviewOf(order)).toBeNull()
  })

  it('voiding a case is final, also after a dispute took everything, and tells each affiliate once', async () => {
    const { affiliate, others } = await ring(3)
    await look()
    const [lost, ...rest] = others
    await company.dispute(lost.order)
    await perform(db.database, 'cases.void', { id: (await caseOf(lost.friend))!.id, reason })
    await perform(db.database, 'referrals.release', { user: String(lost.friend.uid) })
    await company.settle(lost.order.orderId, [company.fact(lost.order, 'dispute_won', lost.order.totalMinor)])
    expect((await company.commissions(lost.order)).reduce((sum, each) => sum + each, 0)).toBe(0)
    const told = (await listTold(db.asOwner, affiliate.userId)).filter(({ template }) => template === 'aff-void')
    expect(told).toMatchObject([{ facts: { commissions: rest.length, amountMinor: rest.length * 1_122 } }])
  })

  it('releasing a case refuses referrals of a suspended inviter and releases the others', async () => {
    const [bad, good] = [await ring(1), await ring(1)]
    const both = `${bad.affiliate.userId} and the other`
    for (const { friend } of [bad.others[0], good.others[0]]) await has(friend.userId, both)
    await look()
    const { id } = (await caseOf(good.others[0].friend))!
    expect(await caseOf(bad.others[0].friend)).toMatchObject({ id })
    await perform(db.database, 'affiliates.suspend', { user: String(bad.affiliate.uid), reason })
    const told = { people: 1, commissions: 1, refused: 1 }
    expect(await perform(db.database, 'cases.release', { id, reason }, { preview: true })).toMatchObject(told)
    expect(await perform(db.database, 'cases.release', { id, reason })).toMatchObject(told)
    expect(await reviewOf(good.others[0].order)).toBeNull()
    expect(await company.referral(good.others[0].friend)).toMatchObject({ verdict: 'counted' })
    expect(await reviewOf(bad.others[0].order)).toBe(heldByRule('payer_shared_by_friends'))
    expect(await company.referral(bad.others[0].friend)).toMatchObject({ verdict: 'refused', reason: 'operator' })
  })

  it.each(['cases.void', 'cases.release'] as const)(
    'the decision %s leaves alone a referral that was corrected to an inviter outside the case',
    async (act) => {
      const { affiliate, others } = await ring(2)
      await look()
      const [moved, rest] = others as [Brought, Brought]
      const { id } = (await caseOf(moved.friend))!
      const honest = await company.affiliate()
      const input = { user: String(moved.friend.uid), inviter: String(honest.uid), reason }
      await perform(db.database, 'referrals.correct', input)
      const later = await company.buy(moved.friend, usd)
      const [earned] = await company.commissions(later)
      expect(earned).toBeGreaterThan(0)
      expect((await perform(db.database, 'cases.show', { id })).costs).toMatchObject([
        { uid: affiliate.uid, amount: { amountMinor: 1_122 } },
      ])
      const told =
        act === 'cases.void'
          ? { spared: 0, amount: { amountMinor: 1_122 }, people: [{ uid: affiliate.uid }] }
          : { people: 1, commissions: 1, refused: 0 }
      expect(await perform(db.database, act, { id, reason }, { preview: true })).toMatchObject(told)
      expect(await perform(db.database, act, { id, reason })).toMatchObject(told)
      expect(await company.commissions(later)).toEqual([earned])
      const [kept] = await db.asOwner(
        'select inviter_id as inviter, verdict, decided_by_person as "isDecided" from referrals where user_id = $1',
        [moved.friend.userId],
      )
      expect(kept).toEqual({ inviter: honest.userId, verdict: 'counted', isDecided: false })
      expect(await company.referral(rest.friend)).toMatchObject({
        verdict: act === 'cases.void' ? 'refused' : 'counted',
      })
    },
  )

  it('a decision covers all events of a case, however many are older', async () => {
    const { affiliate, others } = await ring(1)
    const [last] = others
    await look()
    const { id } = (await caseOf(last.friend))!
    await db.asOwner(
      `insert into risk_events (id, case_id, rule, act, terms_version, user_id, inviter_id, other_ids, period, details, at)
       select gen_random_uuid(), $1, 'tier_jump', 'ask', 1, $2, $2, '{}', n::text, '{}', now() - interval '1 day'
       from generate_series(1, 500) n`,
      [id, affiliate.userId],
    )
    const shown = await perform(db.database, 'cases.show', { id })
    expect(shown.events).toHaveLength(500)
    expect(shown).toMatchObject({ moreEvents: 1, moreEarned: 0, costs: [{ amount: { amountMinor: 1_122 } }] })
    expect(await perform(db.database, 'cases.release', { id, reason })).toMatchObject({ people: 1, commissions: 1 })
    expect(await reviewOf(last.order)).toBeNull()
  })
})

describe('decision concurrent with a check', () => {
  async function decideWhile(id: string, looking: () => Promise<unknown>): Promise<void> {
    let looked: Promise<unknown> = Promise.resolve()
    await db.database.transaction(async (tx) => {
      await releaseCase(tx, { id, reason }, { ...ada, role: 'owner' }, {} as never, undefined)
      looked = looking()
      await waitForWaiters({ db }, 1)
    })
    await looked
  }

  it('a fact found while a case is closed opens a new case', async () => {
    const { affiliate, others } = await ring(1)
    await look()
    const { id } = (await caseOf(others[0].friend))!
    const late = await bring(affiliate)
    await has(late.friend.userId, affiliate.userId)
    await decideWhile(id, () => repeatRiskCheck(db.database, late.friend.userId))
    expect(await caseOf(others[0].friend)).toEqual({ id, state: 'released' })
    expect(await reviewOf(late.order)).toBe(heldByRule('payer_shared_by_friends'))
    expect(await caseOf(late.friend)).toMatchObject({ state: 'open', id: expect.not.stringMatching(id) })
  })

  it("a concurrent correction keeps the old inviter's facts from holding the new inviter's commission", async () => {
    const { affiliate, others } = await ring(1)
    const other = await company.affiliate()
    const { friend } = others[0]
    let looked: Promise<unknown> = Promise.resolve()
    await db.database.transaction(async (tx) => {
      const input = { user: String(friend.uid), inviter: String(other.uid), reason }
      await correctInviter(tx, input, { ...ada, role: 'owner' }, {} as never, undefined)
      looked = repeatRiskCheck(db.database, friend.userId)
      await waitForWaiters({ db }, 1)
    })
    await looked
    expect(await company.referral(friend)).toMatchObject({ inviter: other.userId, verdict: 'counted' })
    const about = await db.asOwner('select rule from risk_events where user_id = $1 and inviter_id = $2', [
      friend.userId,
      affiliate.userId,
    ])
    expect(about).toEqual([])
  })

  it('a case that is merged while it is decided keeps its decision', async () => {
    const one = await ring(1)
    const two = await ring(1)
    await look()
    const older = (await caseOf(one.others[0].friend))!
    const { id } = (await caseOf(two.others[0].friend))!
    expect(older.id < id).toBe(true)
    const third = await bring(one.affiliate)
    for (const { userId } of [one.affiliate, two.affiliate]) await has(third.friend.userId, userId)
    await decideWhile(id, () => repeatRiskCheck(db.database, third.friend.userId))
    expect(await caseOf(two.others[0].friend)).toEqual({ id, state: 'released' })
    expect(await caseOf(third.friend)).toEqual(older)
  })
})

it('an account whose risk cannot be judged does not stop the others, and the job reports it and retries', async () => {
  const fine = await ring(0)
  // Failing users come before the late friend in the queue.
  const failing = await ring(1)
  const late = await bring(fine.affiliate)
  await has(late.friend.userId, fine.affiliate.userId)
  const bad = failing.others[0]
  await db.asOwner(`create function fail_for_one() returns trigger language plpgsql as $$
    begin
      if new.user_id = '${bad.friend.userId}' then raise exception 'no look at this one'; end if;
      return new;
    end $$`)
  await db.asOwner(
    'create trigger fail_for_one before insert on risk_events for each row execute function fail_for_one()',
  )
  const waiting = async () =>
    (await db.asOwner<{ id: string }>('select user_id as id from risk_dues order by 1')).map(({ id }) => id)
  await expect(look()).rejects.toThrow('no look at this one')
  expect(await caseOf(late.friend)).toMatchObject({ state: 'open' })
  expect(await caseOf(bad.friend)).toBeUndefined()
  await expect(look()).rejects.toThrow('no look at this one')
  expect(await waiting()).toEqual([failing.first.friend.userId, bad.friend.userId].toSorted())
  await db.asOwner('drop trigger fail_for_one on risk_events')
  await look()
  expect(await caseOf(bad.friend)).toMatchObject({ state: 'open' })
  await look()
  expect(await waiting()).toEqual([])
})
