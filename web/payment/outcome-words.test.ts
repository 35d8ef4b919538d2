import { describe, expect, it, test } from 'vitest'
import {
  attemptStates,
  chainStates,
  decideOutcome,
  groupStates,
  orderStatuses,
  type Look,
  type OrderOutcome,
} from '#shared/order-outcome.ts'
import { languages, type Language } from '#shared/language.ts'
import en from '#text/en/site/outcome.ts'
import zh from '#text/zh-CN/site/outcome.ts'
import { rowsOf } from './outcome-rows.tsx'
import type { Order } from './order.ts'
import { now, sampleOrder } from './order.test-support.ts'
import { summarizeOrder } from './summarize-order.ts'

const texts = { en, 'zh-CN': zh } as const
const day = 86_400_000
const end = now + 365 * day

const paid: Partial<Order> = {
  paidAt: now,
  receivedMinor: 4_490,
  membershipExpiresAt: end,
  memberUntil: end,
  boughtDays: 365,
}
const byStatus: Readonly<Record<Order['status'], readonly Partial<Order>[]>> = {
  created: [{}],
  awaiting_payment: [{}, { promoCode: 'WAY15', priceMinor: 5_282, discountMinor: 792 }, { payableUntil: now - 1 }],
  paid: [
    paid,
    { ...paid, isLate: true },
    { ...paid, stuckMinor: 1_000 },
    { ...paid, amountMinor: 0, receivedMinor: 0, promoCode: 'FRIEND100', priceMinor: 4_490, discountMinor: 4_490 },
    { ...paid, secondPayment: { amountMinor: 4_490, refundedAt: null, isStuck: false } },
    { ...paid, secondPayment: { amountMinor: 4_490, refundedAt: now, isStuck: false } },
  ],
  refunding: [
    { ...paid, refundingMinor: 1_000, refundingSince: now },
    { ...paid, refundingMinor: 4_490, refundingSince: now },
    {
      ...paid,
      refundingMinor: 4_490,
      refundingSince: now,
      boughtDays: null,
      membershipExpiresAt: null,
      memberUntil: null,
    },
    { ...paid, refundingMinor: 4_490, refundingSince: now, stuckMinor: 4_490, decideBy: now + day },
  ],
  partially_refunded: [{ ...paid, refundedMinor: 1_000, refundedAt: now }],
  refunded: [
    { ...paid, refundedMinor: 4_490, refundedAt: now, memberUntil: now - 1 },
    { ...paid, refundedMinor: 4_490, refundedAt: now, memberUntil: now + day },
    { ...paid, refundedMinor: 4_490, refundedAt: now, boughtDays: null, membershipExpiresAt: null, memberUntil: null },
  ],
  cancelled: (['buyer', 'operator', 'group', 'provider'] as const).map((endedBy) => ({ endedBy, endedAt: now })),
  expired: [{ endedBy: 'time', endedAt: now, payableUntil: now - 1 }],
  review: [
    { receivedMinor: 4_489, decideBy: now + day },
    { receivedMinor: 4_489, receivedCurrency: 'EUR' },
    { ...paid, disputedMinor: 4_490 },
  ],
}
const looks: readonly Look[] = [
  { isOwner: false, isWindowOpen: true, cameBack: null, isSlow: false },
  ...([null, 'unpaid', 'paid'] as const).flatMap((cameBack) =>
    [true, false].map((isSlow) => ({ isOwner: true, isWindowOpen: true, cameBack, isSlow })),
  ),
]
const token = (state: (typeof chainStates)[number]): Order['token'] => ({
  state,
  symbol: 'USDT',
  decimals: 6,
  asked: '44900000',
  received: state === 'over' ? '50000000' : state === 'short' ? '38000000' : '0',
  arriving: state === 'seen' ? '44900000' : '0',
  missing: state === 'short' ? '6900000' : '0',
  excess: state === 'over' ? '5100000' : '0',
  address: '0x7f3A',
  contract: null,
})
const isPossible = ({ status, token: chain, group, amountMinor }: Order): boolean => {
  if (group && amountMinor === 0) return false
  if (chain && amountMinor === 0) return false
  if (chain?.state === 'over') return status === 'paid' && !group
  if (chain?.state === 'short') return ['awaiting_payment', 'review'].includes(status)
  return true
}

