import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decideApplication, decideReferral, holdCommission, perform } from '#tests/support/operator-acts.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { exportData } from '#server/workflows/accounts/privacy/export-data.ts'
import { seedDemoAffiliate } from '#simulators/demo/seed-demo-affiliate.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { fieldErrorText } from '#shared/field-errors.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { openCompany, type Company } from './affiliates.setup.ts'
import { ada } from '#tests/support/operators.ts'
import { createKeyring } from '#server/platform/keyring.ts'

/** Dummy key: nothing is encrypted here. */
const keyring = createKeyring(Buffer.alloc(32))

let app: TestApp
let company: Company
beforeAll(async () => {
  app = await createTestApp()
  company = openCompany(app.db)
})
afterAll(() => app.close())

const userOf = async (uid: number) =>
  (
    await app.db.asOwner<{ userId: string; inviteCode: string }>(
      'select id as "userId", invite_code as "inviteCode" from users where uid = $1',
      [uid],
    )
  )[0]!
let counter = 0
async function signUp(campaign?: Record<string, unknown>) {
  const accountName = `kol.${counter++}`
  const input = { accountName, password: 'correct horse 42', agreed: true, ...(campaign && { campaign }) } as const
  const answer = await app.call('/api/user/user_register_username', input as never, { address: `10.1.${counter}.1` })
  const info = await app.call('/api/system/system_user_info', {}, { token: answer.pragma })
  return { token: info.pragma as string, uid: answer.data.uid, ...(await userOf(answer.data.uid)) }
}
const form = {
  channel: 'https://blog.example',
  audience: 'Travellers',
  message: 'I write about trains.',
  contact: 'me@example.com',
  agreed: true,
}
const decision = (person: { userId: string; uid: number }) => ({ ...person, operator: ada })
async function becomeAffiliate() {
  const person = await signUp()
  await app.call('/api/system/system_affiliate_apply', form, person)
  await decideApplication(app.db.database, decision(person), null)
  return person
}
const marketing = async (path: 'visit' | 'conversion', payload: object, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'POST', url: `/marketing/${path}`, payload, headers })

