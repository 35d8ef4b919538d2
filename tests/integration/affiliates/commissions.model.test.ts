import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commissionOf } from '#shared/commission.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { compareCounters } from '#server/workflows/figures/compare-counters.ts'
import { createPayoutCheck, createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Bought, type Company, type Person } from './affiliates.setup.ts'
import { lastMonth } from './payouts.setup.ts'
import {
  approvePreparedPayout,
  cancelOpenPayout,
  preparePayouts,
  recordPayoutPaid,
  tryPerform,
} from '#tests/support/operator-acts.ts'
import { expectFoldsToBeTheBooks, foldAll, spreadBookings } from '#tests/support/figures.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

type Model = {
  isTop: boolean
  orders: { bought: Bought; kept: number; bps: number; isVoid?: boolean }[]
  paidOut: number
}
type Step =
  | { do: 'buy'; friend: number; dollars: number }
  | { do: 'refund'; order: number; share: number }
  | { do: 'dispute'; order: number }
  | { do: 'replay'; order: number }
  | { do: 'void'; order: number }
  | { do: 'month' | 'prepare' | 'pay' | 'cancel' | 'end' }

const index = fc.nat({ max: 1_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      friend: fc.nat({ max: 2 }),
      dollars: fc.integer({ min: 1, max: 60_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), order: index, share: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), order: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const), order: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const), order: index }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('month' as const, 'prepare' as const, 'pay' as const, 'cancel' as const, 'end' as const),
    }),
  },
)

/** Steps in which the first purchase is refunded while another remains, so the next one is a renewal. */
const firstGoneWhileAnotherStands: Step[] = [
  { do: 'buy', friend: 2, dollars: 100 },
  { do: 'buy', friend: 2, dollars: 100 },
  { do: 'dispute', order: 0 },
  { do: 'buy', friend: 2, dollars: 800 },
]

/** Steps in which a refund is first taken from the reserve, and the rest of the reserve is paid later. */
const reserveOfOneThatWentBack: Step[] = [
  { do: 'buy', friend: 0, dollars: 60_000 },
  { do: 'month' },
  { do: 'prepare' },
  { do: 'pay' },
  { do: 'month' },
  { do: 'refund', order: 0, share: 4 },
  { do: 'buy', friend: 1, dollars: 50_000 },
  { do: 'end' },
  { do: 'month' },
  { do: 'prepare' },
  { do: 'pay' },
  { do: 'refund', order: 0, share: 50 },
  { do: 'prepare' },
  { do: 'pay' },
]
/** Steps in which a reserve covers a refund, so that other payouts are not blocked. */
const reserveThatCovers: Step[] = [
  { do: 'buy', friend: 0, dollars: 60_000 },
  { do: 'month' },
  { do: 'prepare' },
  { do: 'pay' },
  { do: 'month' },
  { do: 'buy', friend: 1, dollars: 60_000 },
  { do: 'month' },
  { do: 'prepare' },
  { do: 'refund', order: 0, share: 4 },
  { do: 'pay' },
]
/** Steps in which a payout that would pay a reserve is cancelled, and another payout pays it. */
const reserveInTwoSettlements: Step[] = [
  { do: 'buy', friend: 0, dollars: 60_000 },
  { do: 'buy', friend: 1, dollars: 60_000 },
  { do: 'month' },
  { do: 'prepare' },
  { do: 'pay' },
  { do: 'month' },
  { do: 'end' },
  { do: 'prepare' },
  { do: 'refund', order: 0, share: 1 },
  { do: 'pay' },
  { do: 'refund', order: 0, share: 20 },
  { do: 'prepare' },
  { do: 'cancel' },
  { do: 'buy', friend: 2, dollars: 60_000 },
  { do: 'month' },
  { do: 'prepare' },
  { do: 'pay' },
]

it('the balance owed equals commissions minus payouts after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), fc.boolean(), async (steps, isTop) => {
      const affiliate = await company.affiliate()
      await db.asOwner(
        `update affiliates set payout_chain = 'tron', payout_address = 'T' || user_id, tier = $2 where user_id = $1`,
        [affiliate.userId, isTop ? 'top' : null],
      )
      const friends: Person[] = []
      for (let made = 0; made < 3; made++) friends.push(await company.come(affiliate.inviteCode))
      const model: Model = { isTop, orders: [], paidOut: 0 }
      for (const each of steps) {
        await take(each, affiliate, friends, model)
        await compare(affiliate, model)
      }
    }),
    {
      numRuns: countRounds(500, 25),
      examples: [
        [firstGoneWhileAnotherStands, false],
        [reserveOfOneThatWentBack, true],
        [reserveThatCovers, true],
        [reserveInTwoSettlements, true],
      ],
    },
  )
  expect((await verifyLedger(db.database)).problems.filter((problem) => problem.startsWith('commissions'))).toEqual([])
  await spreadBookings(db)
  await foldAll(db)
  await expectFoldsToBeTheBooks(db)
})

const rateOf = ({ isTop }: Model, isFirst: boolean) => (isTop ? (isFirst ? 10_000 : 2_500) : isFirst ? 2_500 : 2_000)

