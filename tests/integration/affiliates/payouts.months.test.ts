import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { monthAfter, monthAt, monthEnd, type MonthZones } from '#shared/month-zones.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { readConfig } from '#server/platform/config.ts'
import { describeAffiliate } from '#server/workflows/affiliates/describe-affiliate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { preparePayouts } from '#tests/support/operator-acts.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { ada } from '#tests/support/operators.ts'
import { openCompany, type Company } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
let ann: OperatorDesk
let lee: OperatorDesk
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  company = openCompany(db)
  ann = await OperatorDesk.open(db, readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
  await ann.firstOwner()
  lee = (await ann.hire('lee', 'owner')).desk
})
afterAll(async () => {
  await Promise.all([ann, lee].map((desk) => desk?.close()))
  await db?.drop()
})
afterEach(() => db.asOwner(`delete from settings where key = 'monthZones'`))

const zones = async () => (await readSettings(db.database)).monthZones
const setTo = (value: MonthZones) =>
  db.asOwner(`insert into settings (key, value) values ('monthZones', $1)`, [JSON.stringify(value)])
const setZone = (zone: string) => ann.run(['payouts', 'set-zone', '--zone', zone, '--reason', 'our office'])
const grant = (printed: string, desk: OperatorDesk) =>
  desk.run(['approvals', 'grant', '--id', /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''])

describe('payout time zone', () => {
  it('two owners can change the time zone of payout months from the next month on, in a shop that has figures', async () => {
    await db.asOwner(
      `insert into ledger_postings (id, source, source_id, debit, credit, currency, amount_minor)
       values (gen_random_uuid(), 'payment', 'the first', 'clearing:alipay', 'revenue', 'CNY', 1)`,
    )
    const printed = await setZone('Asia/Shanghai')
    expect(printed).toContain('Changing the payout months takes two operators.')
    await expect(grant(printed, ann)).rejects.toThrow('Another operator must approve it')
    expect(await zones()).toEqual([])
    await grant(printed, lee)
    const month = monthAfter(new Date().toISOString().slice(0, 7))
    expect(await zones()).toEqual([{ from: month, zone: 'Asia/Shanghai' }])
    await expect(setZone('Asia/Shanghai')).rejects.toThrow('--zone has this value already.')
    await grant(await setZone('UTC'), lee)
    expect(await zones()).toEqual([])
  })

  it.each(['Mars/Base', '+08:00', 'Asia/Nowhere'])('an unknown time zone is refused: %s', async (zone) => {
    await expect(setZone(zone)).rejects.toThrow('--zone must be a time zone like Asia/Shanghai')
    expect(await zones()).toEqual([])
  })
})

describe('end of a payout month in its time zone', () => {
  const before = (month: string) => {
    const [year = 0, number = 0] = month.split('-').map(Number)
    return new Date(Date.UTC(year, number - 2)).toISOString().slice(0, 7)
  }

  it('a payout takes commissions up to the month end in its zone, to the millisecond', async () => {
    const last = before(new Date().toISOString().slice(0, 7))
    const shanghai = [{ from: before(last), zone: 'Asia/Shanghai' }]
    await setTo(shanghai)
    const end = monthEnd(shanghai, last)
    expect(end.toISOString()).toMatch(/T16:00:00\.000Z$/)
    const affiliate = await company.affiliate()
    const [inside, outside] = [
      await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 48_000, currency: 'USD' }),
      await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 80_000, currency: 'USD' }),
    ]
    const earnedAt = (orderId: string, at: Date) =>
      db.asOwner(
        `update commissions set earned_at = $2, held_until = now() - interval '1 second' where order_id = $1`,
        [orderId, at],
      )
    await earnedAt(inside.orderId, new Date(end.getTime() - 1))
    await earnedAt(outside.orderId, end)
    await preparePayouts(db.database, { period: `${last}-01`, operator: ada })
    const rows = await db.asOwner(
      `select s.period::text as period, s.amount_minor::int as minor, c.order_id as "orderId"
       from settlements s join commissions c on c.settlement_id = s.id where s.affiliate_id = $1`,
      [affiliate.userId],
    )
    expect(rows).toEqual([{ period: `${last}-01`, minor: 12_000, orderId: inside.orderId }])
  })

  it('a month is not closed before its end in the zone, and the affiliate sees that time', async () => {
    const month = new Date().toISOString().slice(0, 7)
    const west = [{ from: before(month), zone: 'Etc/GMT+12' }]
    await setTo(west)
    await expect(preparePayouts(db.database, { period: `${month}-01`, operator: ada })).rejects.toThrow(
      `It can be closed from ${monthEnd(west, month).toISOString()}`,
    )
    const { userId } = await company.affiliate()
    const reader = { userId, publicOrigin: 'https://vpn.example', language: 'en' } as const
    const asked = new Date()
    const { nextPayout } = (await describeAffiliate(db.database, reader)).overview!
    const current = monthAt(west, asked)
    expect(nextPayout).toMatchObject({ period: current, closesOn: `${monthAfter(current)}-01` })
    expect(nextPayout.closesAt).toBe(monthEnd(west, current).getTime())
  })
})
