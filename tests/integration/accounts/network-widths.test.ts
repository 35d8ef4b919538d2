import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { limits, type NetworkLimitName } from '#server/modules/limits/limits.rules.ts'
import { consumeTries } from '#server/modules/limits/limits.service.ts'
import { networkOf, widthsOf } from '#server/platform/network.ts'
import { networkOfTry } from '#server/modules/limits/admit-try.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createTestApp, registerThroughApi, type Answer, type TestApp } from '../../support/app.ts'
import { solved, workOf } from '../../support/proof-of-work.ts'

const exit = '100.64.0.7'
let app: TestApp
let tokens: string[]
let inviteCode: string
beforeAll(async () => {
  app = await createTestApp({
    env: { EXIT_NETWORKS: '100.64.0.0/16' },
    adjust: (config) => ({ ...config, environment: 'PROD' }),
  })
  const promo = { code: 'GOOD-CODE', kind: 'percent', percentBps: 2_500, amounts: null, goodsIds: null } as const
  const rest = { methods: null, firstPurchaseOnly: false, startsAt: null, endsAt: null, maxUses: null }
  await insertPromoCode(app.db.database, { ...promo, ...rest, maxUsesPerUser: null, note: 'test' })
  tokens = []
  for (let n = 0; n < 3; n++) tokens.push((await registerThroughApi(app, `person.${n}`)).token)
  const [inviter] = await app.db.asOwner<{ code: string }>('select invite_code as code from users limit 1')
  inviteCode = inviter!.code
})
afterAll(() => app.close())
beforeEach(() => app.db.asOwner('delete from limit_counters'))

/** A thousand IP addresses of one /48, each in its own /64. `outside` is in another /48. */
const inside = (n: number) => `2001:db8:7:${(n % 1_000).toString(16)}::1`
const outside = '2001:db8:8:1::1'

function tryFrom(rule: NetworkLimitName, address: string, prefix = ''): Promise<boolean> {
  const caller = { network: networkOf(address), widths: widthsOf(address) }
  const slots = networkOfTry(rule, caller).map((slot) => ({ ...slot, subject: prefix + slot.subject }))
  return consumeTries(app.db.database, createKeyedDigest(app.config.secretKey), slots)
}
/** Uses up the limit of the /48. `prefix`: additional key by which the rule counts. */
async function shut(rule: NetworkLimitName, prefix = ''): Promise<void> {
  await tryFrom(rule, inside(0), prefix)
  await app.db.asOwner('update limit_counters set hits = array_fill(now(), array[$2::int]) where rule = $1', [
    rule,
    limits[rule].wider[1],
  ])
}

const promo = (code: string, address: string, headers: Record<string, string> = {}) =>
  app.call(
    '/api/payment/payment_coupon',
    { code, goodsId: 'plan-12', currency: 'CNY', method: 'alipay' },
    { address, headers },
  )
const redeem = (token: string, address: string, headers: Record<string, string> = {}) =>
  app.call('/api/system/system_redeem_code', { code: 'AAAA-BBBB-CCCC-DDDD' }, { token, address, headers })
const tell = (message: string, address: string) =>
  app.call(
    '/api/system/system_client_error',
    { kind: 'error', message, stack: 'at f (/assets/a.js:1:1)', place: '/' },
    { address },
  )
const visit = (address: string) =>
  app.app.inject({
    method: 'POST',
    url: '/marketing/visit',
    remoteAddress: address,
    payload: { visit: crypto.randomUUID().replaceAll('-', ''), vid: 'one' },
  })
const join = (accountName: string, address: string) => {
  const password = 'correct horse 42'
  return app.call('/api/user/user_register_username', { accountName, password, inviteCode, agreed: true }, { address })
}
const visits = async () => (await app.db.asOwner('select from marketing_visits')).length
const kinds = async () => (await app.db.asOwner(`select from error_reports where message like 'new %'`)).length
const reasonOf = async (name: string) => {
  const [row] = await app.db.asOwner<{ reason: string | null }>(
    `select r.reason from referrals r join account_identifiers i on i.user_id = r.user_id where i.lookup_key = $1`,
    [name],
  )
  return row?.reason
}
const isRefused = ({ http }: Answer<unknown>) => http === 429