type Case = {
  readonly order: Order
  readonly outcome: OrderOutcome
  readonly language: Language
  readonly told: ReturnType<typeof summarizeOrder>
  readonly main: string
  readonly all: string
}

const isOpen = (status: Order['status']) => status === 'created' || status === 'awaiting_payment'
const orders = orderStatuses.flatMap((status) =>
  byStatus[status].flatMap((change) =>
    (isOpen(status) ? attemptStates : (['open'] as const)).flatMap((attempt) =>
      [null, ...chainStates].flatMap((chain) =>
        [null, ...groupStates].map((state) =>
          sampleOrder({
            ...change,
            status,
            attempt,
            ...(chain && { token: token(chain), method: 'crypto' as const }),
            ...(chain === 'short' && { receivedMinor: 3_800 }),
            ...(chain === 'over' && { receivedMinor: 5_000 }),
            ...(state && { groupId: 'A', group: { state, size: 3, missing: 1, unclaimed: 1, expiresAt: now + day } }),
          }),
        ),
      ),
    ),
  ),
)
const cases: readonly Case[] = orders.filter(isPossible).flatMap((order) => {
  const isWindowOpen = order.payableUntil > now
  const outcomes = new Set(looks.map((look) => decideOutcome(order, { ...look, isWindowOpen })))
  return languages.flatMap((language) => {
    const t = texts[language]
    const told = summarizeOrder(order, t, language, now)
    return [...outcomes].map((outcome) => {
      const { title, text } = t.words[outcome](told)
      const main = `${title} ${text}`
      const all = `${main}${told.second ? ` ${t.twice(told.second, told.to)}` : ''}`
      return { order, outcome, language, told, main, all }
    })
  })
})

const failures = (some: readonly Case[], isRight: (all: string, one: Case, told: Case['told']) => boolean) =>
  some
    .filter((one) => !isRight(one.all, one, one.told))
    .map(({ outcome, order, language, all }) => `${outcome} ${order.status} ${language}: ${all}`)
const of = (...outcomes: readonly OrderOutcome[]) => cases.filter(({ outcome }) => outcomes.includes(outcome))

