import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { operatorActions } from '#shared/contract/operator.ts'
import { previewOf } from '#server/operator/preview-of.ts'
import { grantPlan } from '#server/modules/membership/membership.service.ts'
import { readConfig } from '#server/platform/config.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { sql } from '#server/platform/sql.ts'
import { importStock } from '#server/modules/benefits/benefits.service.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { describeBenefits, revealBenefit } from '#server/workflows/membership/use-benefits.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { ada } from '#tests/support/operators.ts'

let db: TestDatabase
const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
const keyring = createKeyring(config.secretKey)
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

describe('member benefits', () => {
  it('benefits are for yearly members, masked until revealed, and stay the same', async () => {
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
      kinds: [{ state: 'assigned', account: 'v***' }],
    })
  })

  it('concurrent members get one benefit each, and late ones are told that it is out of stock', async () => {
    await stock('music', 60)
    const people = await Promise.all(Array.from({ length: 50 }, () => member(12)))
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

  it('benefit passwords are encrypted in the database', async () => {
    await stock('books', 1)
    const [dump] = await db.asOwner<{ text: string }>(
      `select string_agg(b::text || encode(sealed_password, 'escape'), ' ') as text from benefit_stock b`,
    )
    expect(dump!.text).not.toContain('secret of')
  })

  it('a benefit ends with its entitlement, and a withdrawn one is hidden and replaced', async () => {
    await stock('news', 2)
    const userId = await member(12)
    const { account } = await reveal(userId, 'news')
    await perform(db.database, 'benefits.withdraw', { kind: 'news', account, reason: 'broken' })
    expect((await reveal(userId, 'news')).account).not.toBe(account)
    await db.asOwner(`update memberships set yearly_until = now() where user_id = $1`, [userId])
    await expect(reveal(userId, 'news')).rejects.toMatchObject({ status: 'BenefitsNotEntitled' })
  })

  it('a stopped benefit is given to nobody, stays with its holders, and is given again after resuming', async () => {
    await stock('films', 3)
    const [first, second] = [await member(12), await member(12)]
    const { account } = await reveal(first, 'films')
    await perform(db.database, 'benefits.end', { kind: 'films', reason: 'too dear' })
    const [before] = await levelsOf('films')
    expect(before).toMatchObject({ state: 'discontinued', inStock: 2, claimed: 1 })
    await expect(reveal(second, 'films')).rejects.toMatchObject({ status: 'BenefitsOutOfStock' })
    expect(await kindsOf(second)).not.toContain('films')
    expect(await kindsOf(first)).toContain('films')
    expect((await reveal(first, 'films')).account).toBe(account)
    const file = 'x@example.com\tsecret\thttps://video.example/in'
    await expect(importInto('films', file)).rejects.toThrow(/films is no longer given out/)
    await expect(perform(db.database, 'benefits.end', { kind: 'films', reason: 'again' })).rejects.toThrow(/already/)
    await perform(db.database, 'benefits.resume', { kind: 'films', reason: 'cheaper' })
    expect((await reveal(second, 'films')).account).not.toBe(account)
  })

  it('a benefit can be stopped or stocked while members claim it, although the preview numbers change', async () => {
    await stock('maps', 3)
    const compared = async () => {
      const end = { kind: 'maps', reason: 'too dear' }
      const more = { kind: 'maps', file: 'x@example.com\tsecret\thttps://video.example/in' }
      const ended = await perform(db.database, 'benefits.end', end, { preview: true })
      const stocked = await perform(db.database, 'benefits.import', more, { preview: true, config })
      return [
        previewOf(operatorActions['benefits.end'].output, ended, true),
        previewOf(operatorActions['benefits.import'].output, stocked, true),
      ]
    }
    const before = await compared()
    await reveal(await member(12), 'maps')
    expect(await compared()).toEqual(before)
  })

  it('an import that returns withdrawn benefits to stock gives them the new password, and leaves claimed benefits unchanged', async () => {
    await stock('games', 2)
    const userId = await member(12)
    const { account } = await reveal(userId, 'games')
    const { uid } = await db.database.one(
      sql<{ uid: number }>`select uid from account_labels where user_id = ${userId}`,
    )
    const input = { kind: 'games', account, reason: 'shared' }
    const preview = await perform(db.database, 'benefits.withdraw', input, { preview: true })
    expect(preview).toMatchObject({ account, user: uid, another: true })
    await perform(db.database, 'benefits.withdraw', input)
    const other = (await reveal(userId, 'games')).account
    const last = { kind: 'games', account: other, reason: 'shared' }
    expect(await perform(db.database, 'benefits.withdraw', last, { preview: true })).toMatchObject({ another: false })
    const lines = [account, other].map((each) => `${each}\tchanged since\thttps://video.example/new`).join('\n')
    await expect(importInto('games', lines)).rejects.toThrow('games has all of these accounts already')
    // The former holder knows the unchanged password.
    const same = lines.replaceAll('changed since', 'secret of games 0')
    await expect(importInto('games', same, true)).rejects.toThrow('games has all of these accounts already')
    const renamed = { kind: 'games', file: lines, nameEn: 'Games', nameZh: '游戏' }
    await expect(perform(db.database, 'benefits.import', renamed, { config })).rejects.toThrow(/other names/)
    const again = await importInto('games', lines, true)
    const backInStock = [{ account, user: uid }]
    expect(again).toMatchObject({ added: 0, backInStock, known: 1, before: 0, after: 1 })
    const [row] = await db.asOwner(
      `select details from audit_log where action = 'benefits.import' order by at desc limit 1`,
    )
    expect(row).toMatchObject({ details: { returned: backInStock } })
    expect(await reveal(userId, 'games')).toMatchObject({ account: other, password: 'secret of games 1' })
    expect(await reveal(await member(12), 'games')).toMatchObject({ account, password: 'changed since' })
  })

  it('a benefit withdrawn again never returns with a password that somebody had', async () => {
    await stock('clips', 1)
    const withdraw = (account: string) =>
      perform(db.database, 'benefits.withdraw', { kind: 'clips', account, reason: 'shared' })
    const { account, password } = await reveal(await member(12), 'clips')
    await withdraw(account)
    const file = (secret: string) => `${account}\t${secret}\thttps://video.example/in`
    for (const secret of ['second', 'third']) {
      expect(await importInto('clips', file(secret), true)).toMatchObject({ added: 0, after: 1 })
      expect(await reveal(await member(12), 'clips')).toMatchObject({ account, password: secret })
      await withdraw(account)
    }
    for (const secret of [password, 'second', 'third'])
      await expect(importInto('clips', file(secret), true)).rejects.toThrow('clips has all of these accounts already')
    await expect(importInto('clips', file('fourth'))).rejects.toThrow('clips has all of these accounts already')
    expect(await levelsOf('clips')).toMatchObject([{ inStock: 0, claimed: 0, outOfUse: 1 }])
    const both = await Promise.allSettled(
      [file('fourth'), file('fifth')].map((each) => importInto('clips', each, true)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await levelsOf('clips')).toMatchObject([{ inStock: 1, claimed: 0, outOfUse: 0 }])
  })

  it('an import without the return option does not reissue withdrawn benefits', async () => {
    await stock('atlas', 1)
    const { account } = await reveal(await member(12), 'atlas')
    await perform(db.database, 'benefits.withdraw', { kind: 'atlas', account, reason: 'shared' })
    const added = await db.database.run(
      sql`insert into benefit_stock (id, kind, account, sealed_password, link, imported_by)
          select n.id, 'atlas', n.account, 'sealed', '', 'ada'
          from unnest(${[randomUUIDv7(), randomUUIDv7()]}::uuid[], ${[account, 'new@example.com']}::text[]) n (id, account)
          on conflict do nothing`,
    )
    expect(added).toBe(1)
    const { items } = await perform(db.database, 'benefits.list', { kind: 'atlas' })
    expect(items.map((each) => each.account)).toEqual(['new@example.com'])
  })

  it('benefits are listed as unclaimed, claimed, and claimed beyond the entitlement', async () => {
    await stock('radio', 4)
    const [runs, over] = [await member(12), await member(12)]
    const [mine, theirs] = [(await reveal(runs, 'radio')).account, (await reveal(over, 'radio')).account]
    await db.asOwner(`update memberships set yearly_until = now() where user_id = $1`, [over])
    const listed = async (part?: 'unclaimed' | 'claimed' | 'lapsed') => {
      const { items } = await perform(db.database, 'benefits.list', { kind: 'radio', ...(part && { part }) })
      return items.map(({ account }) => account)
    }
    expect(await listed()).toHaveLength(4)
    expect(await listed('unclaimed')).toEqual((await listed()).filter((each) => ![mine, theirs].includes(each)))
    expect(await listed('claimed')).toEqual([mine, theirs].toSorted())
    expect(await listed('lapsed')).toEqual([theirs])
    expect(await levelsOf('radio')).toEqual([
      {
        kind: 'radio',
        names: { en: 'radio', 'zh-CN': 'radio' },
        state: 'in stock',
        inStock: 2,
        claimed: 2,
        lapsed: 1,
        outOfUse: 0,
      },
    ])
    await reveal(await member(12), 'radio')
    expect(await levelsOf('radio')).toMatchObject([{ state: 'running low', inStock: 1 }])
  })
})

const kindsOf = async (userId: string) =>
  (await describeBenefits(db.database, userId, 'en')).kinds.map(({ kind }) => kind)
const levelsOf = async (of: string) =>
  (await perform(db.database, 'benefits.list', {})).levels.filter(({ kind }) => kind === of)
const importInto = (kind: string, file: string, giveAgain = false) =>
  perform(db.database, 'benefits.import', { kind, file, giveAgain }, { config })

describe('name of a benefit', () => {
  const file = 'ann\tsecret\thttps://video.example/in'
  it.each([
    'Films at evil.example',
    'https://evil.example/in',
    'https://ann:secret@video.example/in',
    'ann@example.com',
    'ann(at)example.com',
    'Films，evil。example',
    'Films ١٣٨٠٠١٣٨٠٠٠',
    '来电一三八零零一三八零零零',
  ])('a benefit name with a link, email address or phone number is refused: %s', async (name) => {
    await stock('named', 1)
    const refused = async (asked: Promise<unknown>) =>
      expect(asked).rejects.toMatchObject({ refusal: { status: 'InvalidInput' } })
    await refused(
      perform(db.database, 'benefits.describe', { kind: 'named', nameEn: name, nameZh: '影视' }, { config }),
    )
    await refused(
      perform(db.database, 'benefits.describe', { kind: 'named', nameEn: 'Films', nameZh: name }, { config }),
    )
    const fresh = { kind: 'fresh', file, nameEn: name, nameZh: '影视' }
    await refused(perform(db.database, 'benefits.import', fresh, { config }))
  })

  it('a benefit account is refused if its link has a user part (user@host)', async () => {
    const hidden = 'ann\tsecret\thttps://video.example@evil.example/in'
    const fresh = { kind: 'fresh', file: hidden, nameEn: 'Films', nameZh: '影视' }
    await expect(perform(db.database, 'benefits.import', fresh, { config })).rejects.toThrow(/line 1/)
  })
})
