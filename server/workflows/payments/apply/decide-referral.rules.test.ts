import { describe, expect, it } from 'vitest'
import { addedEntries, type TimeEntry } from '#server/modules/membership/time-ledger.rules.ts'
import type { NewCommission } from '#server/modules/payouts/commissions.rules.ts'
import type { Finding, Referral } from '#server/modules/referrals/referrals.rules.ts'
import type { RewardRow } from '#server/modules/referrals/rewards.rules.ts'
import { decideReferral, type Earnings, type Purchase } from './decide-referral.rules.ts'
import { dayS, daysAgo, daysAhead, grantOf, ledgersOf, idsFrom, now, referral } from './decide.test-support.ts'

const rates = {
  termsVersion: 3,
  tier: 'silver',
  firstBps: 2_000,
  renewalBps: 1_000,
  bonusBps: 1_000,
  usdMicros: 140_000,
  holdDays: 30,
  reserveBps: 0,
  reserveDays: 0,
}
const reward = (kind: RewardRow['kind'], reason: RewardRow['reason'] = null): RewardRow => ({
  ...rates,
  orderId: 'a',
  inviterId: 'ivy',
  kind,
  reason,
})
const refused = (reason: 'device' | 'payer'): Finding => ({ verdict: 'refused', reason })

const purchase = (change: Partial<Purchase> & { id?: string } = {}): Purchase => {
  const { id = 'a', ...more } = change
  return {
    order: { id, userId: 'ann', currency: 'CNY', difference: null },
    keptMinor: 10_000,
    grant: { source: 'order', sourceId: id },
    reward: null,
    isSuspended: false,
    commissions: [],
    cheat: null,
    next: null,
    ...more,
  }
}
const commission = (change: Partial<NewCommission> = {}): NewCommission => ({
  id: 'c1',
  affiliateId: 'ivy',
  referredId: 'ann',
  orderId: 'a',
  campaignId: 'K',
  reverses: null,
  type: 'first',
  termsVersion: 3,
  tier: 'silver',
  rateBps: 2_000,
  paidCurrency: 'CNY',
  paidMinor: 10_000,
  usdMicros: 140_000,
  // 20 % of 100 yuan at 14 US cents per yuan are 280 cents.
  amountMinor: 280,
  earnedAt: daysAgo(5),
  heldUntil: daysAhead(25),
  reserveMinor: 0,
  reserveUntil: null,
  reviewReason: null,
  ...change,
})
const bonusEntry = (sourceId: string, days: number): TimeEntry =>
  grantOf(sourceId, days, { source: 'invite', planMonths: null, maxDevices: null })
/** Referral for which Ivy received a tenth of Ann's 40 days for order a. */
const rewardedBy = (orderId = 'a') =>
  referral({ firstOrderId: orderId, outcome: 'rewarded', bonusSeconds: 4 * dayS, bonusGrant: `order ${orderId}` })
const gone = { keptMinor: 0, grant: null }

type Given = {
  readonly found?: Referral | null
  readonly ann?: readonly TimeEntry[]
  readonly ivy?: readonly TimeEntry[]
  readonly before?: Partial<Earnings>
}
const earningsOf = ({ found = referral(), ann, ivy, before = {} }: Given): Earnings => ({
  ledgers: ledgersOf({ ann: ann ?? [grantOf('a', 40), grantOf('b', 20)], ivy: ivy ?? [] }),
  referrals: new Map(found ? [['ann', found]] : []),
  commissions: [],
  campaigns: [],
  voided: [],
  ...before,
})
function decide(of: Purchase, given: Given = {}, maxBonus?: number) {
  const { referrals, ledgers, commissions, campaigns, voided } = decideReferral(
    earningsOf(given),
    of,
    idsFrom(),
    maxBonus,
  )
  const added = (userId: string) =>
    addedEntries(ledgers.get(userId)!).map(({ source, sourceId, seconds, reverses }) =>
      reverses === null ? [source, sourceId, seconds] : [source, sourceId, seconds, reverses],
    )
  expect(added('ann')).toEqual([])
  return { referral: referrals.get('ann'), ivy: added('ivy'), commissions, campaigns, voided }
}
const nothing = { ivy: [], commissions: [], campaigns: [], voided: [] }
const paidOnce = [{ id: 'K', paid: 1, earnedMinor: 0 }]
const paidNoMore = [{ id: 'K', paid: -1, earnedMinor: 0 }]

