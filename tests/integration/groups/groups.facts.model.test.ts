import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectFoldsToBeTheBooks, foldAll, spreadBookings } from '#tests/support/figures.ts'
import { commissionOf } from '#shared/commission.ts'
import { AppError } from '#shared/errors.ts'
import { importStock } from '#server/modules/benefits/benefits.service.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { createCrypto } from '#server/modules/payments/providers/crypto.ts'
import type { Fact, ProviderId } from '#server/modules/payments/providers/port.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { RefundRefused } from '#server/workflows/payments/refunds/request-refund.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { countRounds } from '../../support/race-rounds.ts'
import { openCompany, type Company } from '../affiliates/affiliates.setup.ts'
import { checkInvariants } from './group-model.ts'
import { createBank, openGroups, plan, type GroupWorld } from './groups.setup.ts'

const walks = countRounds(300, 8)
const providers = ['alipay', 'wechat', 'unionpay', 'stripe', 'crypto'] as const
const banks = (['wechat', 'unionpay', 'stripe'] as const).map((id) => createBank(id))
const keyring = createKeyring(Buffer.alloc(32, 3))
let world: GroupWorld
let company: Company
/**
 * True after a chain reversed a transfer or reported a larger refund than payment: a real loss, which the ledger
 * check reports.
 */
let mayLoseOnChain = false
beforeAll(async () => {
  world = await openGroups({ maxConnections: 8, others: [...banks, createCrypto(['CNY', 'USD'])] })
  company = openCompany(world.db)
  const items = Array.from({ length: 2_000 }, (_, n) => ({ account: `${n}@example.com`, password: 'p', link: 'l' }))
  const names = { en: 'Video', 'zh-CN': '视频' }
  await world.deps.database.transaction((tx) => importStock(tx, keyring, { kind: 'video', names, items }, 'ada'))
})
afterAll(() => world.close())

type Buyer = { userId: string; provider: ProviderId; orderId: string; attemptId: string; totalMinor: number }
type Scene = {
  groupId: string
  buyers: Buyer[]
  users: string[]
  told: { orderId: string; fact: Fact }[]
  clock: number
}

const which = fc.nat(3)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ what: fc.constant('pay' as const), buyer: which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('ask' as const, 'backAtProvider' as const),
      buyer: which,
      share: fc.constantFrom(1, 40, 100),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'payTwice' as const,
        'refundFails' as const,
        'dispute' as const,
        'won' as const,
        'lost' as const,
        'reverted' as const,
        'lapse' as const,
        'reveal' as const,
      ),
      buyer: which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'work' as const,
        'join' as const,
        'replay' as const,
        'passTime' as const,
        'refuse' as const,
      ),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function buyer(orderId: string, userId: string, provider: ProviderId): Promise<Buyer> {
  const method = provider === 'stripe' ? 'card' : provider
  const [attempt] = await world.rows<{ id: string; minor: number }>(
    `update payment_attempts set provider = $2, method = $3, next_query_at = null where order_id = $1
     returning id, amount_minor::int as minor`,
    [orderId, provider, method],
  )
  return { orderId, userId, provider, attemptId: attempt!.id, totalMinor: attempt!.minor }
}

async function join(scene: Scene, inviteCode: string, provider: ProviderId): Promise<void> {
  const { userId } = await company.come(inviteCode)
  const orderId = await world.joinForPay(userId, scene.groupId).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (orderId === null) return
  scene.users.push(userId)
  scene.buyers.push(await buyer(orderId, userId, provider))
}

async function tell(
  scene: Scene,
  { orderId, attemptId, provider, totalMinor }: Buyer,
  change: Partial<Fact>,
): Promise<void> {
  scene.clock += 1_000
  const fact: Fact = {
    provider,
    kind: 'paid',
    attemptId,
    providerTxnId: `t-${attemptId}`,
    refundId: null,
    amount: { amountMinor: totalMinor, currency: 'CNY' },
    at: new Date(scene.clock),
    rawHash: '',
    ...change,
  }
  scene.told.push({ orderId, fact })
  await apply(orderId, [fact])
}
const apply = (orderId: string, facts: readonly Fact[]) =>
  world.deps.database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts, source: 'notification' }))

