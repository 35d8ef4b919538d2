import { soundMachine } from '#tests/support/sound-machine.ts'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { lockApproved } from '#server/modules/affiliates/affiliates.queries.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { drawUpFew } from '#server/modules/payouts/payouts.service.ts'
import { readConfig } from '#server/platform/config.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { eraseNextDue } from '#server/workflows/accounts/privacy/erase-accounts.ts'
import { readStates } from '#server/workflows/alerts/read-states.ts'
import { createPayoutCheck, createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import {
  approvePreparedPayout,
  cancelOpenPayout,
  perform,
  preparePayouts,
  recordPayoutPaid,
} from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { eraseDueAccounts } from '../../support/erase-accounts.ts'
import { openCompany, type Bought, type Company, type Person } from './affiliates.setup.ts'
import { earnBy, lastMonth, payableAffiliate, randomHash, whileOpen } from './payouts.setup.ts'

let db: TestDatabase
let company: Company
const period = lastMonth()
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

/** Affiliate with $112.90 due whose account is due for erasure. */
async function leaving(): Promise<Person & { order: Bought }> {
  const affiliate = await payableAffiliate(company)
  const order = await earnBy(company, affiliate, 11_290 * 4)
  await db.asOwner(`insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 minute')`, [
    affiliate.userId,
  ])
  return { ...affiliate, order }
}
const prepare = () => preparePayouts(db.database, { period, operator: ada })
const payoutsOf = ({ userId }: Person) =>
  db.asOwner<{ id: string; state: string; minor: number }>(
    `select id, state, amount_minor::int as minor from settlements where affiliate_id = $1 order by prepared_at`,
    [userId],
  )
const deletionOf = async ({ userId }: Person) => {
  const [row] = await db.asOwner<{ isErased: boolean; waits: boolean; address: string | null }>(
    `select erased_at is not null as "isErased", erase_at > now() and erased_at is null as waits, payout_address as address
     from account_deletions d join affiliates a using (user_id) where d.user_id = $1`,
    [userId],
  )
  return row!
}
const nextDay = ({ userId }: Person) =>
  db.asOwner(`update account_deletions set erase_at = erase_at - interval '1 day' where user_id = $1`, [userId])
/** Number of accounts waiting for erasure according to the alert; null without an alert. */
const waiting = async () => {
  const { seen } = await readStates(db.database, {
    machine: soundMachine,
    config: { sms: null, smsBudget: { total: 1, perCountry: {} } } as never,
    now: new Date(),
    isOpen: () => false,
    onFailure: () => {},
  })
  return seen.find(({ kind }) => kind === 'erasure-waits')?.amount ?? null
}
const keyring = () => createKeyring(readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }).secretKey)