describe('order without a referral', () => {
  it('an order without an inviter earns nothing', () => {
    const earnings = earningsOf({ found: null })
    expect(decideReferral(earnings, purchase({ reward: reward('bonus') }), idsFrom())).toBe(earnings)
  })
})

it('an order released by an operator releases its held referral and earns a normal commission', () => {
  // The first purchase was another order, so the rest of the referral stays unchanged.
  const waits = referral({ verdict: 'held', reason: 'friends_payer', firstOrderId: 'earlier' })
  const counts = { ...waits, verdict: 'counted', reason: null }
  const cleared = decide(purchase({ isCleared: true, reward: reward('commission') }), { found: waits })
  expect(cleared.referral).toEqual({ ...counts, outcome: cleared.referral?.outcome })
  expect(cleared.commissions).toMatchObject([{ orderId: 'a', type: 'renewal', amountMinor: 140 }])
  expect(decide(purchase({ isCleared: true, ...gone }), { found: waits })).toEqual({ ...nothing, referral: counts })
  expect(decide(purchase({ reward: reward('commission') }), { found: waits })).toEqual({ ...nothing, referral: waits })
})

describe('upgrade as a first purchase', () => {
  it('an upgrade rewards a share of the time that its price would buy', () => {
    const pieces = [{ grantId: 'g', seconds: 100 * dayS, worthSeconds: 30 * dayS }]
    const order = {
      id: 'a',
      userId: 'ann',
      currency: 'CNY',
      difference: { devicesBefore: 5, seconds: 100 * dayS, pieces },
    } as const
    const bought = { ...purchase({ reward: reward('bonus') }), order }
    const decided = decide(bought, { ann: [grantOf('b', 100), grantOf('a', 0)] })
    expect(decided.ivy).toEqual([['invite', 'order a', 3 * dayS]])
    expect(decided.referral).toMatchObject({ outcome: 'rewarded', bonusSeconds: 3 * dayS })
  })
})

describe('referral before it earns', () => {
  it.each(['held', 'refused'] as const)('a referral that is %s earns nothing and is not counted', (verdict) => {
    for (const kind of ['bonus', 'commission'] as const) {
      const found = referral({ verdict })
      expect(decide(purchase({ reward: reward(kind) }), { found })).toEqual({ ...nothing, referral: found })
    }
  })

  it('a refused referral earns nothing, and a refund of its first order ends its count as a paying customer', () => {
    const found = referral({ verdict: 'refused', reason: 'operator', firstOrderId: 'a' })
    expect(decide(purchase({ reward: reward('bonus') }), { found })).toEqual({ ...nothing, referral: found })
    // After the refund of her first order, Ann no longer counts as a paying customer.
    expect(decide(purchase({ ...gone, reward: reward('bonus') }), { found })).toEqual({
      ...nothing,
      referral: { ...found, firstOrderId: null },
      campaigns: paidNoMore,
    })
  })

  it('a referral is refused with the first payment when the buyer is the inviter', () => {
    const of = purchase({ reward: reward('commission'), cheat: refused('device') })
    expect(decide(of)).toEqual({ ...nothing, referral: referral({ verdict: 'refused', reason: 'device' }) })
    const later = purchase({ id: 'b', reward: reward('commission'), cheat: refused('payer') })
    expect(decide(later, { found: rewardedBy('a') })).toEqual({
      ...nothing,
      referral: { ...rewardedBy('a'), verdict: 'refused', reason: 'payer' },
    })
  })

  it('a referral is held with the first payment when another friend has the same payer', () => {
    const cheat = { verdict: 'held', reason: 'friends_payer' } as const
    const of = purchase({ reward: reward('commission'), cheat })
    expect(decide(of)).toEqual({ ...nothing, referral: referral(cheat) })
  })

  it('the refund of an order causes no decision about its referral', () => {
    const of = purchase({ ...gone, reward: reward('commission'), cheat: refused('device') })
    expect(decide(of)).toEqual({ ...nothing, referral: referral() })
  })

  it('after an order earned a reward, only its money changes the reward', () => {
    const bonus = purchase({ reward: reward('bonus'), cheat: refused('device') })
    expect(decide(bonus, { found: rewardedBy() })).toEqual({ ...nothing, referral: rewardedBy() })
    const found = referral({ verdict: 'refused', firstOrderId: 'a', outcome: 'commission' })
    const half = purchase({ keptMinor: 5_000, commissions: [commission()], cheat: refused('device') })
    expect(decide(half, { found })).toMatchObject({
      referral: found,
      commissions: [{ amountMinor: -140, paidMinor: -5_000 }],
    })
  })
})

