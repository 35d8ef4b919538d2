import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  forgetOldSignals,
  forgetSignalsOf,
  listPayoutSharers,
  notePayout,
} from '#server/modules/risk/signals.queries.ts'
import { payoutSignal } from '#server/modules/risk/make-signals.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openShop } from '../payments/payments.setup.ts'
import { openCompany, type Company } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
})
afterAll(() => db.drop())

const kinds = async (userId: string) =>
  (await db.asOwner<{ kind: string }>('select kind from risk_signals where user_id = $1 order by kind', [userId])).map(
    ({ kind }) => kind,
  )

const paidBy = async (who: { userId: string }, payer: string) => {
  const order = await company.order(who)
  await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer }])
  return order
}

describe('network signal', () => {
  it("networks are stored as digests in three widths at sign-up and payment, but the shop's own VPN exits are not", async () => {
    const shop = await openShop({ env: { EXIT_NETWORKS: '100.64.0.0/16' } })
    const { app, rows } = shop
    const signUp = async (accountName: string, address: string) => {
      const input = { accountName, password: 'correct horse 42', agreed: true }
      const { pragma } = await app.call('/api/user/user_register_username', input, { address })
      const info = await app.call('/api/system/system_user_info', {}, { token: pragma! })
      return { token: info.pragma!, uid: info.data.uid }
    }
    const counts = async ({ uid }: { uid: number }) =>
      (
        await rows<{ kind: string; count: number }>(
          `select kind, count(*)::int as count from risk_signals s join users u on u.id = s.user_id where uid = $1
           group by kind order by kind`,
          [uid],
        )
      ).map(({ kind, count }) => `${kind} ${count}`)
    const buy = async ({ token }: { token: string }, address: string) => {
      const input = {
        goodsId: 'plan-12',
        currency: 'CNY',
        method: 'alipay',
        expectedTotalMinor: 26_800,
        idempotencyKey: crypto.randomUUID(),
      } as const
      const { status } = await app.call('/api/payment/payment_purchase', input, { token, address })
      expect(status).toBe('OK')
    }
    const lin = await signUp('from.home', '203.0.113.7')
    expect(await counts(lin)).toEqual(['network 1', 'network_wide 1', 'network_widest 1'])
    await buy(lin, '203.0.113.7')
    expect(await counts(lin)).toEqual(['network 1', 'network_wide 1', 'network_widest 1'])
    await buy(lin, '203.0.114.9')
    expect(await counts(lin)).toEqual(['network 2', 'network_wide 2', 'network_widest 1'])
    const exit = await signUp('from.our.exit', '100.64.3.2')
    await buy(exit, '100.64.3.2')
    expect(await counts(exit)).toEqual([])
    await shop.close()
  })
})

describe('payer signal', () => {
  it('a payment makes its payer a risk signal, which stays after the payer is deleted', async () => {
    const person = await company.person()
    await paidBy(person, '1a'.repeat(32))
    expect(await kinds(person.userId)).toEqual(['payer'])
    await db.asOwner('delete from payment_payers where user_id = $1', [person.userId])
    const [row] = await db.asOwner('select gone_at is not null as gone from risk_signals where user_id = $1', [
      person.userId,
    ])
    expect(row).toEqual({ gone: true })
  })
})

describe('payout wallet signal', () => {
  const digest = createKeyedDigest(Buffer.alloc(32, 7))
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'

  it('two affiliates with one payout wallet address see each other, in any spelling, also after a change', async () => {
    const [ana, bo] = [await company.affiliate(), await company.affiliate()]
    await notePayout(db.database, ana.userId, payoutSignal(digest, address).digest)
    await notePayout(db.database, bo.userId, payoutSignal(digest, address.toLowerCase()).digest)
    expect(await listPayoutSharers(db.database, ana.userId)).toEqual([{ id: bo.userId, isFormer: false }])
    await notePayout(db.database, bo.userId, payoutSignal(digest, address.replace('5', '6')).digest)
    expect(await listPayoutSharers(db.database, ana.userId)).toEqual([{ id: bo.userId, isFormer: true }])
    await notePayout(db.database, bo.userId, payoutSignal(digest, address).digest)
    expect(await listPayoutSharers(db.database, bo.userId)).toEqual([{ id: ana.userId, isFormer: false }])
  })
})

describe('signal lifetime', () => {
  const age = (userId: string, days: number) =>
    db.asOwner(`update risk_signals set gone_at = now() - $2 * interval '1 day' where user_id = $1`, [userId, days])
  const sweep = async () => {
    while ((await forgetOldSignals(db.database, 2)) > 0);
  }

  it('a signal lives 90 days, and 180 where a purchase can still be disputed', async () => {
    const [buyer, other] = [await company.person(), await company.person()]
    await paidBy(buyer, '2b'.repeat(32))
    for (const { userId } of [buyer, other])
      await db.asOwner(`insert into risk_signals values ('network', sha256($1::text::bytea), $1::uuid, now())`, [
        userId,
      ])
    await db.asOwner('delete from payment_payers where user_id = $1', [buyer.userId])
    const aged = async (days: number) => {
      for (const { userId } of [buyer, other]) await age(userId, days)
      await sweep()
      return [await kinds(buyer.userId), await kinds(other.userId)]
    }
    const money = ['network', 'payer']
    // One hour before the retention ends, and at its end.
    expect(await aged(90 - 1 / 24)).toEqual([money, ['network']])
    expect(await aged(90)).toEqual([money, []])
    expect(await aged(180 - 1 / 24)).toEqual([money, []])
    expect(await aged(180)).toEqual([[], []])
  })

  it('erasure keeps only payer and payout signals, and only of purchases that were not refunded', async () => {
    const [buyer, refunded] = [await company.person(), await company.person()]
    await paidBy(buyer, '3c'.repeat(32))
    const order = await paidBy(refunded, '4d'.repeat(32))
    await company.refund(order)
    for (const { userId } of [buyer, refunded]) {
      await db.asOwner(`insert into risk_signals values ('network', sha256($1::text::bytea), $1::uuid, now())`, [
        userId,
      ])
      await db.asOwner('delete from payment_payers where user_id = $1', [userId])
      await forgetSignalsOf(db.database, userId)
    }
    expect([await kinds(buyer.userId), await kinds(refunded.userId)]).toEqual([['payer'], []])
    const [row] = await db.asOwner(
      `select gone_at = o.paid_at as "fromPayment" from risk_signals s join orders o on o.user_id = s.user_id
       where s.user_id = $1`,
      [buyer.userId],
    )
    expect(row).toEqual({ fromPayment: true })
  })
})
