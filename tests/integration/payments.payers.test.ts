import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyKnownPayers } from '#server/db/key-payers.ts'
import { findAttempt } from '#server/modules/payments/payments.service.ts'
import { digestPayer } from '#server/modules/payments/payer-digest.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { reconcileAttempt } from '#server/workflows/reconcile-attempt.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { createUser } from '../factories.ts'
import { openShop, type Placed, type Shop } from './payments.setup.ts'
import { readKeys } from '#simulators/build-simulator.ts'
import { signUnionpay, unionpayPaid, writeUnionpayForm } from '#simulators/unionpay/gateway.ts'
import { alipayHand, keysFolder, stripeHand, unionpayHand, wechatHand, type Hand } from './providers.setup.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ timeoutMs: 1_000 })
})
afterAll(() => shop.close())

/** `card`: an account at the gateway; `called`: what the gateway calls it to the shop. */
const card = '6222021234567890123'
const hands: [string, (shop: Shop) => Hand, string][] = [
  ['Alipay', alipayHand, `2088${card}`],
  ['WeChat Pay', wechatHand, `oUpF8uMuAJO_${card}`],
  ['UnionPay', unionpayHand, card],
  ['Stripe', (open) => stripeHand(open, 'card', 'USD', 4_490), card],
]

const payers = async ({ userId }: Placed): Promise<string[]> =>
  (
    await shop.rows<{ payer: string }>(
      `select encode(payer, 'hex') as payer from payment_payers where user_id = $1 and keyed order by payer`,
      [userId],
    )
  ).map(({ payer }) => payer)

async function order({ method, currency, totalMinor }: Hand): Promise<Placed> {
  const placed = await shop.order({ method, currency, totalMinor })
  await shop.visit(placed)
  return placed
}
const isPaid = async (placed: Placed): Promise<void> => {
  await expect.poll(async () => (await shop.work(), (await shop.books(placed)).status), { timeout: 5_000 }).toBe('paid')
}

describe.each(hands)('the account that paid at %s', (_name, take, called) => {
  it('is remembered by a keyed digest alone, whether a letter or an answer brings it', async () => {
    const hand = take(shop)
    const digest = digestPayer(createKeyedDigest(shop.app.config.secretKey), hand.id, called)
    const [byLetter, byAnswer, other] = [await order(hand), await order(hand), await order(hand)]
    hand.pay(byLetter, { payer: card })
    await isPaid(byLetter)
    hand.pay(byAnswer, { payer: card, notify: 0 })
    const attempt = await findAttempt(shop.deps.database, byAnswer.attemptId)
    expect(await reconcileAttempt(shop.deps, attempt!)).toBe('settled')
    hand.pay(other, { payer: '6222029999999999999' })
    await isPaid(other)
    expect([await payers(byLetter), await payers(byAnswer)]).toEqual([[digest], [digest]])
    const [another, ...more] = await payers(other)
    expect([another === digest, more]).toEqual([false, []])
    expect(another).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a payer whom nobody names', () => {
  it('at UnionPay: a masked card is many people’s, and is nobody’s', async () => {
    const hand = unionpayHand(shop)
    const placed = await order(hand)
    hand.pay(placed)
    await isPaid(placed)
    expect(await payers(placed)).toEqual([])
  })

  it('at UnionPay by a number, but by a token: that is compared', async () => {
    const hand = unionpayHand(shop)
    const placed = await order(hand)
    hand.pay(placed, { notify: 0 })
    const { unionpay: keys } = readKeys(keysFolder())
    const bill = shop.simulator.counters.unionpay.till.get(placed.attemptId)
    const { headers, body } = writeUnionpayForm(
      signUnionpay({ ...unionpayPaid(bill), tokenPayData: '{token=6235240000020757577&trId=99988877766}' }, keys),
    )
    const [fact] = shop.deps.payments
      .byId('unionpay')
      .parseNotification({ raw: Buffer.from(body), headers, now: null }).facts
    const digest = createKeyedDigest(shop.app.config.secretKey)
    expect(fact?.payer).toBe(digestPayer(digest, 'unionpay', '6235240000020757577'))
  })

  it('at Stripe, because it does not answer: what was paid counts all the same', async () => {
    const hand = stripeHand(shop, 'card', 'USD', 4_490)
    const placed = await order(hand)
    shop.simulator.counters.stripe.faults.add({ method: 'payer', kind: 'reset', times: 4, ms: 0 })
    hand.pay(placed, { payer: card })
    await isPaid(placed)
    expect(await payers(placed)).toEqual([])
    shop.simulator.counters.stripe.faults.clear()
  })
})

describe('digests that were made without the key', () => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.drop())

  it('come under it, once, more than a batch of them; those that had both keep one', async () => {
    const secretKey = randomBytes(32)
    const { userId } = await createUser(db.database)
    const known = digestPayer(createKeyedDigest(secretKey), 'alipay', '2088-7')
    await db.asOwner(
      `insert into payment_payers (payer, user_id, seen_at)
       select sha256(convert_to('alipay 2088-' || n, 'UTF8')), $1, '2026-01-01' from generate_series(1, 1500) n`,
      [userId],
    )
    await db.asOwner(`insert into payment_payers (payer, user_id, keyed) values ($1, $2, true)`, [
      Buffer.from(known, 'hex'),
      userId,
    ])
    const read = () =>
      db.asOwner<{ payer: string; keyed: boolean }>(
        `select encode(payer, 'hex') as payer, keyed from payment_payers order by payer`,
      )
    await keyKnownPayers(db.database, secretKey)
    const rows = await read()
    await keyKnownPayers(db.database, secretKey)
    expect(await read()).toEqual(rows)
    const wanted = Array.from({ length: 1_500 }, (_, index) =>
      digestPayer(createKeyedDigest(secretKey), 'alipay', `2088-${index + 1}`),
    )
    expect(rows.map(({ payer }) => payer).toSorted()).toEqual(wanted.toSorted())
    expect(rows.every(({ keyed }) => keyed)).toBe(true)
    const plain = createHash('sha256').update('alipay 2088-1').digest('hex')
    expect(rows.map(({ payer }) => payer)).not.toContain(plain)
  })

  it('cannot be stored whole: what is no digest is refused', async () => {
    const { userId } = await createUser(db.database)
    const whole = db.asOwner('insert into payment_payers (payer, user_id) values ($1, $2)', [
      Buffer.from('2088123456789012'),
      userId,
    ])
    await expect(whole).rejects.toThrow(/check constraint/)
  })
})