describe('first order of a referral', () => {
  it('the first order is added to its campaign once, even when it earns nothing', () => {
    const first = referral({ firstOrderId: 'a' })
    expect(decide(purchase())).toEqual({ ...nothing, referral: first, campaigns: paidOnce })
    expect(decide(purchase(), { found: first })).toEqual({ ...nothing, referral: first })
    expect(decide(purchase({ id: 'b' }), { found: first })).toEqual({ ...nothing, referral: first })
  })

  it('a referral without a campaign changes the counters of none', () => {
    const found = referral({ campaignId: null })
    expect(decide(purchase(), { found })).toEqual({ ...nothing, referral: { ...found, firstOrderId: 'a' } })
  })

  it('campaign counts are added to existing ones', () => {
    const other = { id: 'other', paid: 1, earnedMinor: 5 }
    const { campaigns } = decide(purchase({ reward: reward('commission') }), { before: { campaigns: [other] } })
    expect(campaigns).toEqual([other, ...paidOnce, { id: 'K', paid: 0, earnedMinor: 280 }])
  })

  it('a refunded first order no longer counts, unless another order is active', () => {
    const first = referral({ firstOrderId: 'a' })
    expect(decide(purchase(gone), { found: first })).toEqual({
      ...nothing,
      referral: referral(),
      campaigns: paidNoMore,
    })
    expect(decide(purchase({ ...gone, next: purchase({ id: 'b' }) }), { found: first })).toEqual({
      ...nothing,
      referral: referral({ firstOrderId: 'b' }),
    })
  })

  it('the first order stays first when another is refunded', () => {
    const first = referral({ firstOrderId: 'a' })
    expect(decide(purchase({ id: 'b', ...gone }), { found: first })).toEqual({ ...nothing, referral: first })
  })
})