describe('affiliate application', () => {
  it('a declined application shows its reason and can be repeated after thirty days', async () => {
    const person = await signUp()
    const state = async () => (await app.call('/api/system/system_affiliate', {}, person)).data
    expect(await state()).toMatchObject({ state: 'none', overview: null })
    const empty = await app.call('/api/system/system_affiliate_apply', { ...form, channel: ' ', agreed: false }, person)
    expect(empty.data).toMatchObject({ fields: { channel: expect.any(String), agreed: expect.any(String) } })
    const script = { ...form, channel: 'javascript:alert(1)' }
    const letters = { ...form, audience: 'a', message: 'a' }
    const short = await app.call('/api/system/system_affiliate_apply', letters, person)
    expect(short.data).toMatchObject({ fields: { audience: expect.any(String), message: expect.any(String) } })
    const refused = await app.call('/api/system/system_affiliate_apply', script, person)
    expect(refused.data).toMatchObject({ fields: { channel: expect.stringContaining('https://') } })
    const both = await Promise.all([1, 2].map(() => app.call('/api/system/system_affiliate_apply', form, person)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['ApplicationPending', 'OK'])
    expect(await state()).toMatchObject({ state: 'pending' })
    await decideApplication(app.db.database, decision(person), 'Too few readers.')
    expect(await state()).toMatchObject({ state: 'rejected', reason: 'Too few readers.', overview: null })
    expect((await app.call('/api/system/system_affiliate_apply', form, person)).status).toBe('ApplicationTooSoon')
    await app.db.asOwner(
      `update affiliate_applications set decided_at = now() - interval '31 days' where user_id = $1`,
      [person.userId],
    )
    expect((await app.call('/api/system/system_affiliate_apply', form, person)).status).toBe('OK')
    expect(await decideApplication(app.db.database, decision(person), null)).not.toBeNull()
    expect(await decideApplication(app.db.database, decision(person), null)).toBeNull()
    expect(await state()).toMatchObject({ state: 'approved', overview: { tier: 'standard', payoutAddress: null } })
    expect((await app.call('/api/system/system_affiliate_apply', form, person)).status).toBe('AlreadyAnAffiliate')
  })

  it('affiliate pages are refused without an approved application', async () => {
    const person = await signUp()
    const commissions = await app.call('/api/system/system_affiliate_commissions', {}, person)
    const campaign = await app.call('/api/system/system_affiliate_campaign', { name: 'x', slug: 'xx' }, person)
    expect([commissions.status, campaign.status]).toEqual(['NotAnAffiliate', 'NotAnAffiliate'])
  })
})

describe('commission', () => {
  it('a commission is traceable from the visit to the payout, and only by its affiliate', async () => {
    const affiliate = await becomeAffiliate()
    const made = await app.call(
      '/api/system/system_affiliate_campaign',
      { name: 'Telegram', slug: 'telegram' },
      affiliate,
    )
    expect(made.data.url).toContain(`/?r=${affiliate.inviteCode}-telegram`)
    const again = await app.call(
      '/api/system/system_affiliate_campaign',
      { name: 'Telegram', slug: 'telegram' },
      affiliate,
    )
    expect(again.data).toMatchObject({ fields: { slug: expect.any(String) } })
    const r = `${affiliate.inviteCode}-telegram`
    for (let told = 0; told < 2; told++) await marketing('visit', { visit: 'visit-of-trace', r, gclid: 'click-1' })
    const friend = await signUp({ r, visit: 'visit-of-trace', gclid: 'click-1', consented: true })
    await company.buy(friend, { totalMinor: 4_490, currency: 'USD' })
    const { data: list } = await app.call(
      '/api/system/system_affiliate_commissions',
      { campaign: made.data.id },
      affiliate,
    )
    expect(list).toMatchObject({
      list: [
        {
          referredUid: friend.uid,
          type: 0,
          referRate: 2_500,
          referAmount: 1_122,
          status: 0,
          state: 'held',
          campaign: 'telegram',
        },
      ],
      next: null,
    })
    const { id } = list.list[0]!
    const trace = await app.call('/api/system/system_affiliate_trace', { id }, affiliate)
    expect(trace.data).toMatchObject({
      visit: { campaign: 'telegram' },
      signUp: { referredUid: friend.uid },
      order: { amountMinor: 4_490, currency: 'USD', refundedMinor: 0 },
      rate: { termsVersion: 1, tier: 'standard', rateBps: 2_500, usdPerUnitMicros: 1_000_000 },
      hold: { over: false, review: null },
      settlement: null,
    })
    expect((await app.call('/api/system/system_affiliate_trace', { id }, await becomeAffiliate())).status).toBe(
      'NotFound',
    )
    const { overview } = (await app.call('/api/system/system_affiliate', {}, affiliate)).data
    expect(overview).toMatchObject({
      links: [{ slug: null }, { slug: 'telegram', visits: 1, signUps: 1, paid: 1, earnedMinor: 1_122 }],
      funnel: { visits: 1, signUps: 1, paid: 1 },
      balance: { heldMinor: 1_122, payableMinor: 0, settlingMinor: 0, paidMinor: 0 },
      nextPayout: { amountMinor: 0, missingMinor: 10_000 },
    })
    expect(overview!.months).toHaveLength(12)
    expect(overview!.months.at(-1)).toMatchObject({ firstMinor: 1_122, renewalMinor: 0, reversedMinor: 0 })
    const referrals = await app.call('/api/system/system_affiliate_referrals', { status: 1 }, affiliate)
    expect(referrals.data.list).toMatchObject([{ referredUid: friend.uid, status: 1, counts: 'counted' }])
  })

  it('commission pages neither repeat nor skip entries', async () => {
    const affiliate = await becomeAffiliate()
    for (let index = 0; index < 7; index++)
      await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 4_000, currency: 'USD' })
    const seen: string[] = []
    for (let before: string | undefined; ;) {
      const page = await app.call(
        '/api/system/system_affiliate_commissions',
        { limit: 3, ...(before && { before }) },
        affiliate,
      )
      seen.push(...page.data.list.map(({ id }) => id))
      if (page.data.next === null) break
      before = page.data.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
    expect((await app.call('/api/system/system_affiliate_commissions', { before: 'x' }, affiliate)).status).toBe(
      'InvalidInput',
    )
  })

  it('a held commission shows its reason and is paid after release, as is a held referral', async () => {
    const affiliate = await becomeAffiliate()
    const friend = await company.come(affiliate.inviteCode)
    const order = await company.buy(friend, { totalMinor: 4_000, currency: 'USD' })
    const about = { orderId: order.orderId, number: order.attemptId, operator: ada }
    expect(await holdCommission(app.db.database, about, 'odd payer')).toBe(1)
    const line = async () => (await app.call('/api/system/system_affiliate_commissions', {}, affiliate)).data.list[0]
    expect(await line()).toMatchObject({ state: 'review' })
    await holdCommission(app.db.database, about, null)
    expect(await line()).toMatchObject({ state: 'held' })
    const nonsense = { user: affiliate.userId, tier: 'nonsense' }
    await expect(perform(app.db.database, 'affiliates.set-tier', nonsense)).rejects.toThrow('have no tier nonsense')
    const waits = await company.come(affiliate.inviteCode)
    await app.db.asOwner(`update referrals set verdict = 'held', reason = 'friends_payer' where user_id = $1`, [
      waits.userId,
    ])
    const second = await company.buy(waits, { totalMinor: 4_000, currency: 'USD' })
    expect(await company.commissions(second)).toEqual([])
    expect(await decideReferral(app.db.database, decision(waits), 'counted')).toBe(true)
    expect(await company.commissions(second)).toEqual([1_000])
    const [row] = await app.db.asOwner<{ count: number }>(
      `select count(*)::int as count from audit_log where action in ('commissions.hold', 'commissions.release', 'referrals.release')`,
    )
    expect(row!.count).toBe(3)
  })
})