describe('the erasure of an affiliate', () => {
  it('an erasure waits while a payout is prepared or approved, raises an alert, and happens after the payment', async () => {
    const affiliate = await leaving()
    await prepare()
    const [payout] = await payoutsOf(affiliate)
    for (const approve of [false, true]) {
      if (approve) await approvePreparedPayout(db.database, payout!.id, ben)
      expect(await eraseDueAccounts(db.database)).toBe(0)
      expect(await deletionOf(affiliate)).toEqual({
        isErased: false,
        waits: true,
        address: `T${affiliate.userId}`,
      })
      expect(await waiting()).toBe(1)
      await nextDay(affiliate)
    }
    const paid = { id: payout!.id, hash: randomHash(), operator: ben }
    await recordPayoutPaid(db.database, createPayoutCheck(null), paid)
    expect(await eraseDueAccounts(db.database)).toBe(1)
    expect(await deletionOf(affiliate)).toEqual({ isErased: true, waits: false, address: null })
    expect(await waiting()).toBeNull()
    expect(await payoutsOf(affiliate)).toMatchObject([{ state: 'paid', minor: 11_290 }])
    expect((await verifyLedger(db.database)).problems).toEqual([])
  })

  it('an erasure happens once the payout is cancelled, and the affiliate gets no other payout', async () => {
    const affiliate = await leaving()
    await prepare()
    expect(await eraseDueAccounts(db.database)).toBe(0)
    const [payout] = await payoutsOf(affiliate)
    await cancelOpenPayout(db.database, createPayoutSearch(null), {
      id: payout!.id,
      reason: 'no address',
      operator: ada,
    })
    await nextDay(affiliate)
    expect(await eraseDueAccounts(db.database)).toBe(1)
    const resume = perform(db.database, 'affiliates.resume', { user: String(affiliate.uid) })
    await expect(resume).rejects.toThrow('has deleted their account')
    await prepare()
    expect(await payoutsOf(affiliate)).toMatchObject([{ state: 'cancelled' }])
  })

  it('an erasure waits for a payout that is being prepared at the same moment', async () => {
    const affiliate = await leaving()
    const run = { period, until: new Date(), minPayoutMinor: 10_000, preparedBy: ada }
    const { value } = await whileOpen(
      db,
      async (tx) =>
        drawUpFew(
          tx,
          (await lockApproved(tx, [affiliate.userId])).map(({ id }) => id),
          run,
        ),
      () => eraseDueAccounts(db.database),
    )
    expect(value).toBe(0)
    expect(await payoutsOf(affiliate)).toMatchObject([{ state: 'prepared', minor: 11_290 }])
    expect(await deletionOf(affiliate)).toMatchObject({ isErased: false, waits: true })
    await db.asOwner('delete from account_deletions where user_id = $1', [affiliate.userId])
  })

  it('no payout is prepared for an affiliate whose erasure comes first', async () => {
    const affiliate = await leaving()
    const { value, error } = await whileOpen(
      db,
      async (tx) => expect(await eraseNextDue(tx, keyring())).toBe('erased'),
      prepare,
    )
    expect([value?.failed, error]).toEqual([[], null])
    expect(await deletionOf(affiliate)).toMatchObject({ isErased: true })
    expect(await payoutsOf(affiliate)).toEqual([])
  })

  it('commissions in no payout stay owed in the ledger after an erasure, neither paid nor forfeited', async () => {
    const affiliate = await leaving()
    const owed = () =>
      db.asOwner<{ minor: number; orders: number }>(
        `select sum(case when credit = 'commissions-payable' then amount_minor else -amount_minor end)::int as minor,
           count(distinct order_id)::int as orders
         from ledger_postings
         where 'commissions-payable' in (debit, credit)
           and order_id in (select order_id from commissions where affiliate_id = $1)`,
        [affiliate.userId],
      )
    const commissions = () =>
      db.asOwner(
        `select order_id, amount_minor::int as minor, settlement_id from commissions where affiliate_id = $1 order by id`,
        [affiliate.userId],
      )
    const [before, earned] = [await owed(), await commissions()]
    expect(before).toEqual([{ minor: 11_290, orders: 1 }])
    expect(earned).toMatchObject([{ minor: 11_290, settlement_id: null }])
    expect(await eraseDueAccounts(db.database)).toBe(1)
    expect(await owed()).toEqual(before)
    expect(await commissions()).toEqual(earned)
    await prepare()
    expect(await payoutsOf(affiliate)).toEqual([])
    expect(await owed()).toEqual(before)
    await company.refund(affiliate.order)
    expect(await owed()).toEqual([{ minor: 0, orders: 1 }])
    expect((await verifyLedger(db.database)).problems).toEqual([])
  })

  it('a waiting erasure does not delay those of other accounts', async () => {
    const [waits, goes] = [await leaving(), await company.person()]
    await prepare()
    await db.asOwner(`insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 second')`, [
      goes.userId,
    ])
    expect(await eraseDueAccounts(db.database)).toBe(1)
    expect(await deletionOf(waits)).toMatchObject({ isErased: false, waits: true })
  })
})
