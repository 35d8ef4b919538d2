import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Call, Input } from '#shared/contract/call.ts'
import { contract, type CustomerContract } from '#shared/contract/customer.ts'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { routePayments } from '#server/modules/payments/create-payments.ts'
import { frontMaxAgeMs } from '#server/workflows/catalog/shop-front.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createSeededRandom, makeValid } from '../../support/contract-inputs.ts'
import { drawSeed } from '../../support/seed.ts'
import { createTripCounter } from '../../support/count-trips.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { createBank, plan } from '../groups/groups.setup.ts'
import { tripsOf } from './round-trips.table.ts'

const counter = createTripCounter()
const random = createSeededRandom(drawSeed())
const password = 'correct horse 42'
let app: TestApp
let db: TestDatabase
let passwordHash: string
beforeAll(async () => {
  // Freezes the clock, so that caches do not expire on a slow machine.
  vi.useFakeTimers({ toFake: ['performance'] })
  db = await createTestDatabase({ maxConnections: 20, keepsConnections: true, Client: counter.Client })
  const routes = (['CNY', 'USD'] as const).map(
    (currency) => ({ method: 'alipay', currency, provider: 'alipay' }) as const,
  )
  app = await createTestApp({ db, frontMaxAgeMs, payments: () => routePayments([createBank()], routes) })
  passwordHash = await hash(password)
})
afterAll(async () => {
  await app.close()
  await db.drop()
  vi.useRealTimers()
})

type Someone = { userId: string; accountName: string; token: string }

/** Creates a user and makes a first call, because the first call of a session stores its use. */
async function someone({ isAffiliate = false } = {}): Promise<Someone> {
  const { userId, accountName } = await createUser(db.database)
  await db.asOwner('update users set password_hash = $2 where id = $1', [userId, passwordHash])
  const token = await startSession(db.database, {
    userId,
    platform: 'web',
    deviceId: 'web',
    kind: 'full',
    origin: { from: 'proof' },
  })
  if (isAffiliate) await db.database.transaction((tx) => openAffiliate(tx, userId))
  await app.call('/api/system/system_user_info', {}, { token })
  return { userId, accountName, token }
}

const purchase = () => ({
  goodsId: plan.id,
  currency: 'CNY',
  method: 'alipay',
  expectedTotalMinor: 26_800,
  idempotencyKey: crypto.randomUUID(),
})
const group = (size: 2 | 3 = 2, paymentType: 0 | 1 = 1) => ({
  ...purchase(),
  size,
  paymentType,
  expectedTotalMinor: paymentType === 0 ? plan.unit[size] * size : plan.unit[size],
})
const payUnknownGroup = () => ({
  group: 'PAGE0000001',
  method: 'alipay',
  expectedTotalMinor: 20_000,
  idempotencyKey: crypto.randomUUID(),
})
const made = async <P extends keyof CustomerContract>(path: P, input: object, token: string) =>
  (await app.call(path, input as Input<CustomerContract[P]>, { token })).data

const order = async (token: string) => (await made('/api/payment/payment_purchase', purchase(), token)).orderId
const startedGroup = async (token: string, size: 2 | 3 = 2, type: 0 | 1 = 1) =>
  (await made('/api/payment/payment_joint_purchase', group(size, type), token)).group.groupId

const lookAtShop = async () => {
  await app.call('/api/payment/payment_shop', {})
  return {}
}

/** Valid input with the agreement accepted; without it a call is refused early. */
const anyInput = ({ input }: Call): object => {
  const valid = makeValid(input, random) as object
  return 'agreed' in valid ? { ...valid, agreed: true } : valid
}

const noAddress = { kind: 'email', identifier: 'nobody', code: '000000', password }