async function take(scene: Scene, inviteCode: string, each: Step): Promise<void> {
  if ('buyer' in each) return takeOf(scene, each)
  if (each.what === 'work') return world.work()
  if (each.what === 'passTime') return world.passTime(scene.groupId)
  if (each.what === 'join') return join(scene, inviteCode, providers[scene.buyers.length % providers.length]!)
  if (each.what === 'replay') return replay(scene)
  for (const bank of [world.bank, ...banks]) bank.refuseRefunds = !bank.refuseRefunds
}

async function takeOf(scene: Scene, each: Extract<Step, { buyer: number }>): Promise<void> {
  const one = scene.buyers[each.buyer % scene.buyers.length]!
  const amount = { amountMinor: one.totalMinor, currency: 'CNY' }
  const about = { disputeId: `d-${one.attemptId}`, amount }
  if (each.what === 'pay') {
    if (one.provider !== 'crypto') return tell(scene, one, {})
    const first = Math.floor(one.totalMinor / 3)
    await tell(scene, one, { amount: { amountMinor: first, currency: 'CNY' }, providerTxnId: `p-${one.attemptId}` })
    return tell(scene, one, { amount: { amountMinor: one.totalMinor - first, currency: 'CNY' } })
  }
  if (each.what === 'payTwice') return tell(scene, one, { providerTxnId: `again-${one.attemptId}` })
  if (each.what === 'lapse') return world.closeWindow(one.orderId)
  const paid = scene.told.some(({ orderId, fact }) => orderId === one.orderId && fact.kind === 'paid')
  if (each.what === 'reveal')
    return void (await revealBenefit(world.deps.database, keyring, one.userId, 'video').catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    }))
  if (!paid) return
  if (each.what === 'ask') {
    const amountMinor = each.share === 100 ? 'all' : Math.ceil((one.totalMinor * each.share) / 100)
    const wish = { orderId: one.orderId, amountMinor, reason: 'asked', requestedBy: ada, keepsTime: true } as const
    return void (await requestRefund(world.deps.database, wish).catch((error: unknown) => {
      if (!(error instanceof RefundRefused)) throw error
    }))
  }
  if (one.provider === 'crypto') mayLoseOnChain ||= each.what === 'backAtProvider' || each.what === 'reverted'
  if (each.what === 'backAtProvider')
    return tell(scene, one, {
      kind: 'refunded',
      refundId: null,
      amount: { amountMinor: Math.ceil((one.totalMinor * each.share) / 100), currency: 'CNY' },
    })
  if (each.what === 'refundFails') {
    const [done] = await world.rows<{ id: string; txn: string; minor: number }>(
      `select id, provider_txn_id as txn, amount_minor::int as minor from refunds where order_id = $1 and status = 'done' limit 1`,
      [one.orderId],
    )
    if (!done) return
    const failed = { kind: 'refund_failed', refundId: done.id, providerTxnId: done.txn } as const
    // The failure is later than the success, which the bank dated with this machine's clock.
    const at = new Date(Date.now() + 3_600_000 + scene.told.length)
    return tell(scene, one, { ...failed, amount: { amountMinor: done.minor, currency: 'CNY' }, at })
  }
  if (each.what === 'dispute') return tell(scene, one, { kind: 'disputed', ...about })
  if (each.what === 'won') return tell(scene, one, { kind: 'dispute_won', ...about })
  if (each.what === 'lost') return tell(scene, one, { kind: 'disputed', isLost: true, ...about })
  if (one.provider === 'crypto') return tell(scene, one, { kind: 'reverted' })
}

async function replay({ told }: Scene): Promise<void> {
  for (const { orderId, fact } of told.toReversed()) await apply(orderId, [fact])
}