describe('texts of every order outcome in both languages', () => {
  it('texts have no gaps, zero amounts or placeholders', () => {
    expect(cases.length).toBeGreaterThan(2_000)
    expect(
      failures(
        cases,
        (all) => !/undefined|null|NaN|Invalid|\bto \.|  |，，|。。|, ,/.test(all) && !/(\$|¥)0\.00/.test(all),
      ),
    ).toEqual([])
  })

  it('Chinese texts have no space after a date', () => {
    expect(
      failures(
        cases.filter(({ language }) => language === 'zh-CN'),
        (all) => !/日 (?!\d)|最晚 明/.test(all),
      ),
    ).toEqual([])
  })

  it('only a declined order says that no money was taken', () => {
    expect(
      failures(
        cases.filter(({ outcome }) => outcome !== 'declined'),
        (all) => !/nothing was taken|没有扣款/.test(all),
      ),
    ).toEqual([])
    expect(of('declined').every(({ order }) => order.attempt === 'refused')).toBe(true)
  })

  it('days are named only if days were granted', () => {
    const named = failures(of('refunding', 'refunded'), (all, { order }) =>
      order.boughtDays === null ? !/\bdays it|天/.test(all.replace('几天', '')) : all.includes('365'),
    )
    expect(named).toEqual([])
  })

  it('a deadline is promised only if the operator set one', () => {
    expect(
      failures(of('review', 'c-late', 'dispute', 'refund-failed'), (all, { order }) =>
        order.decideBy === null ? !/ by \d|前给你结果|前答复/.test(all) : true,
      ),
    ).toEqual([])
    expect(
      failures(
        of('review', 'refund-failed').filter(({ order }) => order.decideBy !== null),
        (all, _, told) => all.includes(told.decideBy ?? '-'),
      ),
    ).toEqual([])
  })

  it('texts state their amounts', () => {
    const says = (outcomes: readonly OrderOutcome[], sum: (told: ReturnType<typeof summarizeOrder>) => string) =>
      failures(of(...outcomes), (all, _, told) => all.includes(sum(told)))
    expect(
      says(
        ['back', 'declined', 'slow', 'open', 'paid', 'late', 'group-wait', 'group-full', 'group-treat'],
        ({ total }) => total,
      ),
    ).toEqual([])
    expect(says(['partly', 'refunded'], ({ refunded }) => refunded)).toEqual([])
    expect(says(['partly'], ({ kept }) => kept)).toEqual([])
    expect(says(['partly-refunding', 'refunding'], ({ refunding }) => refunding)).toEqual([])
    expect(says(['review'], ({ received }) => received)).toEqual([])
    expect(says(['review'], ({ total }) => total)).toEqual([])
    expect(says(['dispute'], ({ disputed }) => disputed)).toEqual([])
    expect(says(['refund-failed'], ({ stuck }) => stuck)).toEqual([])
    expect(says(['c-short', 'c-late'], ({ token: { received } }) => received)).toEqual([])
    expect(says(['c-over'], ({ token: { excess } }) => excess)).toEqual([])
    expect(says(['c-seen'], ({ token: { arriving } }) => arriving)).toEqual([])
    expect(
      failures(
        cases.filter(({ order }) => order.secondPayment !== null),
        (all) => all.includes('44.90'),
      ),
    ).toEqual([])
  })

  it('texts do not contradict themselves about membership or money', () => {
    const contradicts: readonly (readonly [RegExp, RegExp])[] = [
      [/membership runs to|会员有效期至/, /start when it’s full|满员后同时开通/],
      [/membership runs to|会员有效期至/, /Membership waits|会员暂停/i],
      [/no payment|没有?看到付款/, /paid (by|with|in)|已到账|arrived,/],
      [/is on its way back|正在退回/, /went back to you|已退回/],
      [/keep your membership|会员不变/, /came off|已收回|ended on/],
    ]
    // Leaves out the sentence about a second payment, because that payment is refunded while the first one counts.
    const all = failures(cases, (_, { main }) =>
      contradicts.every(([one, other]) => !(one.test(main) && other.test(main))),
    )
    expect(all).toEqual([])
  })

  it('a partial refund keeps the membership in the text, and a full refund does not', () => {
    expect(failures(of('partly'), (all) => /still runs to|会员不变/.test(all))).toEqual([])
    expect(failures(of('refunded'), (all) => !/still runs|会员不变/.test(all))).toEqual([])
  })
})

test('rows of an order list each amount once: price, paid, refunded, total', () => {
  const order = sampleOrder({
    ...paid,
    status: 'partially_refunded',
    promoCode: 'WAY15',
    priceMinor: 5_282,
    discountMinor: 792,
    refundedMinor: 1_000,
    refundedAt: now,
    refunds: [{ amountMinor: 1_000, currency: 'USD', status: 'done', isSecondPayment: false, at: now }],
  })
  const rows = rowsOf({ t: en, language: 'en', now, order, outcome: 'partly' }).map(([, value]) => value)
  expect(rows).toEqual([
    '7Q2M-K9XD',
    '12 months',
    '$52.82',
    '−$7.92',
    '$44.90',
    '−$10.00',
    '$34.90',
    '22\u00a0Nov\u00a02027',
  ])
})

const rowsIn = (order: Order) =>
  rowsOf({ t: en, language: 'en', now, order, outcome: order.outcome }).map(([label, value]) => `${label}: ${value}`)