describe('a thousand IP addresses of one /48', () => {
  it.each<[NetworkLimitName, number]>([
    ['promo-network', 600],
    ['redeem-network', 200],
    ['error-network', 1_000],
    ['error-kinds-network', 200],
    ['referral-network', 60],
    ['visit-network', 2_400],
  ])('limit %s allows %i attempts', async (rule, most) => {
    // The limit of visits is high, so most of them are inserted at once.
    const before = Math.max(0, most - 1_000)
    if (before > 0) {
      await tryFrom(rule, inside(0))
      const widest = createKeyedDigest(app.config.secretKey)(`limit ${rule}`, '2001:db8:7::/48')
      await app.db.asOwner('update limit_counters set hits = array_fill(now(), array[$1::int]) where subject = $2', [
        before,
        widest,
      ])
    }
    let through = before
    for (let n = 0; await tryFrom(rule, inside(n)); n++) through += 1
    expect(through).toBe(most)
  })

  it('code guesses from one /48 need proof of work, and others do not', async () => {
    await shut('promo-network')
    await shut('redeem-network')
    expect(workOf(await promo('GUESS', inside(1_001)))).toBeDefined()
    expect((await promo('GUESS', outside)).status).toBe('PromoUnknown')
    expect(workOf(await redeem(tokens[0]!, inside(1_001)))).toBeDefined()
    expect((await redeem(tokens[0]!, outside)).status).toBe('RedeemCodeInvalid')
  })

  it('visits, errors and referrals from one /48 are no longer counted', async () => {
    await shut('visit-network')
    await shut('error-kinds-network')
    const before = await visits()
    expect((await visit(inside(1_001))).statusCode).toBe(200)
    expect(await visits()).toBe(before)
    await visit(outside)
    expect(await visits()).toBe(before + 1)
    await tell('new inside', inside(1_001))
    expect(await kinds()).toBe(0)
    await tell('new outside', outside)
    expect(await kinds()).toBe(1)
    await shut('error-network')
    expect(isRefused(await tell('new again', inside(1_001)))).toBe(true)
    const [inviter] = await app.db.asOwner<{ id: string }>('select id from users where invite_code = $1', [inviteCode])
    await shut('referral-network', `${inviter!.id} `)
    await join('friend.inside', inside(1_001))
    await join('friend.outside', outside)
    expect([await reasonOf('friend.inside'), await reasonOf('friend.outside')]).toEqual(['velocity', null])
  })
})

describe('many people behind one IP address', () => {
  it('people behind a VPN exit of the operator can use codes, report errors and invite while one of them guesses', async () => {
    for (let n = 0; n < 200; n++) await promo(`GUESS-${n}`, exit)
    for (let n = 0; n < 100; n++) expect((await tell('known', exit)).http).toBe(200)
    for (let n = 0; n < 15; n++) await redeem(tokens[0]!, exit)
    for (let n = 0; n < 15; n++) await redeem(tokens[1]!, exit)
    expect((await promo('GOOD-CODE', exit)).status).toBe('OK')
    expect((await redeem(tokens[2]!, exit)).status).toBe('RedeemCodeInvalid')
    for (let n = 0; n < 10; n++) await join(`exit.friend.${n}`, exit)
    expect(await reasonOf('exit.friend.9')).toBeNull()
    const before = await visits()
    for (let n = 0; n < 130; n++) await visit(exit)
    expect(await visits()).toBe(before + 130)
    const [row] = await app.db.asOwner<{ n: number }>(
      `select count(*)::int as n from limit_counters where rule = 'visit-network'`,
    )
    expect(row).toEqual({ n: 1 })
  })

  it('people on a rate limited IP address can use promo codes with proof of work, and guessing still ends', async () => {
    const address = '203.0.113.9'
    for (let n = 0; n < 60; n++) expect((await promo(`GUESS-${n}`, address)).status).toBe('PromoUnknown')
    const refused = await promo('GOOD-CODE', address)
    expect(isRefused(refused)).toBe(true)
    expect((await promo('GOOD-CODE', address, await solved(refused))).status).toBe('OK')
    await app.db.asOwner(
      `update limit_counters set hits = array_fill(now(), array[2400]) where rule in ('promo-network', 'promo-bound')`,
    )
    const ended = await promo('GOOD-CODE', address)
    expect([isRefused(ended), workOf(ended)]).toEqual([true, undefined])
  })

  it("people on a rate limited IP address can redeem with proof of work, within their account's own limit", async () => {
    const address = '203.0.113.10'
    for (let n = 0; n < 20; n++) expect((await redeem(tokens[0]!, address)).status).toBe('RedeemCodeInvalid')
    const neighbour = await redeem(tokens[1]!, address)
    expect(isRefused(neighbour)).toBe(true)
    expect((await redeem(tokens[1]!, address, await solved(neighbour))).status).toBe('RedeemCodeInvalid')
    const own = await redeem(tokens[0]!, '198.51.100.3')
    expect([isRefused(own), workOf(own)]).toEqual([true, undefined])
  })
})
