import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listCampaigns } from '#server/modules/affiliates/affiliates.queries.ts'
import { addCampaign, editCampaign, saveGreetingName } from '#server/modules/affiliates/affiliates.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { exportData } from '#server/workflows/accounts/privacy/export-data.ts'
import { createDestinations, readGreeting } from '#server/workflows/affiliates/welcome-visitor.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openCompany, type Company, type Person } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
let maya: Person
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
  maya = await company.affiliate()
})
afterAll(() => db.drop())

const add = (slug: string, who = maya) =>
  db.database.transaction((tx) => addCampaign(tx, who.userId, { name: slug, slug }))
const edit = (id: string, change: Parameters<typeof editCampaign>[3], who = maya) =>
  db.database.transaction((tx) => editCampaign(tx, who.userId, id, change))
const linkOf = (slug: string) => [maya.inviteCode, slug].filter(Boolean).join('-')
const find = (slug: string) =>
  createDestinations({ database: db.database, digest: company.digest })(linkOf(slug), { network: '10.8.0.9' })
const read = (r: string) => readGreeting({ database: db.database, digest: company.digest }, r, { network: '10.8.0.1' })

describe('affiliate link', () => {
  it('a link can be renamed and redirected at the same URL, and works while archived', async () => {
    const { id } = await add('video')
    expect(await find('video')).toBeNull()
    await edit(id, { name: ' June video ', destination: '/trial' })
    await edit(id, { archived: true })
    expect(await find('video')).toBe('/trial')
    expect((await listCampaigns(db.database, maya.userId)).at(-1)).toMatchObject({
      slug: 'video',
      name: 'June video',
      destination: '/trial',
      isArchived: true,
    })
    const friend = await company.come('', {
      campaign: { r: `${maya.inviteCode}-video`, consented: false, followedAt: Date.now() },
    })
    expect((await company.referral(friend))?.inviter).toBe(maya.userId)
    expect((await edit(id, { archived: false })).isArchived).toBe(false)
  })

  it('a sign-up is attributed to the link that was pasted into the field for invite codes', async () => {
    await add('pasted')
    const pasted = `Try it: https://wayfare.example/?r=${maya.inviteCode}-pasted`
    const friend = await company.come(pasted, { campaign: { r: maya.inviteCode, consented: true } })
    expect((await company.referral(friend))?.inviter).toBe(maya.userId)
    expect((await listCampaigns(db.database, maya.userId)).at(-1)).toMatchObject({ slug: 'pasted', signUps: 1 })
  })

  it('a link belongs to its affiliate, and the default link has no name and cannot be archived', async () => {
    const [plain] = await listCampaigns(db.database, maya.userId)
    await expect(edit(plain!.id, { archived: true })).rejects.toMatchObject({ fields: { archived: 'Invalid' } })
    await expect(edit(plain!.id, { name: 'mine' })).rejects.toMatchObject({ fields: { name: 'Invalid' } })
    await edit(plain!.id, { destination: '/pricing' })
    expect(await find('')).toBe('/pricing')
    await expect(edit(plain!.id, { destination: '/' }, await company.affiliate())).rejects.toMatchObject({
      fields: { id: 'Invalid' },
    })
  })

  it('an archived link is restored only below the limit of links', async () => {
    const busy = await company.affiliate()
    const { id } = await add('first', busy)
    await edit(id, { archived: true }, busy)
    for (let made = 0; made < 49; made++) await add(`more-${made}`, busy)
    await expect(add('too-many', busy)).rejects.toMatchObject({ status: 'TooManyCampaigns' })
    await expect(edit(id, { archived: false }, busy)).rejects.toMatchObject({ status: 'TooManyCampaigns' })
  })
})

