import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commissionOf } from '#shared/commission.ts'
import { AppError } from '#shared/errors.ts'
import { importStock } from '#server/modules/benefits/benefits.service.ts'
import { publishTerms } from '#server/modules/catalog/affiliate-terms.service.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import type { ReportLine } from '#server/modules/payments/settlement-report.rules.ts'
import { findReportDifferences } from '#server/modules/payments/settlement-report.service.ts'
import { findTerms } from '#server/modules/tunnels/entitlements.queries.ts'
import { runDueRiskChecks } from '#server/workflows/affiliates/judge-risk.ts'
import { Refused } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { compareCounters } from '#server/workflows/figures/compare-counters.ts'
import { revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { previewPurchase } from '#server/workflows/orders/preview-purchase.ts'
import type { TestDatabase } from '../../support/database.ts'
import { perform, requestRefund, tryPerform } from '../../support/operator-acts.ts'
import { ada } from '../../support/operators.ts'
import { passDays } from '../../support/pass-days.ts'
import { countRounds } from '../../support/race-rounds.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'
import {
  addTransfer,
  askBack,
  availableOf,
  finishRefunds,
  heldOf,
  keptOf,
  openOrder,
  totalBack,
  type Order,
} from './undo.orders.ts'
import { modelPayouts, payoutActs, type PayoutAct, type PayoutModel } from './undo.payouts.ts'

let groups: GroupWorld
let db: TestDatabase
let company: Company
beforeAll(async () => {
  groups = await openGroups({ maxConnections: 8 })
  db = groups.db
  company = openCompany(db)
  // Low minimum payout, so that payouts occur.
  const terms = { ...defaultTerms, version: 2, since: '2020-01-01', minPayoutMinor: 500 }
  await db.database.transaction((tx) => publishTerms(tx, terms, 'a test'))
  const benefits = { kind: 'video', names: { en: 'Video', 'zh-CN': '视频' }, items: accounts }
  await db.database.transaction((tx) => importStock(tx, keyring, benefits, ada.name))
  const anyOrder = { amounts: null, goodsIds: null, methods: null, startsAt: null, endsAt: null }
  const unlimited = { firstPurchaseOnly: false, maxUses: null, maxUsesPerUser: null }
  await insertPromoCode(db.database, {
    code: freeCode,
    kind: 'percent',
    percentBps: 10_000,
    note: '',
    ...anyOrder,
    ...unlimited,
  })
})
afterAll(() => groups.close())

const keyring = createKeyring(randomBytes(32))
const accounts = Array.from({ length: 200 }, (_, index) => ({
  account: `${index}@example.com`,
  password: 'secret',
  link: 'https://example.com',
}))
const orRefused = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })

const freeCode = 'WALK-FREE'
const friendsEach = 3
const length = 40

type World = {
  readonly affiliate: Person
  readonly member: Person
  /** Friends of the two inviters. The first three were referred by the affiliate, the others by the member. */
  readonly friends: readonly Person[]
  readonly orders: Order[]
  readonly frees: { readonly orderId: string; readonly userId: string }[]
  readonly gifts: Map<string, number>
  readonly voided: Set<string>
  readonly blocked: Set<string>
  readonly payouts: PayoutModel
  isSuspended: boolean
}

