import { randomUUIDv7 } from 'node:crypto'
import { ulid } from 'ulid'
import type { Currency } from '#shared/money.ts'
import { readInvite } from '#shared/typed-code.ts'
import { openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { attributeReferral, type Campaign } from '#server/workflows/accounts/registration/attribute-referral.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import type { TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'

export type Person = Awaited<ReturnType<typeof createUser>> & { inviteCode: string }
export type Bought = { orderId: string; attemptId: string; userId: string; totalMinor: number; currency: Currency }
export type Company = ReturnType<typeof openCompany>

const digest = createKeyedDigest(Buffer.alloc(32, 7))

/** Users who invite, register and buy on a real database by the product's own functions, without a provider. */
export function openCompany(db: Pick<TestDatabase, 'database' | 'asOwner'>) {
  const { database } = db
  let network = 0
  async function person(): Promise<Person> {
    const user = await createUser(database)
    const [row] = await db.asOwner<{ code: string }>('select invite_code as code from users where id = $1', [
      user.userId,
    ])
    return { ...user, inviteCode: row!.code }
  }
  const come = async (
    typed: string,
    { campaign, deviceId = 'web', from = `10.0.${network >> 8}.${network++ & 255}` }: Coming = {},
  ): Promise<Person> => {
    const friend = await person()
    const caller = { platform: deviceId === 'web' ? 'web' : 'ios', deviceId, network: from } as const
    await database.transaction((tx) =>
      attributeReferral(tx, { digest }, { userId: friend.userId, invite: readInvite(typed), campaign }, caller),
    )
    return friend
  }
  const settle = (orderId: string, facts: readonly Fact[]) =>
    database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts, source: 'query' }))
  const fact = (order: Bought, kind: Fact['kind'], amountMinor: number, refundId: string | null = null): Fact => ({
    provider: 'alipay',
    kind,
    attemptId: order.attemptId,
    providerTxnId: `T${order.attemptId}`,
    refundId,
    amount: { amountMinor, currency: order.currency },
    at: new Date(),
    rawHash: 'a test',
  })
  return {
    db,
    digest,
    person,
    come,
    settle,
    fact,
    async member(): Promise<Person> {
      const user = await person()
      const grant = {
        userId: user.userId,
        source: 'operator',
        sourceId: randomUUIDv7(),
        seconds: 86_400 * 90,
        note: null,
      } as const
      await database.transaction((tx) => grantTime(tx, grant))
      return user
    },
    async affiliate(): Promise<Person> {
      const user = await person()
      await database.transaction((tx) => openAffiliate(tx, user.userId))
      return user
    },
    async order(
      { userId }: { userId: string },
      { totalMinor = 26_800, currency = 'CNY', months = 12, provider = 'alipay' }: Cart = {},
    ): Promise<Bought> {
      const [orderId, attemptId] = [randomUUIDv7(), ulid()]
      await db.asOwner(
        `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
           price_minor, status, idempotency_key, request_hash, payable_until)
         values ($1, $2, $3, 'plan-12', '{"en": "12 months", "zh-CN": "12 个月"}', $4, 0, 5, $7, $5, $6, $6, 'awaiting_payment', $2, '',
           now() + interval '30 minutes')`,
        [orderId, attemptId, userId, months, currency, totalMinor, provider],
      )
      await db.asOwner(
        `insert into payment_attempts (id, order_id, provider, method, currency, amount_minor, status, expires_at)
         values ($1, $2, $5, $5, $3, $4, 'open', now() + interval '30 minutes')`,
        [attemptId, orderId, currency, totalMinor, provider],
      )
      return { orderId, attemptId, userId, totalMinor, currency }
    },
    pay: (order: Bought) => settle(order.orderId, [fact(order, 'paid', order.totalMinor)]),
    async buy(who: { userId: string }, cart: Cart = {}): Promise<Bought> {
      const order = await this.order(who, cart)
      await this.pay(order)
      return order
    },
    /** Purchase paid from a payer's account at a provider, or from a wallet (provider `crypto`). */
    async buyFrom(who: { userId: string }, payer: string, cart: Cart = {}): Promise<Bought> {
      const order = await this.order(who, cart)
      const { provider = 'alipay' } = cart
      await settle(order.orderId, [{ ...fact(order, 'paid', order.totalMinor), provider, payer }])
      return order
    },
    transfer: (order: Bought, hash: string, minor: number) =>
      settle(order.orderId, [{ ...fact(order, 'paid', minor), provider: 'crypto', providerTxnId: hash }]),
    giveBack: (order: Bought, hash: string, minor: number) =>
      settle(order.orderId, [
        { ...fact(order, 'refunded', minor, `back ${hash} ${minor}`), provider: 'crypto', providerTxnId: hash },
      ]),
    /** Reports a refund of an order. `minor`: total refunded so far. */
    refund: (order: Bought, minor = order.totalMinor) => settle(order.orderId, [fact(order, 'refunded', minor)]),
    dispute: (order: Bought) => settle(order.orderId, [fact(order, 'disputed', order.totalMinor)]),
    rows: db.asOwner,
    async commissions(order: Bought): Promise<number[]> {
      const rows = await db.asOwner<{ minor: number }>(
        'select amount_minor::int as minor from commissions where order_id = $1 order by booked_at, id',
        [order.orderId],
      )
      return rows.map(({ minor }) => minor)
    },
    async seconds({ userId }: { userId: string }): Promise<number> {
      const [row] = await db.asOwner<{ seconds: number }>(
        `select coalesce(sum(seconds), 0)::int as seconds from membership_grants g
         where user_id = $1 and (source = 'invite' or exists (select from membership_grants i where i.id = g.reverses and i.source = 'invite'))`,
        [userId],
      )
      return row!.seconds
    },
    async referral({ userId }: { userId: string }) {
      const [row] = await db.asOwner<{
        inviter: string
        verdict: string
        reason: string | null
        outcome: string | null
      }>('select inviter_id as inviter, verdict, reason, outcome from referrals where user_id = $1', [userId])
      return row ?? null
    },
    passHolds: () =>
      db.asOwner(`update commissions set held_until = now() - interval '1 second' where held_until > now()`),
    passMonth: () =>
      db.asOwner(`update commissions set earned_at = date_trunc('month', now()) - interval '1 day', held_until = now() - interval '1 second'
        where earned_at >= date_trunc('month', now())`),
  }
}
type Coming = { campaign?: Campaign; deviceId?: string; from?: string }
type Cart = { totalMinor?: number; currency?: Currency; months?: number; provider?: 'alipay' | 'crypto' }