const inputs: Partial<Record<keyof CustomerContract, (who: Someone) => object | Promise<object>>> = {
  '/api/user/user_register_username': () => ({
    accountName: `new.${crypto.randomUUID().slice(0, 8)}`,
    password,
    agreed: true,
  }),
  '/api/user/user_login_username': ({ accountName }) => ({ accountName, password, agreed: true }),
  '/api/user/user_login': ({ accountName }) => ({
    kind: 'account_name',
    identifier: accountName,
    password,
    agreed: true,
  }),
  '/api/user/user_send_code': () => ({ purpose: 'register', kind: 'email', identifier: 'trips@example.com' }),
  '/api/user/user_send_bind_code': () => ({ kind: 'email', identifier: 'bind@example.com' }),
  '/api/user/user_set_account_name': () => ({ accountName: `set.${crypto.randomUUID().slice(0, 8)}`, password }),
  '/api/user/user_name_account': () => ({ accountName: `own.${crypto.randomUUID().slice(0, 8)}`, password }),
  '/api/user/user_change_password': () => ({ password, newPassword: 'another horse 43' }),
  '/api/user/user_totp_begin': () => ({ password }),
  '/api/user/user_totp_disable': () => ({ password }),
  '/api/user/user_recovery_codes': () => ({ password }),
  '/api/user/user_passkey_register_options': () => ({ password }),
  '/api/user/user_register_passkey_options': () => ({ accountName: `key.${crypto.randomUUID().slice(0, 8)}` }),
  '/api/user/user_register_normal': () => ({ ...noAddress, agreed: true }),
  '/api/user/user_reset_password': () => noAddress,
  '/api/user/user_bind_identifier': () => noAddress,
  '/api/user/user_register_passkey': () => ({
    accountName: `key.${crypto.randomUUID().slice(0, 8)}`,
    agreed: true,
    passkeyName: 'Key',
    response: (anyInput(contract['/api/user/user_register_passkey']) as { response: object }).response,
  }),
  '/api/user/user_passkey_register': () => ({ ...anyInput(contract['/api/user/user_passkey_register']), name: 'Key' }),
  '/api/user/user_reset_with_recovery_code': () => ({ ...noAddress, recoveryCode: 'none' }),
  '/api/user/user_passkey_remove': () => ({ id: crypto.randomUUID(), password: 'a wrong horse' }),
  '/api/user/user_delete_account': () => ({ password }),
  '/api/user/user_rename_device': () => ({ id: 'unknown', name: 'Mine' }),
  '/api/user/user_end_session': async ({ token }) => ({
    sessionId: (await made('/api/user/user_sessions', {}, token)).list[0]!.sessionId,
  }),
  '/api/user/user_login_code': async ({ token }) => ({
    code: (await made('/api/user/user_web_login_code', {}, token)).code,
  }),
  '/api/user/support_write': () => ({ idempotencyKey: crypto.randomUUID(), text: 'Is anyone there?' }),
  '/api/payment/payment_preview': () => ({ goodsId: plan.id, currency: 'CNY' }),
  '/api/payment/payment_purchase': purchase,
  '/api/system/system_redeem_code': () => ({ code: '0000-0000-0000-0000' }),
  '/api/payment/payment_coupon': () => ({ code: 'NOSUCHCODE', goodsId: plan.id, currency: 'CNY', method: 'alipay' }),
  '/api/payment/payment_cancel': async ({ token }) => ({ orderId: await order(token) }),
  '/api/payment/payment_repay': async ({ token }) => ({ orderId: await order(token), method: 'alipay' }),
  '/api/payment/payment_state': async ({ token }) => ({ orderId: await order(token) }),
  '/api/payment/payment_order': async ({ token }) => ({ orderId: await order(token) }),
  '/api/payment/payment_joint_purchase': () => group(),
  '/api/payment/payment_joint_join_for_pay': payUnknownGroup,
  '/api/payment/payment_joint_pay_rest': payUnknownGroup,
  '/api/payment/payment_joint_group': async ({ token }) => ({ group: await startedGroup(token) }),
  '/api/payment/payment_joint_order': async ({ token }) => ({ group: await startedGroup(token) }),
  '/api/payment/payment_joint_list': async ({ token }) => ({ group: await startedGroup(token), listed: true }),
  '/api/payment/payment_joint_leave': async ({ token }) => ({ group: await startedGroup(token) }),
  '/api/payment/payment_joint_open': () => ({}),
  '/api/payment/payment_joint_purchase_created': () => ({}),
  '/api/payment/payment_joint_purchase_participated': () => ({}),
  '/api/system/system_affiliate_payout': () => ({
    chain: 'tron',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    password,
  }),
  '/api/system/system_affiliate_apply': () => ({
    channel: 'https://blog.example/travel',
    audience: 'Readers',
    message: 'Hello',
    contact: 'me@example.com',
    agreed: true,
  }),
  '/api/system/system_affiliate_link': () => ({ id: crypto.randomUUID(), name: 'Spring' }),
  '/api/system/system_affiliate_campaign': () => ({ name: 'Spring', slug: 'spring' }),
  '/api/system/system_affiliate_greeting': () => ({ name: 'Maya' }),
  '/api/system/system_affiliate_figures': () => ({ from: '2026-11-01', to: '2026-11-22', interval: 'day' }),
  '/api/system/system_affiliate_breakdown': () => ({ from: '2026-11-01', to: '2026-11-22', by: 'link' }),
  '/api/system/system_affiliate_commissions': () => ({}),
  '/api/system/system_affiliate_referrals': () => ({}),
  '/api/system/system_affiliate_settlements': () => ({}),
  '/api/system/system_refer_config': () => ({}),
  '/api/payment/payment_shop': lookAtShop,
  '/api/system/system_client_config': lookAtShop,
  '/api/system/system_status': lookAtShop,
  '/api/user/user_tunnel_links': async ({ token }) => {
    await made('/api/user/user_tunnel_links', {}, token)
    return {}
  },
  '/api/user/support_thread': () => ({}),
  '/api/user/user_notices': () => ({}),
  '/api/user/user_all_notices': () => ({}),
  '/api/user/user_read_notices': () => ({ ids: [] }),
  '/api/user/user_news': () => ({}),
  '/api/user/user_reminders': () => ({}),
}

it('each call needs exactly the listed number of database round trips', async () => {
  await Promise.all(
    Array.from({ length: 20 }, () => db.database.query({ text: 'select pg_sleep(0.05)', values: [], name: '' })),
  )
  const people = await Promise.all(
    Object.keys(contract).map(async (path) => {
      const who = await someone({ isAffiliate: /system_affiliate(?!_apply)/.test(path) })
      return [path, who] as const
    }),
  )
  const seen: string[] = []
  for (const [index, [path, who]] of people.entries()) {
    const call: Call = contract[path as keyof CustomerContract]
    const input = (await inputs[path as keyof CustomerContract]?.(who)) ?? anyInput(call)
    const token = call.login || call.access === 'public' ? undefined : who.token
    const { trips, result } = await counter.count(() =>
      app.call(path as keyof CustomerContract, input as never, {
        token,
        address: `10.1.${index}.9`,
      }),
    )
    const [written, status] = tripsOf[path] ?? [-1, '']
    if (trips !== written || result.status !== status) seen.push(`'${path}': [${trips}, '${result.status}'],`)
  }
  expect(seen, 'calls that wait more or less often than is written down, or answer something else').toEqual([])
})