const pick = fc.nat({ max: 1_000 })
const undoing = fc.constantFrom(
  'buy',
  'buy',
  'refund',
  'refund-all',
  'dispute',
  'replay',
  'void',
  'hold',
  'release',
  'give',
  'take-back',
  'refuse-referral',
  'release-referral',
  'tie',
  'tie',
  'look',
  'release-case',
  'void-case',
  'suspend',
  'resume',
  'block',
  'block',
  'unblock',
  'unblock',
  'correct',
  'correct',
  'buy-seat',
  'remove-seat',
  'block-payer',
  'unblock-payer',
  'buy-free',
  'buy-free',
  'return-free',
  'return-free',
)
const ofMoney = fc.constantFrom(
  'buy-coins',
  'buy-coins',
  'transfer',
  'ask-refund',
  'ask-refund',
  'finish-refunds',
  'compare-list',
  'refund',
  'dispute',
  'end-dispute',
  'end-dispute',
  'buy-difference',
  'claim-benefit',
)
const step = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: undoing },
    { weight: 2, arbitrary: ofMoney },
    { weight: 2, arbitrary: fc.constantFrom('buy', 'buy', 'advance', 'advance', 'advance', ...payoutActs) },
  ),
  who: pick,
  which: pick,
  share: fc.integer({ min: 1, max: 99 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

it('ledger, membership, commissions and tunnels agree after any sequence of undo actions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async (steps) => {
      const world = await open()
      for (const [index, each] of steps.entries()) {
        const so = () => steps.slice(0, index + 1).map(({ act, who, which }) => `${act} ${who % 6} ${which}`)
        await take(each, world)
          .then(() => compare(world))
          .catch((cause: unknown) => {
            throw new Error(`after ${so().join(', ')}`, { cause })
          })
      }
      await tryPerform(db.database, 'affiliates.resume', { user: String(world.affiliate.uid) })
      expect((await verifyLedger(db.database)).problems).toEqual([])
    }),
    // Uses a new seed each time. A failure prints it, and WALK_SEED repeats that run.
    {
      numRuns: countRounds(10_000 / length, 3),
      endOnFailure: true,
      ...(process.env.WALK_SEED !== undefined && { seed: Number(process.env.WALK_SEED) }),
    },
  )
})

async function open(): Promise<World> {
  const [affiliate, member] = [await company.affiliate(), await company.member()]
  const friends: Person[] = []
  for (let index = 0; index < 2 * friendsEach; index++)
    friends.push(await company.come((index < friendsEach ? affiliate : member).inviteCode))
  const payouts = modelPayouts(db, affiliate.userId)
  await payouts.open()
  const nothing = { orders: [], frees: [], gifts: new Map(), voided: new Set<string>(), blocked: new Set<string>() }
  return { affiliate, member, friends, payouts, isSuspended: false, ...nothing }
}

const payerOf = (userId: string) => createHash('sha256').update(`card of ${userId}`).digest('hex')
const pay = (bought: Bought) =>
  company.settle(bought.orderId, [
    { ...company.fact(bought, 'paid', bought.totalMinor), payer: payerOf(bought.userId) },
  ])
const isPayoutAct = (act: string): act is PayoutAct => payoutActs.some((each) => each === act)

const usd = { totalMinor: 4_490, currency: 'USD' } as const