describe('link destinations', () => {
  const visitors = () => createDestinations({ database: db.database, digest: company.digest })
  const looks = async () => {
    const [row] = await db.asOwner<{ networks: number }>(
      `select count(*)::int as networks from limit_counters where rule = 'destination-network'`,
    )
    return row!.networks
  }

  it('a destination is read once for concurrent visits, and again after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { id } = await add('crowd')
      await edit(id, { destination: '/trial' })
      const visit = visitors()
      const crowd = (n: number) => visit(linkOf('crowd'), { network: `10.9.${n}.1` })
      const before = await looks()
      expect(await Promise.all([1, 2, 3].map(crowd))).toEqual(['/trial', '/trial', '/trial'])
      expect(await looks()).toBe(before + 1)
      await edit(id, { destination: '/pricing' })
      expect(await crowd(4)).toBe('/trial')
      expect(await looks()).toBe(before + 1)
      vi.advanceTimersByTime(5_000)
      expect(await crowd(5)).toBe('/pricing')
      expect(await looks()).toBe(before + 2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a network that guesses link names gets no destination, and others still do', async () => {
    const { id } = await add('secret')
    await edit(id, { destination: '/trial' })
    const guesser = { network: '10.77.0.1' }
    const visit = visitors()
    for (let tried = 0; tried < 120; tried++) await visit(linkOf(`guess-${tried}`), guesser)
    const other = { network: '10.78.0.1' }
    expect(await Promise.all([guesser, other].map((caller) => visit(linkOf('secret'), caller)))).toEqual([
      null,
      '/trial',
    ])
    expect(await visit(linkOf('secret'), other)).toBe('/trial')
  })

  it('existing links use up no attempts, so many visitors behind one IP address can follow one', async () => {
    const { id } = await add('popular')
    await edit(id, { destination: '/trial' })
    const office = { network: '10.80.0.1' }
    // Each call uses a new cache, as after five seconds.
    for (let looked = 0; looked < 125; looked++) await visitors()(linkOf(looked % 2 ? 'popular' : ''), office)
    expect(await visitors()(linkOf('popular'), office)).toBe('/trial')
  })

  it('a slow failing lookup does not replace a newer result', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { id } = await add('slow')
      await edit(id, { destination: '/trial' })
      let asked = 0
      let fail: (error: Error) => void = () => {}
      const database = {
        ...db.database,
        maybe: ((statement) =>
          ++asked === 1
            ? new Promise((_, reject) => (fail = reject))
            : db.database.maybe(statement)) as typeof db.database.maybe,
      }
      const visit = createDestinations({ database, digest: company.digest })
      const come = () => visit(linkOf('slow'), { network: '10.81.0.1' })
      const old = come().catch((error: Error) => error.message)
      await expect.poll(() => asked).toBe(1)
      vi.advanceTimersByTime(5_000)
      expect(await come()).toBe('/trial')
      const before = asked
      fail(new Error('away'))
      expect([await old, await come(), asked]).toEqual(['away', '/trial', before])
    } finally {
      vi.useRealTimers()
    }
  })

  it('a failed database lookup is not cached', async () => {
    const { id } = await add('away')
    await edit(id, { destination: '/trial' })
    let isAway = true
    const database = {
      ...db.database,
      maybe: ((statement) =>
        isAway ? Promise.reject(new Error('away')) : db.database.maybe(statement)) as typeof db.database.maybe,
    }
    const visit = createDestinations({ database, digest: company.digest })
    const come = () => visit(linkOf('away'), { network: '10.79.0.1' })
    const first = await come().catch((error: Error) => error.message)
    isAway = false
    expect([first, await come()]).toEqual(['away', '/trial'])
  })
})

describe('greeting name', () => {
  const name = (typed: string) =>
    db.database.transaction((tx) => saveGreetingName(tx, maya.userId, typed, ['Wayfare', '畅行']))

  it('the greeting names only an affiliate who set a name', async () => {
    expect(await read(maya.inviteCode)).toEqual({ name: null, trialMinutes: 180 })
    await name(' Anna ')
    expect((await read(`${maya.inviteCode}-video`)).name).toBe('Anna')
    expect((await read('nothing')).name).toBeNull()
    await db.asOwner(`update affiliates set state = 'suspended', reason = 'x' where user_id = $1`, [maya.userId])
    expect((await read(maya.inviteCode)).name).toBeNull()
    await db.asOwner(`update affiliates set state = 'approved', reason = null where user_id = $1`, [maya.userId])
  })

  it('greeting name and links are in the data export', async () => {
    await name('Anna')
    const { inviting } = await exportData(
      { database: db.database, keyring: createKeyring(Buffer.alloc(32, 7)) },
      maya.userId,
      'en',
    )
    expect(inviting.greetingName).toBe('Anna')
    expect(inviting.links).toContainEqual({ slug: 'video', name: 'June video', destination: '/trial' })
  })

  it.each([
    '<b>Anna</b>',
    'evil.example',
    'Win 100 dollars',
    'a b c d',
    'x'.repeat(21),
    '50% off',
    'An\u202ena',
    '-Anna',
    '加客服微信领取全年免费会员',
    '畅行小林',
    'Wayfare Anna',
    'ＷＡＹＦＡＲＥ',
    'Anna from Support',
    '\u3164',
  ])('text that is not a name is refused as greeting name: %s', async (typed) => {
    await expect(name(typed)).rejects.toMatchObject({ fields: { name: 'GreetingNameFormat' } })
  })

  it.each(['Anna', '小林', 'Jean-Luc', 'O’Neil', 'Anna Maria'])(
    'the text %s is accepted as a greeting name',
    async (typed) => {
      await name(typed)
      expect((await read(maya.inviteCode)).name).toBe(typed)
    },
  )
})