describe('commission of an order', () => {
  it('a first commission uses the frozen rates and hold', () => {
    expect(decide(purchase({ reward: reward('commission') }))).toEqual({
      ...nothing,
      referral: referral({ firstOrderId: 'a', outcome: 'commission' }),
      commissions: [commission({ id: 'id-1', earnedAt: now, heldUntil: daysAhead(30) })],
      campaigns: [...paidOnce, { id: 'K', paid: 0, earnedMinor: 280 }],
    })
  })

  it('a further order earns a renewal commission and leaves the referral unchanged', () => {
    const found = referral({ firstOrderId: 'a', outcome: 'commission' })
    const row = commission({ id: 'id-1', orderId: 'b', type: 'renewal', rateBps: 1_000, amountMinor: 140 })
    expect(decide(purchase({ id: 'b', reward: reward('commission') }), { found })).toEqual({
      ...nothing,
      referral: found,
      commissions: [{ ...row, earnedAt: now, heldUntil: daysAhead(30) }],
      campaigns: [{ id: 'K', paid: 0, earnedMinor: 140 }],
    })
    // The first order earned bonus time, because the inviter was not an affiliate yet.
    const bonus = decide(purchase({ id: 'b', reward: reward('commission') }), { found: rewardedBy('a') })
    expect(bonus.referral).toEqual(rewardedBy('a'))
    expect(bonus.commissions).toMatchObject([{ type: 'renewal', amountMinor: 140 }])
  })

  it('a commission of a referral without a campaign names no campaign', () => {
    const { commissions, campaigns } = decide(purchase({ reward: reward('commission') }), {
      found: referral({ campaignId: null }),
    })
    expect(commissions).toMatchObject([{ campaignId: null, amountMinor: 280 }])
    expect(campaigns).toEqual([])
  })

  it('a commission is added to those of other orders', () => {
    const other = commission({ id: 'other', orderId: 'other' })
    const { commissions } = decide(purchase({ reward: reward('commission') }), { before: { commissions: [other] } })
    expect(commissions.map(({ id }) => id)).toEqual(['other', 'id-1'])
  })

  it('a commission replaces a reversed bonus', () => {
    const found = referral({ outcome: 'reversed', bonusSeconds: 5, bonusGrant: 'order x' })
    expect(decide(purchase({ reward: reward('commission') }), { found }).referral).toEqual(
      referral({ firstOrderId: 'a', outcome: 'commission' }),
    )
  })

  it('no commission is made for an inactive order or without a frozen commission', () => {
    expect(decide(purchase({ ...gone, reward: reward('commission') }))).toEqual({ ...nothing, referral: referral() })
    expect(decide(purchase({ reward: reward('nothing', 'suspended') })).commissions).toEqual([])
  })

  it('a commission follows the kept amount by additional rows of its own', () => {
    const found = referral({ firstOrderId: 'a', outcome: 'commission' })
    const row = commission({ id: 'id-1', reverses: 'c1', amountMinor: -84, paidMinor: -3_000 })
    for (const frozen of [null, reward('commission'), reward('bonus')]) {
      const of = purchase({ keptMinor: 7_000, commissions: [commission()], reward: frozen })
      expect(decide(of, { found })).toEqual({
        ...nothing,
        referral: found,
        commissions: [row],
        campaigns: [{ id: 'K', paid: 0, earnedMinor: -84 }],
      })
    }
    expect(decide(purchase({ commissions: [commission()] }), { found })).toEqual({ ...nothing, referral: found })
  })

  it('a refund reverses the commission, and the referral no longer counts as paid', () => {
    const found = referral({ firstOrderId: 'a', outcome: 'commission' })
    const {
      commissions,
      campaigns,
      referral: after,
    } = decide(purchase({ ...gone, commissions: [commission()] }), {
      found,
    })
    expect(commissions).toMatchObject([{ reverses: 'c1', amountMinor: -280, paidMinor: -10_000 }])
    expect(campaigns).toEqual([...paidNoMore, { id: 'K', paid: 0, earnedMinor: -280 }])
    expect(after).toEqual(referral({ outcome: 'commission' }))
  })

  it('the outcome of a reversed bonus is kept when the order becomes the first only later', () => {
    const found = referral({ firstOrderId: 'b', outcome: 'reversed' })
    const rows = [commission({ orderId: 'b', type: 'renewal', rateBps: 1_000, amountMinor: 140 })]
    const after = decide(purchase({ id: 'b', keptMinor: 5_000, commissions: rows }), { found })
    expect(after.commissions).toMatchObject([{ type: 'renewal', amountMinor: -70, paidMinor: -5_000 }])
    expect(after.referral).toEqual(found)
  })

  it('no commission is added to bonus time for the same order', () => {
    const of = purchase({ reward: reward('commission') })
    expect(decide(of, { found: rewardedBy() })).toEqual({ ...nothing, referral: rewardedBy() })
  })
})

describe('inviter suspended before earning', () => {
  it.each(['commission', 'bonus'] as const)('a suspended inviter never gets the %s', (kind) => {
    const of = purchase({ reward: reward(kind), isSuspended: true })
    expect(decide(of, { before: { voided: ['x'] } })).toEqual({
      ...nothing,
      referral: referral({ firstOrderId: 'a' }),
      campaigns: paidOnce,
      voided: ['x', 'a'],
    })
  })

  it('an inviter who is suspended keeps earnings from before', () => {
    const of = purchase({ reward: reward('commission'), isSuspended: true, commissions: [commission()] })
    const found = referral({ firstOrderId: 'a', outcome: 'commission' })
    expect(decide(of, { found })).toEqual({ ...nothing, referral: found })
    const bonus = purchase({ reward: reward('bonus'), isSuspended: true })
    expect(decide(bonus, { found: rewardedBy() })).toEqual({ ...nothing, referral: rewardedBy() })
  })

  it('nothing is voided when there was nothing to earn', () => {
    const none = [null, reward('nothing', 'suspended')]
    for (const frozen of none) expect(decide(purchase({ reward: frozen, isSuspended: true })).voided).toEqual([])
    expect(decide(purchase({ ...gone, reward: reward('commission'), isSuspended: true })).voided).toEqual([])
    const noMember = purchase({ reward: reward('nothing', 'no_membership'), isSuspended: true })
    expect(decide(noMember)).toMatchObject({ voided: [], referral: { outcome: 'no_membership' } })
  })
})