describe('invitation page', () => {
  it('an inviter sees code, link, terms and each friend under a masked name', async () => {
    const inviter = await signUp()
    const friend = await signUp({ r: inviter.inviteCode, consented: false, followedAt: Date.now() })
    await company.buy(friend)
    const { data } = await app.call('/api/system/system_refer_config', {}, inviter)
    expect(data).toMatchObject({
      inviteCode: inviter.inviteCode,
      terms: { version: 1, referRateBps: 1_000, invitedTrialMinutes: 180, attributionDays: 7 },
      isAffiliate: false,
      membershipActive: false,
      totals: { invited: 1, paid: 1, rewarded: 0, bonusSeconds: 0 },
      records: [
        {
          invitee: expect.stringMatching(/^k\*{3}.$/),
          productName: '12 months',
          bonusSeconds: 0,
          state: 'no_membership',
          reason: null,
        },
      ],
    })
    expect(JSON.stringify(data)).not.toContain('kol.')
    const trial = await app.call('/api/user/user_trial', {}, friend)
    expect(trial.data.minutes).toBe(180)
  })

  it('an affiliate is told apart from other inviters', async () => {
    const { data } = await app.call('/api/system/system_refer_config', {}, await becomeAffiliate())
    expect(data).toMatchObject({ isAffiliate: true })
  })
})