async function take(each: Step, affiliate: Person, friends: readonly Person[], model: Model): Promise<void> {
  const open = async () =>
    (
      await db.asOwner<{ id: string; amount: number }>(
        `select id, amount_minor::int as amount from settlements where affiliate_id = $1 and state = 'prepared'`,
        [affiliate.userId],
      )
    )[0]
  if (each.do === 'buy') {
    const friend = friends[each.friend]!
    const isFirst = !model.orders.some(({ bought, kept }) => bought.userId === friend.userId && kept > 0)
    const bought = await company.buy(friend, { totalMinor: each.dollars, currency: 'USD' })
    model.orders.push({ bought, kept: each.dollars, bps: rateOf(model, isFirst) })
    return
  }
  if (each.do === 'refund' || each.do === 'dispute' || each.do === 'replay' || each.do === 'void') {
    const order = model.orders[each.order % Math.max(1, model.orders.length)]
    if (!order) return
    if (each.do === 'replay') return void (await company.pay(order.bought))
    if (each.do === 'void') {
      const input = { order: order.bought.orderId, reason: 'a test' }
      if (await tryPerform(db.database, 'commissions.void', input)) order.isVoid = true
      return
    }
    if (each.do === 'dispute') {
      await company.dispute(order.bought)
      order.kept = 0
      return
    }
    const { totalMinor } = order.bought
    // The refunded total never falls, and a disputed order keeps nothing.
    const back = Math.max(totalMinor - order.kept, Math.ceil((totalMinor * each.share) / 100))
    await company.refund(order.bought, back)
    order.kept = Math.min(order.kept, totalMinor - back)
    return
  }
  if (each.do === 'month') {
    await company.passMonth()
    await db.asOwner(
      `update settlements set period = period - interval '1 month' where affiliate_id = $1 and state = 'paid'`,
      [affiliate.userId],
    )
    return
  }
  if (each.do === 'end') {
    await db.asOwner(
      `update commissions set reserve_until = now() - interval '1 second' where affiliate_id = $1 and reserve_until > now()
         and held_until <= now()`,
      [affiliate.userId],
    )
    return
  }
  const period = lastMonth()
  if (each.do === 'prepare') return void (await preparePayouts(db.database, { period, operator: ada }))
  const waiting = await open()
  if (!waiting) return
  const cancel = () =>
    cancelOpenPayout(db.database, createPayoutSearch(null), { id: waiting.id, operator: ada, reason: 'a test' })
  if (each.do === 'cancel') return void (await cancel())
  const owed = await isOwed(affiliate)
  const approved = await approvePreparedPayout(db.database, waiting.id, ben).then(
    () => true,
    () => false,
  )
  expect(approved).toBe(owed)
  if (!approved) return void (await cancel())
  const hash = randomBytes(32).toString('hex')
  await recordPayoutPaid(db.database, createPayoutCheck(null), { id: waiting.id, hash, operator: ben })
  model.paidOut += waiting.amount
}

/** False if a commission that was paid out has since been reversed. Sums by order, unlike the product. */
async function isOwed({ userId }: Person): Promise<boolean> {
  const [row] = await db.asOwner<{ missing: number }>(
    `select coalesce(sum(net), 0)::int as missing from (
       select sum(c.amount_minor - case when f.reserve_settlement_id is null then c.reserve_minor else 0 end)
         filter (where c.settlement_id is null) as net
       from commissions c join commissions f on f.order_id = c.order_id and f.reverses is null
       where c.affiliate_id = $1 and f.settlement_id is not null
       group by c.order_id) orders`,
    [userId],
  )
  return row!.missing >= 0
}

async function compare({ userId }: Person, { orders, paidOut }: Model): Promise<void> {
  const [found] = await db.asOwner<{
    owed: number
    paid: number
    lines: number
    early: number
    beyond: number
    months: number
  }>(
    `select coalesce((select sum(amount_minor) from commissions where affiliate_id = $1), 0)::int as owed,
       coalesce((select sum(amount_minor) from settlements where affiliate_id = $1 and state = 'paid'), 0)::int as paid,
       coalesce((select sum(case when s.state = 'paid' then c.amount_minor - c.reserve_minor else 0 end
           + case when k.state = 'paid' then c.reserve_minor else 0 end)
         from commissions c left join settlements s on s.id = c.settlement_id left join settlements k on k.id = c.reserve_settlement_id
         where c.affiliate_id = $1), 0)::int as lines,
       (select count(*) from commissions where affiliate_id = $1 and reserve_settlement_id is not null
         and (reserve_minor = 0 or reserve_until > now() or settlement_id is null))::int as early,
       (select count(*) from (select from commissions where affiliate_id = $1 group by order_id having sum(reserve_minor) < 0
         or sum(reserve_minor) > greatest(0, sum(amount_minor))) against)::int as beyond,
       coalesce((select sum(first_minor + renewal_minor - reversed_minor) from affiliate_months where affiliate_id = $1), 0)::int as months`,
    [userId],
  )
  const due = orders.reduce((total, { kept, bps, isVoid }) => total + (isVoid ? 0 : commissionOf(kept, bps)), 0)
  expect(found).toEqual({ owed: due, paid: paidOut, lines: paidOut, early: 0, beyond: 0, months: due })
  expect(await compareCounters(db.database, userId)).toEqual([])
}