async function check(scene: Scene, unit: number): Promise<void> {
  await checkInvariants(world, scene.groupId, scene.users)
  const orders = await world.rows<{
    id: string
    total: number
    earned: number
    promised: number
    came: number
    stands: boolean
    seats: number
  }>(
    `select o.id, o.total_minor::int as total, o.seats,
       (select coalesce(sum(amount_minor), 0)::int from commissions where order_id = o.id) as earned,
       (select coalesce(max(r.sum), 0)::int from (
          select sum(amount_minor) as sum from refunds where order_id = o.id and status <> 'failed' group by attempt_id, provider_txn_id) r) as promised,
       (select coalesce(max(f.amount_minor), 0)::int from payment_facts f join payment_attempts a on a.id = f.attempt_id
          where a.order_id = o.id and f.kind = 'paid') as came,
       exists (select from group_seats s join groups g on g.id = s.group_id
          where s.order_id = o.id and s.state = 'paid' and g.status = 'finished') as stands
     from orders o where o.group_id = $1`,
    [scene.groupId],
  )
  for (const { id, total, earned, promised, came, stands, seats } of orders) {
    expect(total, 'the price of a seat').toBe(unit * seats)
    expect(promised, `more is promised back of one payment of ${id} than came`).toBeLessThanOrEqual(came)
    const most = stands ? commissionOf(total, 2_500, 140_000) : 0
    expect(earned, `commission of ${id}`).toBeLessThanOrEqual(most)
    expect(earned).toBeGreaterThanOrEqual(0)
  }
  const loose = await world.rows<{ userId: string }>(
    `select assigned_to as "userId" from benefit_stock b
     where assigned_to = any($1) and withdrawn_at is null and not exists (
       select from membership_grants m where m.user_id = b.assigned_to and m.seconds > 0 and m.reverses is null
         and not exists (select from membership_grants r where r.reverses = m.id))`,
    [scene.users],
  )
  expect(loose, 'benefits of a year that no one paid').toEqual([])
}

/** All state decided by payments, for comparison. */
const books = (groupId: string) =>
  world.rows(
    `select 'group' as what, status as a, joined::text as b, '' as c from groups where id = $1
     union all select 'seat', seat::text, state, coalesce(user_id::text, '') || coalesce(standing_grant, '') from group_seats where group_id = $1
     union all select 'order', id::text, status, coalesce((select sum(amount_minor)::text from commissions where order_id = o.id), '') from orders o where group_id = $1
     union all select 'refund', r.id, r.status, r.amount_minor::text from refunds r join orders o on o.id = r.order_id where o.group_id = $1
     union all select 'posting', p.source_id, p.debit, p.amount_minor::text from ledger_postings p join orders o on o.id = p.order_id where o.group_id = $1
     order by 1, 2, 3, 4`,
    [groupId],
  )

it('group seats, commissions, prices and refunds stay consistent for any order of payment facts, also repeated', async () => {
  const walked = fc.assert(
    fc.asyncProperty(
      fc.constantFrom(2 as const, 3 as const),
      fc.constantFrom('pay_self' as const, 'pay_all' as const),
      fc.nat(4),
      fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }),
      async (size, type, shift, steps) => {
        for (const bank of [world.bank, ...banks]) bank.refuseRefunds = false
        const affiliate = await company.affiliate()
        const creator = await company.come(affiliate.inviteCode)
        const { groupId, orderId } = await world.start(creator.userId, size, type)
        const scene: Scene = { groupId, buyers: [], users: [creator.userId], told: [], clock: Date.now() }
        scene.buyers.push(await buyer(orderId, creator.userId, providers[shift]!))
        await take(scene, affiliate.inviteCode, { what: 'pay', buyer: 0 })
        if (type === 'pay_self')
          for (let made = 1; made < size; made++)
            await join(scene, affiliate.inviteCode, providers[(shift + made) % providers.length]!)
        for (const each of steps) {
          await take(scene, affiliate.inviteCode, each)
          await check(scene, plan.unit[size])
        }
        for (const bank of [world.bank, ...banks]) bank.refuseRefunds = false
        await world.work()
        await world.work()
        const before = await books(groupId)
        await replay(scene)
        await world.work()
        await check(scene, plan.unit[size])
        expect(await books(groupId)).toEqual(before)
      },
    ),
    { numRuns: walks, endOnFailure: true },
  )
  await expect(walked).resolves.toBeUndefined()
  const { problems } = await verifyLedger(world.deps.database)
  expect(problems.filter((one) => !(mayLoseOnChain && one.startsWith('clearing:crypto gave back')))).toEqual([])
  await spreadBookings(world.db)
  await foldAll(world.db)
  await expectFoldsToBeTheBooks(world.db)
})