describe('bonus time of an inviter', () => {
  const earned = { ...nothing, campaigns: paidOnce }

  it('the bonus is a tenth of the first purchase', () => {
    expect(decide(purchase({ reward: reward('bonus') }))).toEqual({
      ...earned,
      referral: rewardedBy(),
      ivy: [['invite', 'order a', 4 * dayS]],
    })
  })

  it('the bonus of a first group order is the frozen one', () => {
    const ann = [grantOf('G:2', 40, { source: 'group' })]
    const of = purchase({ reward: reward('bonus'), grant: { source: 'group', sourceId: 'G:2' } })
    expect(decide(of, { ann })).toMatchObject({
      referral: { bonusGrant: 'group G:2' },
      ivy: [['invite', 'group G:2', 4 * dayS]],
    })
  })

  it('the bonus is granted again after an earlier one was reversed', () => {
    expect(decide(purchase({ reward: reward('bonus') }), { found: referral({ outcome: 'reversed' }) })).toMatchObject({
      referral: rewardedBy(),
      ivy: [['invite', 'order a', 4 * dayS]],
    })
  })

  it.each<[string, Partial<Purchase>, Given]>([
    ['the friend got no time', { grant: null }, {}],
    ["the grant is not in the friend's ledger", { grant: { source: 'order', sourceId: 'x' } }, {}],
    ['a tenth of the time is less than a second', {}, { ann: [grantOf('a', 0, { seconds: 9 })] }],
    ['it was already granted for this time', {}, { ivy: [bonusEntry('order a', 4)] }],
    ['no bonus was frozen', { reward: null }, {}],
    ['the inviter was suspended at payment', { reward: reward('nothing', 'suspended') }, {}],
  ])('no bonus is granted where %s', (_why, change, given) => {
    expect(decide(purchase({ reward: reward('bonus'), ...change }), given)).toEqual({
      ...earned,
      referral: referral({ firstOrderId: 'a' }),
    })
  })

  it('the bonus is at least one second', () => {
    const ann = [grantOf('a', 0, { seconds: 10 })]
    expect(decide(purchase({ reward: reward('bonus') }), { ann }).ivy).toEqual([['invite', 'order a', 1]])
  })

  it('no bonus is granted for an inactive order', () => {
    const of = purchase({ keptMinor: 0, reward: reward('bonus') })
    expect(decide(of)).toEqual({ ...nothing, referral: referral() })
  })

  it.each(['commission', 'no_membership'] as const)('no bonus is granted when the outcome is %s', (outcome) => {
    const found = referral({ firstOrderId: 'a', outcome })
    const rewards = [reward('bonus'), reward('nothing', 'no_membership')]
    // No reward is granted any more, so the membership grant of the referred customer does not matter and is null here.
    for (const frozen of rewards)
      expect(decide(purchase({ reward: frozen, grant: null }), { found })).toEqual({ ...nothing, referral: found })
    expect(decide(purchase({ reward: reward('bonus') }), { found })).toEqual({ ...nothing, referral: found })
  })

  it('no bonus is granted for a further order', () => {
    const found = referral({ firstOrderId: 'a' })
    expect(decide(purchase({ id: 'b', reward: reward('bonus') }), { found })).toEqual({ ...nothing, referral: found })
    expect(decide(purchase({ id: 'b', reward: reward('bonus') }), { found: rewardedBy() })).toEqual({
      ...nothing,
      referral: rewardedBy(),
    })
  })

  it('the bonus is lost when the inviter was no member at payment, and the referral says so', () => {
    const of = purchase({ reward: reward('nothing', 'no_membership') })
    expect(decide(of)).toEqual({ ...earned, referral: referral({ firstOrderId: 'a', outcome: 'no_membership' }) })
    // The outcome of the referral is set only once the referred customer has the membership time.
    expect(decide(purchase({ ...gone, reward: reward('nothing', 'no_membership') })).referral).toEqual(referral())
    expect(decide(purchase({ grant: null, reward: reward('nothing', 'no_membership') })).referral).toEqual(
      referral({ firstOrderId: 'a' }),
    )
  })

  it('no ledger is read when there is nothing to give or take', () => {
    const unread = { before: { ledgers: ledgersOf({}) } }
    for (const frozen of [null, reward('nothing', 'suspended')])
      expect(decideReferral(earningsOf(unread), purchase({ reward: frozen }), idsFrom()).referrals.get('ann')).toEqual(
        referral({ firstOrderId: 'a' }),
      )
    expect(() => decideReferral(earningsOf(unread), purchase({ reward: reward('bonus') }), idsFrom())).toThrow(
      'the membership of ann was not read',
    )
  })
})

