import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import type { Call } from '#shared/contract/call.ts'
import { contract } from '#shared/contract/customer.ts'
import { groupEventsPath } from '#shared/contract/group.ts'
import { reachPath } from '#shared/mirror.ts'
import { readAnswer, type Answer } from '../../support/app.ts'
import { createSeededRandom, makeValid, type Schema } from '../../support/contract-inputs.ts'
import { drawSeed } from '../../support/seed.ts'
import {
  makeOwned,
  openAccessFixture,
  password,
  roles,
  type AccessFixture,
  type Person,
  type Role,
} from './access.setup.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

let fixture: AccessFixture
let owner: Person
let owned: Awaited<ReturnType<typeof makeOwned>> & {
  commissionId: string
  linkId: string
  settlementId: string
  entryId: string
}
beforeAll(async () => {
  fixture = await openAccessFixture()
  owner = await fixture.signIn()
  const company = openCompany(fixture.app.db)
  const affiliate = await company.affiliate()
  const order = await company.buy(await company.come(affiliate.inviteCode))
  const [row] = await company.rows<{ id: string }>('select id from commissions where order_id = $1', [order.orderId])
  const [link] = await company.rows<{ id: string }>('select id from affiliate_campaigns where user_id = $1', [
    affiliate.userId,
  ])
  const [settlement] = await company.rows<{ id: string }>(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by)
     values (gen_random_uuid(), $1, '2026-10-01', 1, 1, 'ada') returning id`,
    [affiliate.userId],
  )
  const message = { idempotencyKey: crypto.randomUUID(), text: 'Is anyone there?' }
  const written = await fixture.app.call('/api/user/support_write', message, { token: owner.token })
  owned = {
    ...(await makeOwned(fixture.app, owner)),
    commissionId: row!.id,
    linkId: link!.id,
    settlementId: settlement!.id,
    entryId: written.data.id,
  }
})
afterAll(() => fixture.close())

const calls = Object.entries<Call>(contract)
const random = createSeededRandom(drawSeed())
const inputOf = (call: Call): object => makeValid(call.input, random) as object

async function make(path: string, input: object, token: string | undefined): Promise<Answer<unknown>> {
  const { signed = false } = contract[path as keyof typeof contract] as Call
  const response = await fixture.app.app.inject({
    method: 'POST',
    url: apiPrefix('TEST') + path,
    remoteAddress: `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`,
    headers: { platform: 'web', language: 'en', deviceid: 'web', ...(token !== undefined && { authorization: token }) },
    payload: { ...input, ...(signed && { signature: fixture.app.sign() }) },
  })
  return readAnswer(response)
}

/** Roles that each `access` of the contract admits. */
const lets: Record<Call['access'], readonly Role[]> = {
  public: roles,
  register: ['register token', 'user', 'affiliate'],
  user: ['user', 'affiliate'],
}

/** Digest of the rows of all tables, without those of limits, signatures and sessions. */
async function snapshot(): Promise<string> {
  const tables = await fixture.app.db.asOwner<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'
       and tablename not in ('limit_counters', 'signed_nonces', 'signed_nonces_ahead', 'session_tokens', 'sessions') order by 1`,
  )
  const sums = tables.map(
    ({ name }) => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${name} t)`,
  )
  const [row] = await fixture.app.db.asOwner<{ sum: string }>(
    `select array_to_string(array[${sums.join(', ')}], '-') as sum`,
  )
  return row!.sum
}

describe('access rights of every call', () => {
  it('every call admits exactly the roles of its contract', async () => {
    const seen: string[] = []
    for (const [path, call] of calls)
      for (const role of roles) {
        const token = await fixture.tokenOf(role)
        const answer = await make(path, inputOf(call), token)
        const refused = answer.status === 'Unauthorized'
        if (refused === lets[call.access].includes(role) || answer.http >= 500)
          seen.push(`${path} as ${role}: ${answer.http} ${answer.status}`)
      }
    expect(seen).toEqual([])
    expect(calls.length).toBeGreaterThan(60)
  })

  it('a refused call changes nothing', async () => {
    const tokens = await Promise.all(roles.map(async (role) => [role, await fixture.tokenOf(role)] as const))
    const before = await snapshot()
    const shut = calls.flatMap(([path, call]) =>
      tokens.flatMap(([role, token]) => (lets[call.access].includes(role) ? [] : [{ path, call, token }])),
    )
    for (const { path, call, token } of shut) expect((await make(path, inputOf(call), token)).http).toBe(401)
    expect(await snapshot()).toBe(before)
  })

  it('calls accept POST only, and no undeclared route exists below the prefix', () => {
    const tree = fixture.app.app.printRoutes({ commonPrefix: false, includeHooks: false })
    const at: string[] = []
    const found = tree.split('\n').flatMap((line) => {
      const [, indent, place, methods] = /^([│ ]*)[├└]── (.*?) \(([A-Z, ]+)\)/.exec(line) ?? []
      const [, bare, name] = /^([│ ]*)[├└]── (.*?)$/.exec(line) ?? []
      const depth = (indent ?? bare ?? '').length / 4
      at.length = depth
      at[depth] = place ?? name ?? ''
      return methods === undefined ? [] : [`${methods} ${at.join('')}`]
    })
    const below = found.filter((route) => route.includes(apiPrefix('TEST')))
    expect(
      below
        .filter((route) => route.startsWith('POST '))
        .map((route) => route.slice(5 + apiPrefix('TEST').length))
        .toSorted(),
    ).toEqual(Object.keys(contract).toSorted())
    // Routes for GET: the live stream of a group, the health endpoint, and outside PROD the API description. Two
    // catch-all routes refuse everything else.
    const refusals = [`GET, HEAD ${apiPrefix('TEST')}`, `OPTIONS, GET, HEAD ${apiPrefix('TEST')}*`]
    expect(below.filter((route) => !route.startsWith('POST ')).toSorted()).toEqual(
      [`GET ${apiPrefix('TEST')}${groupEventsPath}`, ...refusals]
        .concat([reachPath, '/openapi.json'].map((path) => `GET, HEAD ${apiPrefix('TEST')}${path}`))
        .toSorted(),
    )
  })
})

/** Calls for affiliates only. Other users get a refusal that says so. */
const forAffiliates = [
  '/api/system/system_affiliate_campaign',
  '/api/system/system_affiliate_link',
  '/api/system/system_affiliate_greeting',
  '/api/system/system_affiliate_payout',
  '/api/system/system_affiliate_figures',
  '/api/system/system_affiliate_breakdown',
  '/api/system/system_affiliate_commissions',
  '/api/system/system_affiliate_referrals',
  '/api/system/system_affiliate_settlements',
  '/api/system/system_affiliate_statement',
  '/api/system/system_affiliate_trace',
]

it('affiliate calls are refused with a reason for everyone else, and served for affiliates', async () => {
  for (const [path, call] of calls) {
    const good = {
      ...inputOf(call),
      ...(path.endsWith('_payout') && { chain: 'tron', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }),
      ...(/_(figures|breakdown)$/.test(path) && { from: '2026-11-01', to: '2026-11-22' }),
      ...(path.endsWith('_campaign') && { name: 'Spring', slug: 'spring' }),
      ...(path.endsWith('_greeting') && { name: 'Maya' }),
    }
    const asUser = await make(path, good, await fixture.tokenOf('user'))
    const asAffiliate = await make(path, good, await fixture.tokenOf('affiliate'))
    expect([path, asUser.status === 'NotAnAffiliate']).toEqual([path, forAffiliates.includes(path)])
    expect([path, asAffiliate.status]).not.toEqual([path, 'NotAnAffiliate'])
  }
})

/** Fields by which a call requests an object of one user. Other fields are texts or public. */
const numbers: Readonly<Record<string, (path: string) => string>> = {
  orderId: () => owned.orderId,
  sessionId: () => owned.sessionId,
  group: () => owned.groupId,
  id: (path) =>
    path.includes('passkey')
      ? owned.passkeyId
      : path.includes('trace')
        ? owned.commissionId
        : path.endsWith('_affiliate_statement')
          ? owned.settlementId
          : path.endsWith('_affiliate_link')
            ? owned.linkId
            : path.includes('support')
              ? owned.entryId
              : owned.deviceId,
}
/**
 * Calls that strangers may make: group links are shared, the phone that pays reads the order state, and a sign-in step
 * is proven by its challenge.
 */
const forStrangers = [
  '/api/payment/payment_joint_group',
  '/api/payment/payment_joint_join',
  '/api/payment/payment_joint_join_for_pay',
  '/api/payment/payment_joint_order',
  '/api/payment/payment_state',
  '/api/user/user_login_replace_device',
]

it("another user's object looks like a missing one and stays unchanged", async () => {
  const about = calls.flatMap(([path, call]) => {
    const name = Object.keys((call.input as Schema).properties ?? {}).find((key) => Object.hasOwn(numbers, key))
    return name === undefined || forStrangers.includes(path) ? [] : [{ path, call, name }]
  })
  expect(about.length).toBeGreaterThanOrEqual(12)
  const strangers = { user: await fixture.tokenOf('user'), affiliate: await fixture.tokenOf('affiliate') }
  const before = await snapshot()
  for (const { path, call, name } of about) {
    const theirs = numbers[name]!(path)
    const madeUp = theirs.slice(0, -1) + (theirs.endsWith('3') ? '4' : '3')
    const token = strangers[path.includes('affiliate') ? 'affiliate' : 'user']
    const rest = {
      ...inputOf(call),
      password,
      ...('idempotencyKey' in inputOf(call) && { idempotencyKey: crypto.randomUUID() }),
    }
    const outcome = async (value: string) => {
      const { http, raw } = await make(path, { ...rest, [name]: value }, token)
      return { path, http, raw: raw.replaceAll(/"requestId":"[^"]*"/g, '') }
    }
    const answer = await outcome(theirs)
    expect(answer).toEqual(await outcome(madeUp))
    expect([path, answer.http >= 400]).toEqual([path, true])
  }
  expect(await snapshot()).toBe(before)
  const { token } = owner
  expect(await fixture.app.call('/api/payment/payment_order', { orderId: owned.orderId }, { token })).toMatchObject({
    http: 200,
  })
  expect(await fixture.app.call('/api/payment/payment_joint_order', { group: owned.groupId }, { token })).toMatchObject(
    { http: 200 },
  )
  const rename = { id: owned.deviceId, name: 'Mine' }
  expect(await fixture.app.call('/api/user/user_rename_device', rename, { token })).toMatchObject({ http: 200 })
  expect(
    await fixture.app.call('/api/user/user_passkey_remove', { id: owned.passkeyId, password }, { token }),
  ).toMatchObject({ http: 200 })
  expect(await fixture.app.call('/api/user/support_seen', { id: owned.entryId }, { token })).toMatchObject({
    http: 200,
  })
  expect(await fixture.app.call('/api/user/user_end_session', { sessionId: owned.sessionId }, { token })).toMatchObject(
    { http: 200 },
  )
})