async function take({ act, who, which, share }: Step, world: World): Promise<void> {
  const friend = world.friends[who % world.friends.length]!
  const user = String(friend.uid)
  const order = oneOf(act, which, world.orders)
  const asOrder = order && { order: order.bought.orderId }
  const reason = 'a walk'
  if (isPayoutAct(act)) return world.payouts.take(act, which, world.isSuspended)
  if (act === 'buy') {
    const bought = await company.order(friend, usd)
    await pay(bought)
    const isHeld = world.blocked.has(friend.userId)
    return void world.orders.push(openOrder(bought, { isHeld }))
  }
  if (act === 'buy-coins') return buyCoins(friend, share, world)
  if (act === 'buy-difference') return buyDifference(friend, world)
  if (act === 'finish-refunds') return finishAll(world)
  if (act === 'compare-list') return compareList(world)
  if (act === 'claim-benefit') {
    // Benefits are refused to users without a yearly plan.
    return void (await orRefused(revealBenefit(db.database, keyring, friend.userId, 'video')))
  }
  if (act === 'buy-seat') return buySeat(friend, world)
  if (act === 'remove-seat') {
    const seats = world.orders.filter(({ group }) => group !== undefined)
    return removeSeat(seats[which % Math.max(1, seats.length)], world)
  }
  if (act === 'block-payer' || act === 'unblock-payer') return blockPayer(friend, act === 'block-payer', world)
  if (act === 'buy-free') return buyFree(friend, world)
  if (act === 'return-free') return returnFree(which, world)
  if (act === 'give') {
    await perform(db.database, 'people.give-time', { user, days: 3, reason })
    world.gifts.set(friend.userId, (world.gifts.get(friend.userId) ?? 0) + 1)
    return
  }
  if (act === 'take-back') {
    const [gift] = await db.asOwner<{ id: string }>(
      `select id from membership_grants g where user_id = $1 and source = 'operator' and reverses is null
         and not exists (select from membership_grants r where r.reverses = g.id) order by id limit 1`,
      [friend.userId],
    )
    if (gift && (await tryPerform(db.database, 'people.reverse-grant', { user, grant: gift.id, reason })))
      world.gifts.set(friend.userId, (world.gifts.get(friend.userId) ?? 0) - 1)
    return
  }
  if (act === 'refuse-referral') return void (await tryPerform(db.database, 'referrals.refuse', { user }))
  if (act === 'release-referral') {
    if (await tryPerform(db.database, 'referrals.release', { user })) world.voided.delete(friend.userId)
    return
  }
  if (act === 'suspend') {
    if (await tryPerform(db.database, 'affiliates.suspend', { user: String(world.affiliate.uid), reason }))
      world.isSuspended = true
    return
  }
  if (act === 'resume') {
    if (await tryPerform(db.database, 'affiliates.resume', { user: String(world.affiliate.uid) }))
      world.isSuspended = false
    return
  }
  if (act === 'block') {
    // Prefers the buyer of the order, whose time can be paused.
    const buyer = world.friends.find(({ userId }) => userId === order?.bought.userId) ?? friend
    const input = { user: String(buyer.uid), toldReason: 'x', stopTime: share % 4 > 0, reason }
    return void (await tryPerform(db.database, 'people.block', input))
  }
  if (act === 'unblock') return unblock(which, world)
  if (act === 'correct') return correct(friend, [world.affiliate, world.member, null][which % 3]!, world)
  if (act === 'tie') return tie(friend, world.friends[which % world.friends.length]!)
  if (act === 'look') return runDueRiskChecks(db.database)
  if (act === 'release-case' || act === 'void-case') return decide(act, world)
  if (!order || !asOrder) return
  if (act === 'replay') return void (await (order.transfers ? replayTransfer(order, which) : pay(order.bought)))
  if (act === 'void') {
    if (await tryPerform(db.database, 'commissions.void', { ...asOrder, reason })) order.isVoid = true
    return
  }
  if (act === 'hold') return void (await tryPerform(db.database, 'commissions.hold', { ...asOrder, reason }))
  if (act === 'release') return void (await tryPerform(db.database, 'commissions.release', asOrder))
  // The refund of a removed seat is already pending.
  if (order.isRemoved) return
  if (act === 'transfer') return transferAgain(order, share)
  if (act === 'ask-refund') return askRefund(order, share)
  if (act === 'dispute' || act === 'end-dispute') return dispute(order, act === 'dispute' ? 'open' : share % 2)
  // Chain payments are refunded only by us.
  if (order.transfers) return
  const { totalMinor } = order.bought
  // A running total never falls.
  order.inAll =
    act === 'refund-all' || order.group ? totalMinor : Math.max(totalBack(order), Math.ceil((totalMinor * share) / 100))
  await company.refund(order.bought, order.inAll)
}

/** Picks an order; some actions need an order that allows them. */
function oneOf(act: string, which: number, orders: readonly Order[]): Order | undefined {
  const some =
    act === 'end-dispute'
      ? orders.filter((each) => each.dispute === 'open')
      : act === 'transfer'
        ? orders.filter(({ transfers }) => transfers)
        : orders
  return some[which % Math.max(1, some.length)]
}