it('a seat whose chain payment is reverted loses time and commission, and gets both back when paid again', async () => {
  const affiliate = await company.affiliate()
  const { groupId, creatorId, orderId: first } = await world.paidGroup(2, 'pay_self')
  const scene: Scene = { groupId, buyers: [], users: [creatorId], told: [], clock: Date.now() }
  await join(scene, affiliate.inviteCode, 'crypto')
  const [friend] = scene.buyers
  const earned = async () => {
    const [row] = await world.rows<{ minor: number }>(
      'select coalesce(sum(amount_minor), 0)::int as minor from commissions where order_id = $1',
      [friend!.orderId],
    )
    return row!.minor
  }
  const seat = async () => [
    await world.orderStatus(friend!.orderId),
    (await world.seats(groupId))[1]!.state,
    (await world.time(friend!.userId)).standing,
    await earned(),
  ]
  const whole = ['paid', 'paid', 1, commissionOf(plan.unit[2], 2_500, 140_000)]
  await take(scene, affiliate.inviteCode, { what: 'pay', buyer: 0 })
  expect(await seat()).toEqual(whole)
  await take(scene, affiliate.inviteCode, { what: 'reverted', buyer: 0 })
  expect(await seat()).toEqual(['review', 'lost', 0, 0])
  expect([await world.orderStatus(first), (await world.time(creatorId)).standing]).toEqual(['paid', 1])
  await take(scene, affiliate.inviteCode, { what: 'payTwice', buyer: 0 })
  expect(await seat()).toEqual(whole)
})

it('a part of a chain payment that was refunded in full and then reverted leaves the other part in suspense', async () => {
  const affiliate = await company.affiliate()
  const { groupId, creatorId, orderId: first } = await world.paidGroup(2, 'pay_self')
  const scene: Scene = { groupId, buyers: [], users: [creatorId], told: [], clock: Date.now() }
  await join(scene, affiliate.inviteCode, 'crypto')
  for (const what of ['pay', 'backAtProvider', 'reverted'] as const)
    await takeOf(scene, what === 'backAtProvider' ? { what, buyer: 0, share: 100 } : { what, buyer: 0 })
  const { orderId, totalMinor } = scene.buyers[0]!
  const [suspense] = await world.rows<{ minor: number }>(
    `select sum(case when credit = 'suspense' then amount_minor else -amount_minor end)::int as minor
     from ledger_postings where order_id = $1 and 'suspense' in (debit, credit)`,
    [orderId],
  )
  expect(suspense).toEqual({ minor: Math.floor(totalMinor / 3) })
  const { problems } = await verifyLedger(world.deps.database)
  expect(problems.filter((one) => one.includes(orderId) || one.includes(first))).toEqual([])
})

it('a buyer who gives up after half of a chain payment loses the seat at once, and a review decides about the money', async () => {
  const affiliate = await company.affiliate()
  const { groupId } = await world.paidGroup(2, 'pay_self')
  const scene: Scene = { groupId, buyers: [], users: [], told: [], clock: Date.now() }
  await join(scene, affiliate.inviteCode, 'crypto')
  const { orderId, userId, totalMinor } = scene.buyers[0]!
  await tell(scene, scene.buyers[0]!, { amount: { amountMinor: Math.ceil(totalMinor / 2), currency: 'CNY' } })
  const seat = async () =>
    (
      await world.rows<{ kept: boolean }>(
        'select half_paid_until > lease_until as kept from group_seats where order_id = $1',
        [orderId],
      )
    ).map(({ kept }) => kept)
  expect([await world.orderStatus(orderId), await seat()]).toEqual(['awaiting_payment', [true]])
  await world.leave(userId, groupId)
  expect([await world.orderStatus(orderId), await seat()]).toEqual(['review', []])
  await world.joinForPay(await world.user(), groupId)
})

it('a creator who gives up after half of a chain payment closes the group', async () => {
  const creator = await world.user()
  const { groupId, orderId } = await world.start(creator, 2, 'pay_self')
  const scene: Scene = {
    groupId,
    buyers: [await buyer(orderId, creator, 'crypto')],
    users: [],
    told: [],
    clock: Date.now(),
  }
  const { totalMinor } = scene.buyers[0]!
  await tell(scene, scene.buyers[0]!, { amount: { amountMinor: totalMinor - 1, currency: 'CNY' } })
  await world.leave(creator, groupId)
  expect([await world.orderStatus(orderId), await world.status(groupId)]).toEqual(['review', 'closed'])
})