describe('bonus time of a refunded order', () => {
  const ivy = [grantOf('own', 100), bonusEntry('order a', 4)]
  const takenBack = ['refund', 'invite order a', -4 * dayS, 'grant order a']

  it('the bonus is taken back exactly, and the referral no longer counts as paid', () => {
    expect(decide(purchase({ ...gone, reward: reward('bonus') }), { found: rewardedBy(), ivy })).toEqual({
      ...nothing,
      referral: referral({ outcome: 'reversed' }),
      ivy: [takenBack],
      campaigns: paidNoMore,
    })
  })

  it('the bonus is taken back when the time is gone although the money is kept', () => {
    expect(decide(purchase({ grant: null }), { found: rewardedBy(), ivy })).toEqual({
      ...nothing,
      referral: referral({ firstOrderId: 'a', outcome: 'reversed' }),
      ivy: [takenBack],
    })
  })

  it('the bonus is not taken back twice', () => {
    const back = bonusEntry('invite order a', -4)
    const taken = [...ivy, { ...back, id: 'back', source: 'refund' as const, reverses: 'grant order a' }]
    expect(decide(purchase(gone), { found: rewardedBy(), ivy: taken })).toMatchObject({
      referral: referral({ outcome: 'reversed' }),
      ivy: [],
    })
  })

  it('no bonus is taken back when the referral was not rewarded', () => {
    const found = referral({ firstOrderId: 'a', outcome: 'reversed', bonusGrant: 'order a' })
    expect(decide(purchase({ grant: null }), { found, ivy })).toEqual({ ...nothing, referral: found })
  })

  it('the bonus is kept when another order was refunded', () => {
    expect(decide(purchase({ id: 'b', ...gone }), { found: rewardedBy(), ivy })).toEqual({
      ...nothing,
      referral: rewardedBy(),
    })
  })

  it.each([
    ['at most as much as the first earned', 80, 4],
    ['at most what the next order earns', 20, 2],
  ])('the next active order earns the bonus, and %s', (_how, days, bonus) => {
    const next = purchase({ id: 'b', reward: { ...reward('bonus'), orderId: 'b' } })
    const given = { found: rewardedBy(), ivy, ann: [grantOf('a', 40), grantOf('b', days)] }
    expect(decide(purchase({ ...gone, next }), given)).toEqual({
      ...nothing,
      referral: { ...rewardedBy('b'), bonusSeconds: bonus * dayS },
      ivy: [takenBack, ['invite', 'order b', bonus * dayS]],
    })
  })

  it('the next order earns no bonus when the first had earned none', () => {
    const next = purchase({ id: 'b', reward: { ...reward('bonus'), orderId: 'b' } })
    expect(decide(purchase({ ...gone, next }), { found: referral({ firstOrderId: 'a' }) })).toEqual({
      ...nothing,
      referral: referral({ firstOrderId: 'b' }),
    })
  })
})