const chainFact = (order: Order, kind: Fact['kind'], hash: string, minor: number, refundId: string | null = null) => ({
  ...company.fact(order.bought, kind, minor, refundId),
  provider: 'crypto' as const,
  providerTxnId: hash,
})

async function buyCoins(friend: Person, share: number, world: World): Promise<void> {
  const bought = await company.order(friend, { ...usd, provider: 'crypto' })
  const order = openOrder(bought, { transfers: [] })
  await transfer(order, usd.totalMinor + (share % 2 === 0 ? 0 : Math.ceil((usd.totalMinor * share) / 100)))
  world.orders.push(order)
}

async function transfer(order: Order, minor: number): Promise<void> {
  const hash = addTransfer(order, minor)
  await company.settle(order.bought.orderId, [chainFact(order, 'paid', hash, minor)])
}

async function transferAgain(order: Order, share: number): Promise<void> {
  if (!order.transfers) return
  await transfer(order, share % 2 === 0 ? usd.totalMinor : share * 10)
}

const replayTransfer = async (order: Order, which: number): Promise<void> => {
  const { hash, minor } = order.transfers![which % order.transfers!.length]!
  await company.settle(order.bought.orderId, [chainFact(order, 'paid', hash, minor)])
}

/** Refund by an operator that the provider has not made yet. Not for group seats or orders in review. */
async function askRefund(order: Order, share: number): Promise<void> {
  if (order.isHeld || order.group || order.dispute === 'open') return
  const available = availableOf(order)
  const amountMinor = share % 5 === 0 ? available : Math.min(available, Math.ceil((usd.totalMinor * share) / 100))
  const asked = requestRefund(db.database, {
    orderId: order.bought.orderId,
    amountMinor: Math.max(1, amountMinor),
    reason: 'a walk',
    requestedBy: ada,
  })
  if (available === 0) return expect(asked).rejects.toBeInstanceOf(Refused)
  const rows = await db.asOwner<{ id: string; hash: string; minor: number }>(
    `select id, provider_txn_id as hash, amount_minor::int as minor from refunds where id = any($1) order by id`,
    [await asked],
  )
  expect(rows.reduce((sum, { minor }) => sum + minor, 0)).toBe(amountMinor)
  askBack(order, rows)
}

/** Completes every requested refund; an operator sends those on a chain. */
async function finishAll(world: World): Promise<void> {
  await groups.work()
  for (const order of world.orders) {
    const finished = finishRefunds(order)
    if (order.transfers)
      for (const { id, hash, minor } of finished)
        await company.settle(order.bought.orderId, [chainFact(order, 'refunded', hash, minor, id)])
  }
}

/** Opens a dispute or reports its end. An ended dispute is not reopened. `ends`: 1 for won, 0 for lost. */
async function dispute(order: Order, ends: 'open' | number): Promise<void> {
  if (order.group && ends !== 'open') return
  if (ends === 'open' ? order.dispute !== null : order.dispute !== 'open') return
  const { bought, transfers } = order
  const [first] = transfers ?? []
  const minor = first?.minor ?? bought.totalMinor
  const fact = (kind: Fact['kind']) =>
    first ? chainFact(order, kind, first.hash, minor) : company.fact(bought, kind, minor)
  const stated = { ...fact(ends === 1 ? 'dispute_won' : 'disputed'), disputeId: `D${bought.orderId}` }
  await company.settle(bought.orderId, [{ ...stated, ...(ends === 0 && { isLost: true as const }) }])
  order.dispute = ends === 'open' ? 'open' : ends === 1 ? 'won' : 'lost'
}

