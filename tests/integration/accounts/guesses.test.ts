import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Call } from '#shared/contract/call.ts'
import { contract } from '#shared/contract/customer.ts'
import type { ErrorData } from '#shared/errors.ts'
import { createTestApp, registerThroughApi, type Answer, type TestApp } from '../../support/app.ts'
import { createSeededRandom, makeValid, type Schema } from '../../support/contract-inputs.ts'
import { drawSeed } from '../../support/seed.ts'
import { asNative } from '../../support/native.ts'

const password = 'correct horse 42'
const email = 'owner@example.org'
/** Two further batches after every limit show that it holds. */
const triesOf = (name: string) => limitOf(name) + 2 * batch
const batch = 50
const random = createSeededRandom(drawSeed())

let app: TestApp
let token: string
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
  token = (await registerThroughApi(app, 'code.owner')).token
  const begun = await app.call('/api/user/user_totp_begin', { password }, { token })
  const code = new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate()
  const { status } = await app.call('/api/user/user_totp_confirm', { code }, { token })
  if (status !== 'OK') throw new Error(`no second factor: ${status}`)
  await app.db.asOwner(
    `insert into affiliates (user_id) select user_id from account_identifiers where value = 'code.owner'`,
  )
})
afterAll(() => app.close())
beforeEach(() => app.db.asOwner('delete from limit_counters'))

const isCode = (name: string) => /code$/i.test(name)
/** Every field of the contract that takes a code, as `path field`. New fields are included automatically. */
const found = Object.entries<Call>(contract).flatMap(([path, { input }]) =>
  Object.keys((input as Schema).properties ?? {})
    .filter(isCode)
    .map((field) => `${path} ${field}`),
)

const open: Readonly<Record<string, string>> = {
  '/api/user/user_login_code code': '256 random bits, of a code that lives for a minute or of a token',
  '/api/user/user_totp_confirm code': 'anyone who asks was shown the key of these codes a moment ago',
  ...Object.fromEntries(
    ['payment_joint_purchase', 'payment_joint_join_for_pay', 'payment_joint_pay_rest'].map((call) => [
      `/api/payment/${call} promoCode`,
      'a group refuses every promo code before it looks one up',
    ]),
  ),
}

/** Maximum number of checked guesses per field; 20 for all others. */
const limits: Readonly<Record<string, number>> = {
  // Attempts are limited by network; each code expires after five attempts.
  '/api/user/user_register_normal code': 100,
  '/api/user/user_reset_password code': 100,
  '/api/user/user_bind_identifier code': 100,
  // The code sent to the email address is checked first; the second factor allows ten attempts per session.
  '/api/user/user_bind_identifier factorCode': 100,
  '/api/user/user_bind_identifier recoveryCode': 100,
  // Invite codes are meant to be shared; only the number of new accounts per network is limited.
  '/api/user/user_register_normal inviteCode': 200,
  '/api/user/user_register_username inviteCode': 200,
  '/api/user/user_register_deviceid inviteCode': 200,
  '/api/user/user_register_passkey inviteCode': 200,
  // Visitors are identified by their network only.
  '/api/payment/payment_coupon code': 60,
}
const limitOf = (name: string) => limits[name] ?? 20

const digits = (length: number) => Array.from({ length }, () => random.below(10)).join('')
const letters = (length: number) =>
  Array.from({ length }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(random.below(32))).join('')
const guess = (path: string, field: string): string => {
  if (field === 'promoCode' || path.endsWith('_coupon')) return `GUESS-${letters(6)}`
  if (field === 'recoveryCode') return letters(16)
  if (field === 'inviteCode') return letters(8)
  return path.endsWith('_redeem_code') ? letters(16) : digits(6)
}

async function challenge(): Promise<string> {
  const answer = await app.call('/api/user/user_login_username', { accountName: 'code.owner', password, agreed: true })
  return (answer.data as unknown as NonNullable<ErrorData>).challenge ?? 'a'.repeat(43)
}

async function bodyOf(path: string, field: string): Promise<object> {
  const call = (contract as Record<string, Call>)[path]!
  const { required = [], properties = {} } = call.input as Schema
  const known = {
    accountName: [`guess.${letters(10).toLowerCase()}`],
    kind: ['email'],
    identifier: [path.includes('register') ? `new-${letters(10).toLowerCase()}@example.org` : email],
    password: [password],
    newPassword: ['another horse 43'],
    goodsId: ['plan-12'],
    currency: ['CNY'],
    method: ['alipay'],
    expectedTotalMinor: [20_000],
    idempotencyKey: [crypto.randomUUID()],
    agreed: [true],
    chain: ['bsc'],
    address: ['0x52908400098527886e0f7030069857d2e4169ee7'],
  }
  const names = Object.keys(properties).filter(
    (name) => (required.includes(name) || name === 'password') && !isCode(name) && name !== 'challenge',
  )
  return {
    ...Object.fromEntries(names.map((name) => [name, makeValid(properties[name]!, random, known, false, name)])),
    ...(path.includes('identifier') && { identifier: `other-${letters(8).toLowerCase()}@example.org` }),
    ...('challenge' in properties && { challenge: await challenge() }),
    ...(required.includes('code') && field !== 'code' && { code: digits(6) }),
    [field]: guess(path, field),
  }
}

const byNetwork = ['/api/user/user_bind_identifier']

/** Guesses a code: from a new IP address each time if only the account limits guesses, else from one IP address. */
async function attack(name: string): Promise<Answer<unknown>[]> {
  const [path = '', field = ''] = name.split(' ')
  const { access } = (contract as Record<string, Call>)[path]!
  const one = async (index: number) => {
    const input = (await bodyOf(path, field)) as never
    const rotates = access === 'user' && !byNetwork.includes(path)
    const address = rotates ? `10.${Math.floor(index / 250)}.${index % 250}.1` : '172.16.0.1'
    const device = { platform: 'ios', deviceId: `device-${letters(12)}` } as const
    return app.call(path as never, input, {
      address,
      ...(access === 'user' && { token }),
      ...(path.includes('deviceid') && asNative(app, device)),
    }) as Promise<Answer<unknown>>
  }
  const answers: Answer<unknown>[] = []
  for (let at = 0; at < triesOf(name); at += batch)
    answers.push(...(await Promise.all(Array.from({ length: batch }, (_, index) => one(at + index)))))
  return answers
}

it('every API field that takes a code is listed in this test', () => {
  expect(found.length).toBeGreaterThanOrEqual(19)
  expect(Object.keys({ ...open, ...limits }).filter((name) => !found.includes(name))).toEqual([])
})

it.each(found.filter((name) => !(name in open)))('guesses are checked only up to the limit: %s', async (name) => {
  const answers = await attack(name)
  const statuses = Map.groupBy(answers, ({ status }) => status)
  // Answers given before the code was checked.
  const unseen = ['TooManyRequests', 'SignInExpired'].map((status) => statuses.get(status)?.length ?? 0)
  const looked = answers.length - unseen.reduce((sum, count) => sum + count, 0)
  const seen = [...statuses].map(([status, { length }]) => `${status} ${length}`).join(', ')
  expect(statuses.get('OK'), seen).toBeUndefined()
  // An `InvalidRequest` that mentions "type" reports a malformed call of this test, which would check no guess.
  expect(
    statuses.get('InvalidRequest')?.some(({ raw }) => raw.includes('"type"')),
    seen,
  ).toBeFalsy()
  expect(looked, seen).toBeGreaterThan(0)
  expect(looked, seen).toBeLessThanOrEqual(limitOf(name))
})
