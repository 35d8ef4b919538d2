import type { MessageData, OrderLine } from './message-data.ts'
import { securityChanges, type PersonMessage } from '../customer-messages.rules.ts'

const order: OrderLine = {
  number: '7Q2M-K9XD',
  names: { en: '12 months', 'zh-CN': '12 个月' },
  months: 12,
  maxDevices: 5,
  priceMinor: 4_490,
  discountMinor: 674,
  promoCode: 'WAY15',
  totalMinor: 3_816,
  currency: 'USD',
  method: 'card',
  seats: 1,
  difference: null,
}
const raised: OrderLine = {
  ...order,
  names: { en: '10 devices instead of 5, for 365 days', 'zh-CN': '剩余 365 天从 5 台升到 10 台' },
  months: 0,
  maxDevices: 10,
  priceMinor: 2_700,
  discountMinor: 0,
  promoCode: null,
  totalMinor: 2_700,
  difference: { devicesBefore: 5 },
}
const affiliate = {
  link: 'https://vpn.example/?r=W4YF7K2M',
  firstBps: 4_000,
  renewalBps: 2_000,
  holdDays: 14,
  reserve: null,
  minPayoutMinor: 10_000,
  hasAddress: false,
}
const known: MessageData = {
  now: new Date('2026-11-22T09:41:00Z'),
  account: 'quiet-river-482',
  membershipUntil: new Date('2027-11-22T09:14:00Z'),
  order,
  person: 'm***a',
  plan: { names: order.names, priceMinor: 4_490, currency: 'USD' },
  reviewHours: 24,
  affiliate,
  campaign: 'June video',
  answer: null,
  replyTo: null,
  stopPage: null,
  mailing: null,
  legal: null,
}

export type Sample = {
  readonly name: string
  readonly told: Omit<PersonMessage, 'userId' | 'event'>
  readonly known: MessageData
}
const at = '2026-11-22T09:41:00Z'
const sessionId = '01934f5e-8c00-7000-8000-000000000001'
const orderId = 'o-1'
const usd = 'USD' as const
const group = { id: 'ABCDEFGHJKM', endsAt: '2026-11-23T09:14:00Z' }
const share = { ...order, priceMinor: 3_290, discountMinor: 0, promoCode: null, totalMinor: 3_290, method: 'alipay' }

const sample = (name: string, told: Sample['told'], change: Partial<MessageData> = {}): Sample => ({
  name,
  told,
  known: { ...known, ...change },
})
const back = (
  why: string,
  paidMinor: number,
  refundedMinor: number,
  amountMinor: number,
  change: Partial<MessageData> = {},
  taken: { readonly takenDays?: number } = {},
) =>
  sample(
    `refund ${why}`,
    {
      template: 'refund',
      facts: { orderId, amountMinor, currency: usd, at, paidMinor, refundedMinor, why, ...taken },
    } as Sample['told'],
    change,
  )