/** Buys an upgrade for the remaining time, if any. Its base plan may be refunded before or after it. */
async function buyDifference({ userId }: Person, world: World): Promise<void> {
  if (world.blocked.has(userId)) return
  const goods = { userId, goodsId: 'plan-family-12', currency: 'CNY' } as const
  const { difference } = await previewPurchase(db.database, goods)
  if (!difference) return
  const totalMinor = difference.priceMinor
  const placed = await orRefused(
    placeOrder(
      { ...groups.deps, digest: company.digest },
      {
        ...goods,
        method: 'alipay',
        onlyDifference: true,
        expectedTotalMinor: totalMinor,
        idempotencyKey: randomUUID(),
      },
    ),
  )
  if (!placed) return
  const [attempt] = await db.asOwner<{ id: string }>('select id from payment_attempts where order_id = $1', [
    placed.orderId,
  ])
  const bought = { orderId: placed.orderId, attemptId: attempt!.id, userId, totalMinor, currency: 'CNY' } as const
  await pay(bought)
  world.orders.push(openOrder(bought, { isDifference: true }))
}

/** True if a paid upgrade of this user depends on earlier time, which can then not be taken back. */
const hasUpgrade = (userId: string, orders: readonly Order[]): boolean =>
  orders.some((order) => order.isDifference && order.bought.userId === userId && keptOf(order) > 0)

async function buyFree({ userId }: Person, { frees }: World): Promise<void> {
  const placed = await orRefused(
    placeOrder(
      { ...groups.deps, digest: company.digest },
      {
        userId,
        goodsId: 'plan-12',
        currency: 'CNY',
        method: 'alipay',
        expectedTotalMinor: 0,
        promo: { code: freeCode, network: userId },
        idempotencyKey: randomUUID(),
      },
    ),
  )
  if (placed) frees.push({ orderId: placed.orderId, userId })
}

/** Takes a free order back. This is refused while an upgrade depends on its time, and a second time. */
async function returnFree(which: number, { frees, orders }: World): Promise<void> {
  const free = frees[which % Math.max(1, frees.length)]
  if (!free) return
  const input = { order: free.orderId, all: true, reason: 'a walk' }
  const done = await tryPerform(db.database, 'orders.refund', input)
  if (!hasUpgrade(free.userId, orders)) expect(done).not.toBeNull()
  if (!done) return
  frees.splice(frees.indexOf(free), 1)
  expect(await tryPerform(db.database, 'orders.refund', input)).toBeNull()
  await company.settle(free.orderId, [])
}

/**
 * Compares with a daily report of all payments outside of blockchains, except those of removed seats, and of their
 * refunds.
 */
async function compareList({ orders }: World): Promise<void> {
  const listed = orders.filter(({ transfers, isRemoved }) => !transfers && !isRemoved)
  const about = ({ bought: { attemptId, currency } }: Order, amountMinor: number) => ({
    attemptId,
    providerTxnId: `T${attemptId}`,
    amount: { amountMinor, currency },
  })
  const lines = listed.flatMap((order): ReportLine[] => [
    { kind: 'paid', refundId: null, ...about(order, order.bought.totalMinor) },
    ...order.refunds.map(({ id, minor, isDone }): ReportLine => ({
      kind: 'refunded',
      refundId: id,
      ...about(order, minor),
      ...(!isDone && { state: 'pending' as const }),
    })),
  ])
  const differ = async (of: readonly ReportLine[]) => {
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const { differences } = await findReportDifferences(db.database, 'alipay', day, { lines: of })
    return differences.filter(({ known }) => listed.some(({ bought }) => bought.orderId === known?.orderId))
  }
  expect(await differ(lines)).toEqual([])
  // The only difference is a refund completed at the provider but not here.
  const finished = lines.map(({ state: _state, ...line }) => line)
  const unsettled = lines.filter(({ state }) => state === 'pending').map(({ refundId }) => refundId)
  expect((await differ(finished)).map(({ what, line }) => [what, line?.refundId]).toSorted()).toEqual(
    unsettled.map((id) => ['unsettled_refund', id]).toSorted(),
  )
}

