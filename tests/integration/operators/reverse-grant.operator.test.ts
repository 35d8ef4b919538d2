import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTerms } from '#server/modules/tunnels/entitlements.queries.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openCompany, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { readPage } from './pages.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const show = ({ uid }: Person) => readPage(db.database, 'people.show', { user: String(uid) })
const give = ({ uid }: Person, days: number) =>
  perform(db.database, 'people.give-time', { user: String(uid), days, reason: 'a present' })
const reverse = ({ uid }: Person, grant: string) =>
  perform(db.database, 'people.reverse-grant', { user: String(uid), grant, reason: 'by mistake' })

/** Expects ledger, membership and tunnels to agree. Returns the expiry. */
async function agreeAbout(person: Person): Promise<Date | null> {
  const page = await show(person)
  const [sums] = await db.asOwner<{ total: string; folded: string }>(
    `select sum(g.seconds) as total, max(m.total_seconds) as folded
     from membership_grants g join memberships m on m.user_id = g.user_id where g.user_id = $1`,
    [person.userId],
  )
  expect(sums?.total).toBe(sums?.folded)
  expect(page.time[0]?.expires).toEqual(page.memberUntil)
  expect((await findTerms(db.database, person.userId))?.expiresAt).toEqual(page.memberUntil)
  return page.memberUntil
}

describe('reversing granted time', () => {
  it('granted time is taken back exactly, and ledger, membership and tunnels agree', async () => {
    const person = await company.member()
    await give(person, 3)
    const { time } = await show(person)
    await give(person, 7)
    const before = (await agreeAbout(person))!
    const version = (await findTerms(db.database, person.userId))!.version
    const reversed = await reverse(person, time[0]!.id)
    expect(reversed).toMatchObject({ uid: person.uid, before, seconds: -3 * 86_400, benefits: 0 })
    expect((await agreeAbout(person))?.getTime()).toBe(before.getTime() - 3 * 86_400_000)
    expect((await findTerms(db.database, person.userId))!.version).toBeGreaterThan(version)
    const page = await show(person)
    expect(page.time[0]).toMatchObject({ state: 'reversal', seconds: -3 * 86_400, note: 'by mistake' })
    expect(page.acts[0]).toMatchObject({ action: 'people.reverse-grant' })
  })

  it('granted time is taken back once by two operators at the same time', async () => {
    const person = await company.member()
    await give(person, 3)
    const grant = (await show(person)).time[0]!.id
    const before = (await agreeAbout(person))!
    const results = await Promise.allSettled([reverse(person, grant), reverse(person, grant), reverse(person, grant)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await agreeAbout(person))?.getTime()).toBe(before.getTime() - 3 * 86_400_000)
    await expect(reverse(person, grant)).rejects.toThrow('taken back before')
  })

  it('taking back a one-year code ends its benefits and reports how many', async () => {
    const person = await company.person()
    await db.asOwner(`insert into benefit_kinds (kind, names) values ('video', '{"en": "Video", "zh-CN": "视频"}')`)
    await db.asOwner(
      `with granted as (
         insert into membership_grants (id, user_id, source, source_id, seconds, plan_months, max_devices, expires_at)
         values (gen_random_uuid(), $1, 'redeem', 'a code', 31536000, 12, 5, now() + interval '365 days'))
       insert into memberships (user_id, expires_at, total_seconds, max_devices, yearly_until)
       values ($1, now() + interval '365 days', 31536000, 5, now() + interval '365 days')`,
      [person.userId],
    )
    await db.asOwner(
      `insert into benefit_stock (id, kind, account, sealed_password, link, imported_by, assigned_to, assigned_at)
       values (gen_random_uuid(), 'video', 'a@example.com', '', 'https://example.com', 'ada', $1, now())`,
      [person.userId],
    )
    const { time, benefits } = await show(person)
    expect(benefits).toHaveLength(1)
    expect(await reverse(person, time[0]!.id)).toMatchObject({ benefits: 1 })
    expect(await show(person)).toMatchObject({ benefits: [], yearlyUntil: null })
  })

  it('purchased time, referral rewards and grants of another user cannot be taken back', async () => {
    const person = await company.person()
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    await company.buy(person, { totalMinor: 3_500 })
    await company.buy(friend, { totalMinor: 3_500 })
    const before = await agreeAbout(person)
    const paid = (await show(person)).time[0]!
    await expect(reverse(person, paid.id)).rejects.toThrow('with a refund of the order')
    const earned = (await show(inviter)).time.find(({ source }) => source === 'invite')!
    await expect(reverse(inviter, earned.id)).rejects.toThrow('It is taken back when the referral is refused')
    await expect(reverse(friend, paid.id)).rejects.toThrow('never given')
    expect(await agreeAbout(person)).toEqual(before)
  })

  it('a preview takes nothing back', async () => {
    const person = await company.member()
    await give(person, 3)
    const before = await agreeAbout(person)
    const input = { user: String(person.uid), grant: (await show(person)).time[0]!.id, reason: 'x' }
    const preview = await perform(db.database, 'people.reverse-grant', input, { preview: true })
    expect(preview.after.getTime()).toBe(before!.getTime() - 3 * 86_400_000)
    expect(await agreeAbout(person)).toEqual(before)
  })
})