export const samples: readonly Sample[] = [
  sample('receipt', { template: 'receipt', facts: { orderId, at, expiresAt: '2027-11-22T09:14:00Z', group: null } }),
  sample(
    'receipt by coins',
    { template: 'receipt', facts: { orderId, at, expiresAt: '2027-11-22T09:14:00Z', group: null } },
    { order: { ...order, method: 'crypto', promoCode: null, discountMinor: 0, totalMinor: 4_490 } },
  ),
  sample(
    'receipt of a seat',
    { template: 'receipt', facts: { orderId, at, expiresAt: null, group } },
    { order: share },
  ),
  sample(
    'receipt of the last seat',
    { template: 'receipt', facts: { orderId, at, expiresAt: '2027-11-22T09:14:00Z', group } },
    { order: share },
  ),
  sample(
    'receipt of all seats',
    { template: 'receipt', facts: { orderId, at, expiresAt: '2027-11-22T09:14:00Z', group } },
    { order: { ...share, seats: 3, priceMinor: 9_870, totalMinor: 9_870 } },
  ),
  back('part', 3_816, 1_000, 1_000),
  back('part', 3_816, 1_000, 1_000, { membershipUntil: null }),
  back('part', 3_816, 1_000, 1_000, {}, { takenDays: 30 }),
  back('part', 3_816, 3_000, 2_000, { membershipUntil: null }, { takenDays: 1 }),
  back('whole', 3_816, 3_816, 3_816, { membershipUntil: null }),
  back('whole', 3_816, 3_816, 3_816),
  back('whole', 2_700, 2_700, 2_700, { order: raised }),
  back('twice', 7_632, 3_816, 3_816),
  back('over', 4_326, 510, 510),
  back('over', 4_326, 510, 510, { order: { ...order, method: 'crypto' } }),
  back('unused', 3_815, 3_815, 3_815),
  back('group', 3_290, 3_290, 3_290, { order: share }),
  back('free', 0, 0, 0, { order: { ...order, discountMinor: order.priceMinor, totalMinor: 0 } }),
  sample('refund failed', { template: 'refund-failed', facts: { orderId, amountMinor: 3_816, currency: usd, at } }),
  sample(
    'refund failed, no time promised',
    { template: 'refund-failed', facts: { orderId, amountMinor: 3_816, currency: usd, at } },
    { reviewHours: null },
  ),
  ...(['differs', 'short', 'contested', 'other'] as const).flatMap((why) => [
    sample(`review ${why}`, { template: 'review', facts: { orderId, amountMinor: 3_800, currency: usd, at, why } }),
    sample(
      `review ${why}, no time promised`,
      { template: 'review', facts: { orderId, amountMinor: 3_800, currency: usd, at, why } },
      { reviewHours: null },
    ),
  ]),
  sample('joined', {
    template: 'group-joined',
    facts: { groupId: group.id, personId: 'p', taken: 2, size: 3, endsAt: group.endsAt, isPaid: false },
  }),
  sample('joined, two to go', {
    template: 'group-joined',
    facts: { groupId: group.id, personId: 'p', taken: 1, size: 3, endsAt: group.endsAt, isPaid: false },
  }),
  sample('taken', {
    template: 'group-joined',
    facts: { groupId: group.id, personId: 'p', taken: 1, size: 3, endsAt: group.endsAt, isPaid: true },
  }),
  sample('full', {
    template: 'group-full',
    facts: {
      groupId: group.id,
      size: 3,
      expiresAt: '2027-11-22T09:14:00Z',
      paid: { amountMinor: 3_290, currency: usd },
      isTaken: false,
    },
  }),
  sample('all taken', {
    template: 'group-full',
    facts: { groupId: group.id, size: 3, expiresAt: null, paid: null, isTaken: true },
  }),
  ...(['expired', 'closed', 'no-seat'] as const).map((why) =>
    sample(
      `group ${why}`,
      { template: 'group-expired', facts: { groupId: group.id, orderId, amountMinor: 3_290, currency: usd, at, why } },
      { order: share },
    ),
  ),
  sample(
    'group expired, coins',
    {
      template: 'group-expired',
      facts: { groupId: group.id, orderId, amountMinor: 3_290, currency: usd, at, why: 'expired' },
    },
    { order: { ...share, method: 'crypto' } },
  ),
  ...(
    [
      ['own', 'open', false],
      ['own', 'closed', true],
      ['group', 'open', false],
      ['group', 'open', true],
      ['group', 'free', false],
      ['group', 'creator', false],
      ['group', 'closed', false],
      ['group', 'closed', true],
    ] as const
  ).map(([whose, becomes, isPaid]) =>
    sample(`seat of ${whose} taken back, ${becomes}${isPaid ? ', with money' : ''}`, {
      template: 'group-removed',
      facts: {
        groupId: group.id,
        at,
        isOwn: whose === 'own',
        reason: whose === 'own' ? 'Paid by <another> card.' : null,
        back: isPaid ? { amountMinor: 3_290, currency: usd } : null,
        becomes,
      },
    }),
  ),
  sample('a week', { template: 'expiry-7', facts: { endsAt: '2026-11-29T09:41:00Z' } }),
  sample(
    'a week, plan no longer sold',
    { template: 'expiry-7', facts: { endsAt: '2026-11-29T09:41:00Z' } },
    { plan: null },
  ),
  sample('a day', { template: 'expiry-1', facts: { endsAt: '2026-11-23T09:14:00Z' } }),
  sample('a day, sent late', { template: 'expiry-1', facts: { endsAt: '2026-11-22T11:14:00Z' } }),
  sample('ended', { template: 'expired', facts: { endsAt: '2026-11-22T09:14:00Z' } }),
  sample('ended, sent late', { template: 'expired', facts: { endsAt: '2026-11-20T09:14:00Z' } }),
  sample('approved', { template: 'aff-approved', facts: { at } }),
  sample(
    'approved with address',
    { template: 'aff-approved', facts: { at } },
    { affiliate: { ...affiliate, hasAddress: true, reserve: { bps: 1_000, days: 90 } } },
  ),
  sample('first commission', {
    template: 'aff-first',
    facts: {
      orderId,
      campaignId: 'c',
      amountMinor: 1_796,
      currency: usd,
      rateBps: 4_000,
      base: { amountMinor: 4_490, currency: usd },
      heldUntil: '2026-12-06T09:41:00Z',
    },
  }),
  sample(
    'first commission, plain link',
    {
      template: 'aff-first',
      facts: {
        orderId,
        campaignId: null,
        amountMinor: 1_796,
        currency: usd,
        rateBps: 4_000,
        base: { amountMinor: 4_490, currency: usd },
        heldUntil: '2026-12-06T09:41:00Z',
      },
    },
    { campaign: null },
  ),
  ...([[0], [1_000], [1_000, 22]] as const).map(([paidMinor, commissions = 1]) =>
    sample(`${commissions} commissions taken back, ${paidMinor} paid`, {
      template: 'aff-void',
      facts: {
        orderId,
        commissions,
        amountMinor: 1_796,
        currency: usd,
        at,
        reason: 'Bought by <you> & yourself.',
        paidMinor,
      },
    }),
  ),
  ...[true, false].map((hasAddress) =>
    sample(
      `payout prepared, ${hasAddress ? 'with' : 'without'} an address`,
      {
        template: 'aff-prepared',
        facts: {
          payoutId: 's',
          amountMinor: 18_910,
          currency: usd,
          period: '2026-10',
          at,
          restsUntil: hasAddress ? '2026-11-25T09:41:00Z' : null,
          reserveKeptMinor: hasAddress ? 1_890 : 0,
          reservePaidMinor: hasAddress ? 640 : 0,
        },
      },
      { affiliate: { ...affiliate, hasAddress } },
    ),
  ),
  ...(['accounts', 'purchase', 'other'] as const).map((why) =>
    sample(`commission held, ${why}`, {
      template: 'aff-held',
      facts: { at, why, reason: why === 'other' ? 'Ask your <friend> to write to us.' : null },
    }),
  ),
  ...([null, 'june-video'] as const).map((link) =>
    sample(`name removed, ${link === null ? 'greeting' : 'link'}`, {
      template: 'aff-name-removed',
      facts: { at, link, reason: 'It is the name of <someone> else.' },
    }),
  ),
  sample('affiliate suspended', {
    template: 'aff-suspended',
    facts: { at, reason: 'Your <friends> & you pay from one card.' },
  }),
  sample('affiliate resumed', { template: 'aff-resumed', facts: { at } }),
  sample('payout given up', {
    template: 'aff-cancelled',
    facts: { payoutId: 's', amountMinor: 18_910, currency: usd, period: '2026-10', at },
  }),
  sample('payout', {
    template: 'aff-payout',
    facts: {
      payoutId: 's',
      amountMinor: 18_910,
      currency: usd,
      period: '2026-11',
      chain: 'polygon',
      addressEnd: '9fA2',
      transactionHash: `0x${'8f1c4be0'.repeat(8)}`,
    },
  }),
  sample('account blocked', {
    template: 'account-blocked',
    facts: { at, reason: 'Mails in <bulk> & without being asked went out over it.' },
  }),
  sample('account blocked, time stands still', {
    template: 'account-blocked',
    facts: { at, reason: 'Someone else may have your password.', stopsTime: true },
  }),
  sample('account opened by an operator', { template: 'account-opened', facts: { at } }),
  sample('account open again', { template: 'account-unblocked', facts: { at } }),
  sample('account open again, with its time', { template: 'account-unblocked', facts: { at, givenBack: true } }),
  sample('a new password is needed', { template: 'choose-password', facts: { at } }),
  sample('sign-in by a browser', {
    template: 'new-sign-in',
    facts: { at, browser: 'Chrome', system: 'Windows', device: null, sessionId },
  }),
  sample('sign-in by an app', {
    template: 'new-sign-in',
    facts: { at, browser: null, system: null, device: 'Maya’s iPhone', sessionId },
  }),
  sample('sign-in by a stranger', {
    template: 'new-sign-in',
    facts: { at, browser: null, system: null, device: null, sessionId },
  }),
  ...securityChanges.map((what) =>
    sample(`account changed, ${what}`, { template: 'account-changed', facts: { at, what } }),
  ),
  sample('payout address changed', {
    template: 'payout-changed',
    facts: { at, before: '9fA2', after: '04c7', chain: 'polygon', restsUntil: '2026-11-25T09:41:00Z' },
  }),
  sample('payout address set', {
    template: 'payout-changed',
    facts: { at, before: null, after: '04c7', chain: 'tron', restsUntil: at },
  }),
  ...(['factor', 'email', 'phone'] as const).map((kind) =>
    sample(
      `change of ${kind} waits`,
      { template: 'change-asked', facts: { changeId: 'c', kind, at, dueAt: '2026-11-23T09:41:00Z' } },
      { stopPage: '/account-change/stop/token' },
    ),
  ),
  sample('answer of support', { template: 'support-answer', facts: { entryId: 'e' } }),
  sample(
    'answer of support with its words',
    { template: 'support-answer', facts: { entryId: 'e' } },
    { answer: 'Tokyo is back.\nPlease try <b>again</b> & tell us.' },
  ),
  sample(
    'answer of support that can be answered by mail',
    { template: 'support-answer', facts: { entryId: 'e' } },
    { answer: 'Tokyo is back.', replyTo: 'help+t@vpn.example' },
  ),
  sample(
    'news',
    { template: 'mailing', facts: { mailingId: 'm' } },
    {
      mailing: {
        subject: 'Winter days · 冬日',
        heading: 'Winter days · 冬日',
        text: 'Three months more. · 多三个月。',
        button: 'See · 看看',
        page: '/pricing',
      },
    },
  ),
  ...[new Date('2026-12-22T00:00:00Z'), null].map((from) =>
    sample(
      `legal text, ${from === null ? 'at once' : 'later'}`,
      { template: 'legal-changed', facts: { mailingId: 'm' } },
      { legal: { titles: { en: 'Terms of service', 'zh-CN': '服务条款' }, slug: 'terms-of-service', from } },
    ),
  ),
]