describe('payout wallet address', () => {
  it('a payout wallet address needs the password and must be valid for its blockchain', async () => {
    const affiliate = await becomeAffiliate()
    const set = (chain: 'tron' | 'ethereum', address: string, password = 'correct horse 42') =>
      app.call('/api/system/system_affiliate_payout', { chain, address, password }, affiliate)
    const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
    expect((await set('ethereum', tron)).data).toMatchObject({ fields: { address: expect.any(String) } })
    expect((await set('tron', `${tron.slice(0, -1)}u`)).data).toMatchObject({ fields: { address: expect.any(String) } })
    expect((await set('tron', tron, 'wrong horse 42')).status).toBe('WrongPassword')
    expect((await set('tron', tron)).status).toBe('OK')
    const { overview } = (await app.call('/api/system/system_affiliate', {}, affiliate)).data
    expect(overview!.payoutAddress).toEqual({
      chain: 'tron',
      address: tron,
      restsUntil: expect.any(Number),
      isShared: false,
    })
  })

  // Contracts as Tether and Circle publish them; on OP Mainnet payouts are possible although no preset offers it.
  it.each([
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['bsc', '0x55d398326f99059fF775485246999027B3197955'],
    ['optimism', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
    ['polygon', 'ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ])('a token contract is refused as payout wallet address on %s', async (chain, address) => {
    const affiliate = await becomeAffiliate()
    const input = { chain: chain as 'tron', address, password: 'correct horse 42' }
    const { data } = await app.call('/api/system/system_affiliate_payout', input, affiliate)
    expect(data).toMatchObject({ fields: { address: fieldErrorText('PayoutAddressIsToken', 'en') } })
    const { overview } = (await app.call('/api/system/system_affiliate', {}, affiliate)).data
    expect(overview!.payoutAddress).toBeNull()
  })
})

describe('marketing visits', () => {
  it('a visit stores opaque campaign values once, and nothing about the visitor', async () => {
    const first = await marketing('visit', { gclid: 'abc-1', email: 'me@example.com' })
    expect(first.json()).toMatchObject({ code: 200, data: { visit: expect.stringMatching(/^[\w-]{22}$/) } })
    const { visit } = first.json<{ data: { visit: string } }>().data
    for (let told = 0; told < 3; told++) await marketing('conversion', { visit, step: 'download' })
    expect((await marketing('visit', { gclid: 'me@example.com' })).json()).toMatchObject({ code: 400 })
    expect((await marketing('conversion', { visit, step: 'anything' })).json()).toMatchObject({ code: 400 })
    expect((await marketing('conversion', { visit: 'nobody-knows-it', step: 'download' })).json()).toMatchObject({
      code: 200,
    })
    const [row] = await app.db.asOwner<{ row: string; steps: number }>(
      `select v::text as row, (select count(*)::int from marketing_steps s where s.visit = v.visit) as steps from marketing_visits v where visit = $1`,
      [visit],
    )
    expect(row!.steps).toBe(1)
    expect(row!.row).not.toMatch(/example|127\.0/)
  })

  it("the marketing endpoint answers only the shop's own origin", async () => {
    const ask = (origin: string) =>
      app.app.inject({
        method: 'OPTIONS',
        url: '/marketing/visit',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const [ours, foreign] = [await ask(app.config.publicOrigin), await ask('https://elsewhere.example')]
    expect(ours.headers['access-control-allow-origin']).toBe(app.config.publicOrigin)
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('conversions are exported for clicks with consent, without naming users', async () => {
    const agreed = await signUp({ gclid: 'click-export', wbraid: 'w-1', consented: true })
    await signUp({ gclid: 'click-declined', consented: false })
    const kept = await company.buy(agreed, { totalMinor: 4_490, currency: 'USD' })
    const given = await company.buy(agreed, { totalMinor: 1_490, currency: 'USD' })
    await company.refund(given)
    const [from = '', until = ''] = [-3_600_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const { csv } = await perform(app.db.database, 'marketing.export', { from, until })
    const lines = csv.split('\r\n').filter((line) => line.startsWith('click-export'))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^click-export,w-1,,,sign_up,20\d\d-\d\d-\d\d \d\d:\d\d:\d\d\+00:00,,$/)
    expect(lines[1]).toMatch(/,purchase,.*,44\.90,USD$/)
    expect(csv).not.toContain('click-declined')
    expect(csv).not.toContain(String(agreed.uid))
    expect(kept.totalMinor).toBe(4_490)
  })
})

describe('personal data', () => {
  it('the data export contains the invitations', async () => {
    const affiliate = await becomeAffiliate()
    const data = await exportData({ database: app.db.database, keyring }, affiliate.userId, 'en')
    expect(data.inviting).toMatchObject({ invited: 0, applications: [{ channel: form.channel, state: 'approved' }] })
  })

  it('erasing an affiliate deletes personal data and keeps earnings under a pseudonym', async () => {
    const affiliate = await becomeAffiliate()
    const friend = await signUp({ r: affiliate.inviteCode, gclid: 'click-erased', consented: true })
    const order = await company.order(friend)
    await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer: 'cd'.repeat(32) }])
    for (const { userId } of [affiliate, friend])
      await app.db.asOwner(
        `insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 second')`,
        [userId],
      )
    expect(await eraseDueAccounts(app.db.database)).toBe(2)
    const [left] = await app.db.asOwner(
      `select (select string_agg(channel || audience || message || contact, '') from affiliate_applications where user_id = $1) as words,
         (select payout_address from affiliates where user_id = $1) as address,
         (select count(*)::int from marketing_origins where user_id = $2) as clicks,
         (select count(*)::int from payment_payers where user_id = $2) as payers,
         (select count(*)::int from commissions where affiliate_id = $1) as commissions`,
      [affiliate.userId, friend.userId],
    )
    expect(left).toEqual({ words: '', address: null, clicks: 0, payers: 0, commissions: 1 })
  })
})

describe('demo affiliate', () => {
  it('the demo affiliate is created once with a consistent history, only where there is no affiliate', async () => {
    const demo = await createTestApp()
    try {
      const { database } = demo.db
      expect(await seedDemoAffiliate(database)).toBe(true)
      expect(await seedDemoAffiliate(database)).toBe(false)
      expect((await verifyLedger(database)).problems).toEqual([])
      const signedIn = await demo.call('/api/user/user_login_username', {
        accountName: 'demo.maya',
        password: 'clear-road-2026',
        agreed: true,
      })
      const { data } = await demo.call('/api/system/system_affiliate', {}, { token: signedIn.pragma })
      const { balance, months, funnel } = data.overview!
      const earned = months.reduce((total, each) => total + each.firstMinor + each.renewalMinor - each.reversedMinor, 0)
      expect(balance.heldMinor + balance.payableMinor + balance.settlingMinor + balance.paidMinor).toBe(earned)
      expect(funnel.signUps).toBe(24)
      expect(balance.paidMinor).toBeGreaterThan(0)
      expect(months.some(({ reversedMinor }) => reversedMinor > 0)).toBe(true)
    } finally {
      await demo.close()
    }
  })
})
