import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readInvite } from '#shared/typed-code.ts'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { digestPayer } from '#server/modules/payments/payer-digest.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { attributeReferral } from '#server/workflows/accounts/registration/attribute-referral.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'
import { readKeys } from '#simulators/build-simulator.ts'
import { signUnionpay, unionpayPaid, writeUnionpayForm } from '#simulators/unionpay/gateway.ts'
import {
  alipayDriver,
  keysFolder,
  stripeDriver,
  unionpayDriver,
  wechatDriver,
  type GatewayDriver,
} from './providers.setup.ts'
import { waitingJobs } from '../../support/jobs.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ timeoutMs: 1_000 })
})
afterAll(() => shop.close())

/** Paying account in the test. `card`: account at the gateway. `called`: its identifier in messages to the shop. */
const card = '6222021234567890123'
const drivers: [string, (shop: Shop) => GatewayDriver, string][] = [
  ['Alipay', alipayDriver, `2088${card}`],
  ['WeChat Pay', wechatDriver, `oUpF8uMuAJO_${card}`],
  ['UnionPay', unionpayDriver, card],
  ['Stripe', (open) => stripeDriver(open, 'card', 'USD', 4_490), card],
]

const payers = async ({ userId }: Placed): Promise<string[]> =>
  (
    await shop.rows<{ payer: string }>(
      `select encode(payer, 'hex') as payer from payment_payers where user_id = $1 order by payer`,
      [userId],
    )
  ).map(({ payer }) => payer)

async function order({ method, currency, totalMinor }: GatewayDriver): Promise<Placed> {
  const placed = await shop.order({ method, currency, totalMinor })
  await shop.visit(placed)
  return placed
}
const isPaid = async (placed: Placed): Promise<void> => {
  await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status)).toBe('paid')
}

describe.each(drivers)('payer account at %s', (_name, take, called) => {
  it('the payer is stored only as a keyed digest, from a notification or a query', async () => {
    const driver = take(shop)
    const digest = digestPayer(createKeyedDigest(shop.app.config.secretKey), driver.id, called)
    const [byNotification, byAnswer, other] = [await order(driver), await order(driver), await order(driver)]
    driver.pay(byNotification, { payer: card })
    await isPaid(byNotification)
    driver.pay(byAnswer, { payer: card, notify: 0 })
    const attempt = await findAttempt(shop.deps.database, byAnswer.attemptId)
    expect(await reconcileAttempt(shop.deps, attempt!)).toBe('settled')
    driver.pay(other, { payer: '6222029999999999999' })
    await isPaid(other)
    expect([await payers(byNotification), await payers(byAnswer)]).toEqual([[digest], [digest]])
    const [another, ...more] = await payers(other)
    expect([another === digest, more]).toEqual([false, []])
    expect(another).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('payer at UnionPay', () => {
  it('a masked card number at UnionPay is not stored as a payer', async () => {
    const driver = unionpayDriver(shop)
    const placed = await order(driver)
    driver.pay(placed)
    await isPaid(placed)
    expect(await payers(placed)).toEqual([])
  })

  it('a card token at UnionPay identifies the payer', async () => {
    const driver = unionpayDriver(shop)
    const placed = await order(driver)
    driver.pay(placed, { notify: 0 })
    const { unionpay: keys } = readKeys(keysFolder())
    const gatewayPayment = shop.simulator.counters.unionpay.fakeGateway.get(placed.attemptId)
    const { headers, body } = writeUnionpayForm(
      signUnionpay(
        { ...unionpayPaid(gatewayPayment), tokenPayData: '{token=6235240000020757577&trId=99988877766}' },
        keys,
      ),
    )
    const [fact] = shop.deps.payments
      .byId('unionpay')
      .parseNotification({ raw: Buffer.from(body), headers, now: null }).facts
    const digest = createKeyedDigest(shop.app.config.secretKey)
    expect(fact?.payer).toBe(digestPayer(digest, 'unionpay', '6235240000020757577'))
  })
})

describe('payer that Stripe does not name at first', () => {
  const counter = () => shop.simulator.counters.stripe
  const hush = () => counter().faults.add({ method: 'payer', kind: 'reset', times: 1_000, ms: 0 })
  afterEach(() => counter().faults.clear())

  async function brought(): Promise<Placed> {
    const driver = stripeDriver(shop, 'card', 'USD', 4_490)
    const inviter = await order(driver)
    driver.pay(inviter, { payer: `${card} ${inviter.userId}` })
    await isPaid(inviter)
    const placed = await order(driver)
    const [found] = await shop.rows<{ code: string }>('select invite_code as code from users where id = $1', [
      inviter.userId,
    ])
    const digest = createKeyedDigest(shop.app.config.secretKey)
    await shop.deps.database.transaction(async (tx) => {
      await openAffiliate(tx, inviter.userId)
      const who = { userId: placed.userId, invite: readInvite(found!.code), campaign: undefined }
      await attributeReferral(tx, { digest }, who, { platform: 'web', deviceId: 'web', network: placed.userId })
    })
    hush()
    driver.pay(placed, { payer: `${card} ${inviter.userId}` })
    await isPaid(placed)
    expect(await shop.books(placed)).toMatchObject({ standing: 1, grants: 1 })
    expect(await payers(placed)).toEqual([])
    expect(await referral(placed)).toEqual({ verdict: 'counted', reason: null, earned: 0 })
    return placed
  }
  const referral = async ({ userId, orderId }: Placed) =>
    (
      await shop.rows<{ verdict: string; reason: string | null; earned: number }>(
        `select verdict, reason, (select count(*)::int from commissions where order_id = $2) as earned
         from referrals where user_id = $1`,
        [userId, orderId],
      )
    )[0]!
  const waiting = async () => (await waitingJobs(shop.rows, 'process-provider-event')).length

  it('the payment takes effect at once, and the referral is judged after a later query names the payer', async () => {
    const placed = await brought()
    expect(await waiting()).toBe(1)
    counter().faults.clear()
    await shop.work()
    expect(await waiting()).toBe(0)
    expect(await payers(placed)).toHaveLength(1)
    expect(await referral(placed)).toEqual({ verdict: 'refused', reason: 'payer', earned: 0 })
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, grants: 1 })
  })

  it('the payer is queried four times, then the referral is judged without it', async () => {
    const placed = await brought()
    for (let tries = 1; tries < 4; tries++) {
      expect(await waiting()).toBe(1)
      expect(await referral(placed)).toMatchObject({ earned: 0 })
      await shop.work()
    }
    expect(await waiting()).toBe(0)
    expect(await payers(placed)).toEqual([])
    expect(await referral(placed)).toEqual({ verdict: 'counted', reason: null, earned: 1 })
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, grants: 1 })
  })
})

describe('payer digests', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.drop())

  it('the database refuses a payer that is not a digest', async () => {
    const { userId } = await createUser(db.database)
    const whole = db.asOwner('insert into payment_payers (payer, user_id) values ($1, $2)', [
      Buffer.from('2088123456789012'),
      userId,
    ])
    await expect(whole).rejects.toThrow(/check constraint/)
  })
})