/** Unblocks a blocked friend, if any. Time given back counts as a gift, and never exceeds the days of the block. */
async function unblock(which: number, { friends, gifts }: World): Promise<void> {
  const blocks = await db.asOwner<{ userId: string; since: Date; stops: boolean }>(
    `select user_id as "userId", blocked_at as since, stops_time as stops from account_blocks
     where user_id = any($1) order by user_id`,
    [friends.map(({ userId }) => userId)],
  )
  const block = blocks[which % Math.max(1, blocks.length)]
  const friend = friends.find(({ userId }) => userId === block?.userId)
  if (!block || !friend) return
  await passDays(db, friend.userId, 2)
  const done = await perform(db.database, 'people.unblock', { user: String(friend.uid), reason: 'a walk' })
  const passed = 2 * 86_400 + (Date.now() - block.since.getTime()) / 1000
  expect(done.seconds).toBeLessThanOrEqual(block.stops ? passed : 0)
  if (done.seconds > 0) gifts.set(friend.userId, (gifts.get(friend.userId) ?? 0) + 1)
}

async function buySeat(friend: Person, world: World): Promise<void> {
  if (world.blocked.has(friend.userId)) return
  const { groupId } = await groups.paidGroup(2, 'pay_self')
  const orderId = await groups.joinForPay(friend.userId, groupId)
  const [row] = await db.asOwner<{ id: string; minor: number }>(
    'select id, amount_minor::int as minor from payment_attempts where order_id = $1',
    [orderId],
  )
  const { id: attemptId, minor: totalMinor } = row!
  const bought = { orderId, attemptId, userId: friend.userId, totalMinor, currency: 'CNY' } as const
  await pay(bought)
  world.orders.push(openOrder(bought, { group: groupId }))
}

async function removeSeat(order: Order | undefined, world: World): Promise<void> {
  if (!order?.group) return
  const input = { group: order.group, seat: 2, reason: 'a walk' }
  // The daily refund limit would stop later walks, so earlier removals are dated to another day.
  await db.asOwner(`update audit_log set at = at - interval '2 days' where action = 'groups.remove-seat'`)
  const removed = await tryPerform(db.database, 'groups.remove-seat', input)
  if (removed || !hasUpgrade(order.bought.userId, world.orders)) expect(removed !== null).toBe(keptOf(order) > 0)
  if (!removed) return
  order.isRemoved = true
  await finishAll(world)
}

/** Blocks or unblocks the payer. Payments during a block wait, and count once it ends. */
async function blockPayer({ userId }: Person, isBlock: boolean, world: World): Promise<void> {
  const { blocked, orders } = world
  const input = { payer: payerOf(userId).slice(0, 16), reason: 'a walk' }
  const done = await tryPerform(db.database, isBlock ? 'payers.block' : 'payers.unblock', input)
  expect(done !== null && !isBlock).toBe(!isBlock && blocked.has(userId))
  if (!done) return
  if (isBlock) return void blocked.add(userId)
  blocked.delete(userId)
  await finishAll(world)
  for (const order of orders) if (order.bought.userId === userId) order.isHeld = false
}

/**
 * Changes the inviter of `friend` to `to` or removes it. Either voids the commissions earned by this friend's orders.
 */
async function correct(friend: Person, to: Person | null, world: World): Promise<void> {
  const earned = await db.asOwner<{ id: string }>(`select order_id as id from commissions where referred_id = $1`, [
    friend.userId,
  ])
  const input = { user: String(friend.uid), reason: 'a walk', ...(to && { inviter: String(to.uid) }) }
  if (!(await tryPerform(db.database, 'referrals.correct', input))) return
  world.voided.delete(friend.userId)
  for (const order of world.orders) if (earned.some(({ id }) => id === order.bought.orderId)) order.isVoid = true
}