test('rows of an order show the requested amount if another one arrived', () => {
  const short = rowsIn(sampleOrder({ receivedMinor: 3_800, method: 'crypto', token: token('short') }))
  expect(short.slice(2)).toEqual(['Order total: $44.90', 'Arrived: $38.00'])
  const over = rowsIn(sampleOrder({ ...paid, status: 'paid', receivedMinor: 5_000, token: token('over') }))
  expect(over.slice(2, 4)).toEqual(['Order total: $44.90', 'Paid on 22\u00a0Nov, by card: $50.00'])
})

test('an ended order has no amount left to pay', () => {
  for (const status of ['cancelled', 'expired'] as const) {
    const rows = rowsIn(sampleOrder({ status, endedBy: 'buyer', endedAt: now }))
    expect(rows.slice(2)).toEqual(['Order total: $44.90'])
  }
  expect(rowsIn(sampleOrder()).slice(2)).toEqual(['To pay: $44.90'])
})

test('the order page lists a failed refund while it is under review', () => {
  const failed = { amountMinor: 4_490, currency: 'USD', status: 'failed', isSecondPayment: false, at: now } as const
  const refunding: Partial<Order> = { ...paid, status: 'refunding', refundingMinor: 4_490, refunds: [failed] }
  const row = 'Refund that failed on 22\u00a0Nov: $44.90'
  expect(rowsIn(sampleOrder({ ...refunding, stuckMinor: 4_490 }))).toContain(row)
  expect(rowsIn(sampleOrder(refunding))).not.toContain(row)
})

test('a refund on a blockchain does not mention banks', () => {
  const order = sampleOrder({
    ...paid,
    status: 'refunding',
    refundingMinor: 4_490,
    token: token('none'),
    method: 'crypto',
  })
  for (const language of languages) {
    const { text } = texts[language].words.refunding(summarizeOrder(order, texts[language], language, now))
    expect(text).not.toMatch(/Banks|几天/)
  }
})

test('a free order has no payment method row', () => {
  const order = sampleOrder({ ...paid, amountMinor: 0, receivedMinor: 0 })
  const rows = rowsOf({ t: en, language: 'en', now, order: { ...order, status: 'paid' }, outcome: 'free' })
  expect(JSON.stringify(rows)).not.toMatch(/card|\$0/)
})

test('a device upgrade states its devices and never days bought or taken back', () => {
  const raised = { ...paid, boughtDays: null, difference: { days: 365, devicesBefore: 5, devicesAfter: 10 } }
  const back = { refundedMinor: 4_490, refundedAt: now }
  const wordsOf = (order: Order, language: Language) => {
    const { title, text } = texts[language].words[order.outcome](summarizeOrder(order, texts[language], language, now))
    return `${title} ${text}`.replaceAll('\u00a0', ' ')
  }
  const known = [
    sampleOrder({ ...raised, status: 'paid' }),
    sampleOrder({ ...raised, status: 'paid', isLate: true }),
    sampleOrder({ ...raised, status: 'refunding', refundingMinor: 4_490, refundingSince: now }),
    sampleOrder({ ...raised, ...back, status: 'refunded' }),
  ]
  expect(known.map((order) => order.outcome)).toEqual(['paid', 'late', 'refunding', 'refunded'])
  for (const order of known) {
    expect(wordsOf(order, 'en')).toMatch(
      order.status === 'paid' ? /10 devices instead of 5 now/ : /5 devices again, and all your days stay/,
    )
    expect(wordsOf(order, 'zh-CN')).toMatch(order.status === 'paid' ? /现在可以同时用 10 台/ : /恢复 5 台，天数不变/)
    expect(`${wordsOf(order, 'en')}${wordsOf(order, 'zh-CN')}`).not.toMatch(/come? off|已?收回/)
  }
  const part = sampleOrder({ ...raised, status: 'partially_refunded', refundedMinor: 1_000, refundedAt: now })
  expect(wordsOf(part, 'en')).not.toMatch(/devices/)
})
