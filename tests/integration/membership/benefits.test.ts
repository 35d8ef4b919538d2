import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantPlan } from '#server/modules/membership/membership.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { importStock } from '#server/modules/benefits/benefits.service.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { describeBenefits, revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { ada } from '#tests/support/operators.ts'

let db: TestDatabase
const keyring = createKeyring(Buffer.alloc(32, 3))
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 24 })
})
afterAll(() => db.drop())

const stock = (kind: string, count: number) => {
  const items = Array.from({ length: count }, (_, index) => ({
    account: `${kind}-${index}@example.com`,
    password: `secret of ${kind} ${index}`,
    link: 'https://video.example/in',
  }))
  const file = { kind, names: { en: kind, 'zh-CN': kind }, items }
  return db.database.transaction((tx) => importStock(tx, keyring, file, ada.name))
}
async function member(months: number): Promise<string> {
  const { userId } = await createUser(db.database)
  const plan = { userId, source: 'operator', sourceId: userId, months, bonusDays: 0, maxDevices: 5 } as const
  await db.database.transaction((tx) => grantPlan(tx, plan))
  return userId
}
const reveal = (userId: string, kind: string) => revealBenefit(db.database, keyring, userId, kind)

describe('benefits', () => {
  it('are for members of a year, masked until they are asked for, and the same ones ever after', async () => {
    await stock('video', 2)
    const [yearly, monthly] = [await member(12), await member(1)]
    expect(await describeBenefits(db.database, monthly, 'en')).toMatchObject({
      hasBenefits: 0,
      state: 'not_entitled',
      kinds: [],
    })
    await expect(reveal(monthly, 'video')).rejects.toMatchObject({ status: 'BenefitsNotEntitled' })
    expect(await describeBenefits(db.database, yearly, 'en')).toMatchObject({
      hasBenefits: 1,
      hasBenefitsNew: 1,
      state: 'available',
      kinds: [{ kind: 'video', state: 'available', account: null }],
    })
    const first = await reveal(yearly, 'video')
    expect(first).toMatchObject({ account: 'video-0@example.com', password: 'secret of video 0' })
    expect(await reveal(yearly, 'video')).toEqual(first)
    expect(await describeBenefits(db.database, yearly, 'en')).toMatchObject({
      state: 'assigned',
      kinds: [{ state: 'assigned', account: 'vi•••' }],
    })
  })

  it('go to one each: of a hundred at once no one gets another one’s, no one two, and who comes too late is told', async () => {
    await stock('music', 60)
    const people = await Promise.all(Array.from({ length: 50 }, () => member(12)))
    // Everyone asks twice at the same moment.
    const outcomes = await Promise.allSettled(
      people.flatMap((userId) => [userId, userId]).map((userId) => reveal(userId, 'music')),
    )
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true)
    const [held] = await db.asOwner<{ people: number; accounts: number }>(
      `select count(distinct assigned_to)::int as people, count(*)::int as accounts from benefit_stock where kind = 'music' and assigned_to is not null`,
    )
    expect(held).toEqual({ people: 50, accounts: 50 })
    const more = await Promise.all(Array.from({ length: 20 }, () => member(12)))
    const late = await Promise.allSettled(more.map((userId) => reveal(userId, 'music')))
    expect(late.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(late.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 'BenefitsOutOfStock' } })
  })

  it('are sealed in the database', async () => {
    await stock('books', 1)
    const [dump] = await db.asOwner<{ text: string }>(
      `select string_agg(b::text || encode(sealed_password, 'escape'), ' ') as text from benefit_stock b`,
    )
    expect(dump!.text).not.toContain('secret of')
  })

  it('end with the entitlement, and one that was withdrawn is shown to no one and replaced', async () => {
    await stock('news', 2)
    const userId = await member(12)
    const { account } = await reveal(userId, 'news')
    await perform(db.database, 'benefits.withdraw', { kind: 'news', account, reason: 'broken' })
    expect((await reveal(userId, 'news')).account).not.toBe(account)
    await db.asOwner(`update memberships set yearly_until = now(), benefits_until = now() where user_id = $1`, [userId])
    await expect(reveal(userId, 'news')).rejects.toMatchObject({ status: 'BenefitsNotEntitled' })
  })
})