async function tie(one: Person, other: Person): Promise<void> {
  for (const { userId } of [one, other])
    await db.asOwner(
      `insert into payment_payers (payer, user_id) values (sha256($1::text::bytea), $2) on conflict do nothing`,
      [[one.userId, other.userId].toSorted().join(), userId],
    )
  await runDueRiskChecks(db.database)
}

async function decide(act: 'release-case' | 'void-case', world: World): Promise<void> {
  const [found] = await db.asOwner<{ id: string }>(
    `select c.id from risk_cases c join risk_events e on e.case_id = c.id
     where c.state = 'open' and e.user_id = any($1) order by c.id limit 1`,
    [world.friends.map(({ userId }) => userId)],
  )
  if (!found) return
  const counted = await db.asOwner<{ userId: string }>(
    `select user_id as "userId" from referrals where decided_by_person and verdict = 'counted' and user_id = any($1)`,
    [world.friends.map(({ userId }) => userId)],
  )
  // Orders paid while the referral was on hold have earned nothing yet, and a later release of the referral pays them.
  const earned = await db.asOwner<{ id: string }>(
    `select order_id as id from commissions where referred_id = any($1)`,
    [world.friends.map(({ userId }) => userId)],
  )
  const name = act === 'release-case' ? 'cases.release' : 'cases.void'
  if (!(await tryPerform(db.database, name, { id: found.id, reason: 'a walk' }))) return
  const people = await db.asOwner<{ userId: string }>(
    `select distinct e.user_id as "userId" from risk_events e
     join referrals r on r.user_id = e.user_id and r.inviter_id = e.inviter_id where e.case_id = $1`,
    [found.id],
  )
  if (act === 'release-case') return
  for (const { userId } of people) {
    if (counted.some((spared) => spared.userId === userId)) continue
    world.voided.add(userId)
    for (const order of world.orders)
      if (order.bought.userId === userId && earned.some(({ id }) => id === order.bought.orderId)) order.isVoid = true
  }
}

async function compare({ affiliate, member, friends, orders, frees, gifts, voided, payouts }: World): Promise<void> {
  await payouts.compare()
  for (const order of orders) {
    const { bought, isVoid, isHeld } = order
    const [found] = await db.asOwner<{ bps: number | null; micros: number; minor: number }>(
      `select max(rate_bps) filter (where reverses is null) as bps, max(usd_per_unit_micros)::int as micros,
         coalesce(sum(amount_minor), 0)::int as minor
       from commissions where order_id = $1`,
      [bought.orderId],
    )
    expect(found!.bps !== null && isHeld).toBe(false)
    const isEarned = found!.bps !== null && !isVoid
    expect(found!.minor).toBe(isEarned ? commissionOf(keptOf(order), found!.bps!, found!.micros) : 0)
    const [books] = await db.asOwner<{ suspense: number }>(
      `select coalesce(sum(case when credit = 'suspense' then amount_minor else 0 end
         - case when debit = 'suspense' then amount_minor else 0 end), 0)::int as suspense
       from ledger_postings where order_id = $1`,
      [bought.orderId],
    )
    expect(books!.suspense).toBe(heldOf(order))
  }
  const [sums] = await db.asOwner<{ rows: number; months: number; bonus: number; granted: number; stray: number }>(
    `select coalesce((select sum(amount_minor) from commissions where affiliate_id = $1), 0)::int as rows,
       coalesce((select sum(first_minor + renewal_minor - reversed_minor) from affiliate_months where affiliate_id = $1), 0)::int as months,
       coalesce((select sum(bonus_seconds) from referrals where inviter_id = $2 and outcome = 'rewarded'), 0)::int as bonus,
       coalesce((select sum(g.seconds) from membership_grants g where g.user_id = $2 and (g.source = 'invite'
         or exists (select from membership_grants i where i.id = g.reverses and i.source = 'invite'))), 0)::int as granted,
       (select count(*) from commissions c where c.affiliate_id = $1 and c.review_reason like 'rule %' and not exists (
         select from risk_events e join risk_cases k on k.id = e.case_id where e.user_id = c.referred_id and k.state = 'open')
         and not exists (select from referrals r where r.user_id = c.referred_id and r.verdict = 'refused')
         and not exists (select from commissions f where f.order_id = c.order_id and f.void_reason is not null))::int as stray`,
    [affiliate.userId, member.userId],
  )
  expect(sums!.rows).toBe(sums!.months)
  expect(sums!.granted).toBe(sums!.bonus)
  // Every referral held by a rule has a case; refused ones are released one by one.
  expect(sums!.stray).toBe(0)
  const refused = await db.asOwner<{ count: number }>(
    `select count(*)::int as count from referrals where user_id = any($1) and (verdict <> 'refused' or outcome = 'rewarded')`,
    [[...voided]],
  )
  expect(refused[0]!.count).toBe(0)
  const counts = await db.asOwner(
    `select p.id from unnest($1::uuid[]) p (id) left join inviter_totals t on t.user_id = p.id
     cross join lateral (
       select count(*) as invited, count(first_order_id) as paid, count(*) filter (where r.bonus_seconds > 0) as rewarded,
         coalesce(sum(r.bonus_seconds), 0) as bonus from referrals r where r.inviter_id = p.id) rows
     where coalesce(t.invited, 0) <> rows.invited or coalesce(t.paid, 0) <> rows.paid or coalesce(t.rewarded, 0) <> rows.rewarded
       or coalesce(t.bonus_seconds, 0) <> rows.bonus`,
    [[affiliate.userId, member.userId]],
  )
  expect(counts).toEqual([])
  expect(await compareCounters(db.database, affiliate.userId)).toEqual([])
  for (const { userId } of [member, ...friends]) {
    const [time] = await db.asOwner<{ standing: number; total: number; folded: number; expires: Date | null }>(
      `select count(*) filter (where g.source in ('order', 'group', 'operator') and g.reverses is null and not exists (
           select from membership_grants r where r.reverses = g.id))::int as standing,
         coalesce(sum(g.seconds), 0)::float as total, coalesce(max(m.total_seconds), 0)::float as folded, max(m.expires_at) as expires
       from membership_grants g join memberships m on m.user_id = g.user_id where g.user_id = $1`,
      [userId],
    )
    expect(time!.total).toBe(time!.folded)
    const bought = orders.filter((order) => order.bought.userId === userId && keptOf(order) > 0 && !order.isHeld).length
    // The member's own time was granted before the walk began.
    const free = frees.filter((order) => order.userId === userId).length
    expect(time!.standing).toBe(bought + free + (userId === member.userId ? 1 : (gifts.get(userId) ?? 0)))
    expect((await findTerms(db.database, userId))?.expiresAt ?? null).toEqual(time!.expires)
  }
  // Each free order that was not taken back holds one use of its code.
  const [uses] = await db.asOwner<{ held: number; code: number; users: number; used: number }>(
    `select count(*) filter (where s.user_id = any($2))::int as held, min(c.uses) as code,
       (select coalesce(sum(u.uses), 0)::int from promo_users u where u.code = $1) as users, count(s.order_id)::int as used
     from promo_codes c left join promo_uses s on s.code = c.code and s.status = 'used' where c.code = $1`,
    [freeCode, friends.map(({ userId }) => userId)],
  )
  expect(uses!.held).toBe(frees.length)
  expect([uses!.users, uses!.used]).toEqual([uses!.code, uses!.code])
  // Nobody without a yearly plan has a benefit.
  const [stock] = await db.asOwner<{ over: number }>(
    `select count(*)::int as over from benefit_stock s left join memberships m on m.user_id = s.assigned_to
     where s.assigned_to = any($1) and s.withdrawn_at is null and coalesce(m.yearly_until <= now(), true)`,
    [friends.map(({ userId }) => userId)],
  )
  expect(stock!.over).toBe(0)
}
