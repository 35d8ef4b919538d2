import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteData } from '#shared/site.ts'
import { listVersions } from '#server/modules/content/content.queries.ts'
import { typedNumbers } from '#server/modules/content/placeholders.rules.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { say } from '#text/say.ts'
import { exportContent, planContent } from '#server/workflows/site/publish-content.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { perform } from '#tests/support/operator-acts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const site = (): Promise<SiteData> => loadSiteData(app.db.database, app.config, app.payments.offers)
const clauseOf = (data: SiteData, slug: string) => data.content.en.clauses.find((clause) => clause.slug === slug)

async function publish(files: { path: string; text: string }[], complete = false) {
  const plan = await planContent(app.db.database, files, complete)
  expect(plan.faults).toEqual([])
  await perform(app.db.database, 'content.publish', { folder: files, complete }, { config: app.config })
  return plan
}
const page = (language: string, slug: string, body: string) => ({
  path: `${language}/pages/${slug}.md`,
  text: `---\ntitle: Students\ndate: 2026-01-05\nsummary: Less for students\n---\n\n${body}\n`,
})

describe('default texts', () => {
  test('default texts exist in both languages, complete, with all placeholders filled', async () => {
    const { content } = await site()
    expect(content.en.faq.flatMap(({ entries }) => entries).length).toBeGreaterThanOrEqual(20)
    for (const texts of [content.en, content['zh-CN']]) {
      expect(texts.clauses.map(({ slug }) => slug)).toEqual([
        'terms-of-service',
        'privacy-policy',
        'canary-policy',
        'refund-policy',
      ])
      expect(texts.announcements.every(({ demo }) => demo)).toBe(true)
      expect(JSON.stringify(texts)).not.toContain('{{')
    }
    expect(clauseOf(await site(), 'refund-policy')?.html).toContain('within 7 days')
  })

  test('default texts contain no hard-coded numbers', async () => {
    const folder = path.join(import.meta.dirname, '../../../content')
    const typed: string[] = []
    for await (const name of glob('{en,zh-CN}/*/*.md', { cwd: folder })) {
      const body = (await readFile(path.join(folder, name), 'utf8')).replace(/^---[\s\S]*?\n---/, '')
      typed.push(...typedNumbers(body).map((number) => `${name}: ${number}`))
    }
    expect(typed).toEqual([])
  })

  test('exported default texts publish nothing new when imported', async () => {
    const plan = await planContent(app.db.database, await exportContent(app.db.database), true)
    expect(plan.faults).toEqual([])
    expect(plan.changes).toEqual([])
  })
})

describe('samples', () => {
  const shownIn = (environment: 'DEV' | 'PROD') =>
    loadSiteData(app.db.database, { ...app.config, environment }, app.payments.offers)

  test('a fresh DEV installation shows samples, each marked as a sample', async () => {
    const data = await shownIn('DEV')
    expect(data.proof).toMatchObject({ demo: true, company: { name: 'Wayfare ehf.' } })
    expect(data.testimonials.map(({ demo }) => demo)).toEqual([true, true, true])
    expect(data.content.en.pages).toMatchObject([{ slug: 'student-discount', demo: true }])
    expect(data.affiliateContact).toMatchObject({ demo: true })
  })

  test("samples are hidden in PROD, and the operator's own data is shown", async () => {
    const data = await shownIn('PROD')
    expect(data).toMatchObject({ proof: null, affiliateContact: null, testimonials: [], clients: [], distances: [] })
    for (const { pages, announcements, clauses } of Object.values(data.content)) {
      expect([...pages, ...announcements]).toEqual([])
      expect(clauses.length).toBeGreaterThan(0)
    }
    const own = { company: { name: 'Road ehf.', place: { en: 'x', 'zh-CN': 'x' }, url: 'https://road.example' } }
    await publish([{ path: 'settings.json', text: JSON.stringify({ proof: own }) }])
    expect((await shownIn('PROD')).proof).toEqual(own)
  })
})

describe('publishing', () => {
  test('a changed setting updates every text that uses it and the page version', async () => {
    const before = await site()
    await app.db.asOwner(
      `insert into settings (key, value) values ('refundDays', '30') on conflict (key) do update set value = '30'`,
    )
    const after = await site()
    expect(clauseOf(after, 'refund-policy')?.html).toContain('within 30 days')
    expect(after.version).not.toBe(before.version)
  })

  test('a published text gets a new version, earlier versions are kept, and it can be withdrawn', async () => {
    // The first version is the sample of a fresh installation.
    const files = [page('en', 'student-discount', 'One.'), page('zh-CN', 'student-discount', '一。')]
    await publish(files)
    await publish([page('en', 'student-discount', 'Two.'), files[1]!])
    expect((await site()).content.en.pages).toMatchObject([
      { slug: 'student-discount', version: 3, html: '<p>Two.</p>\n' },
    ])
    expect((await site()).content['zh-CN'].pages).toMatchObject([{ version: 2 }])

    const others = (await exportContent(app.db.database)).filter(({ path: place }) => !place.includes('/pages/'))
    await publish(others, true)
    expect((await site()).content.en.pages).toEqual([])
    const versions = await listVersions(app.db.database, 'page', 'student-discount')
    expect(
      versions.filter(({ language }) => language === 'en').map(({ version, withdrawn }) => [version, withdrawn]),
    ).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ])
    const audit = await app.db.asOwner(`select operator, action from audit_log where action = 'content.publish'`)
    expect(audit.length).toBeGreaterThanOrEqual(3)
  })

  test('publishing refuses lists of the home page that are no arrays or have incomplete rows', async () => {
    const texts = { en: 'Works.', 'zh-CN': '好用。' }
    const row = { id: 'a', months: 3, texts, authors: texts, source: 'mail', saidOn: '2026-01-31', demo: false }
    const measured = { id: 'b', place: texts, milliseconds: 30, source: 'test', measuredAt: '2026-01-31', demo: false }
    const faultsOf = async (name: string, value: unknown) =>
      (await planContent(app.db.database, [{ path: `${name}.json`, text: JSON.stringify(value) }], false)).faults
    expect(await faultsOf('testimonials', [row])).toEqual([])
    expect(await faultsOf('measurements', [measured])).toEqual([])
    for (const wrong of [
      {},
      null,
      [{ ...row, texts: {} }],
      [{ ...row, texts: { ...texts, en: { a: 1 } } }],
      [{ ...row, authors: null }],
      [{ ...row, months: -1 }],
      [{ ...row, saidOn: 'soon' }],
      [{ ...row, more: 1 }],
    ])
      expect(await faultsOf('testimonials', wrong), JSON.stringify(wrong)).not.toEqual([])
    for (const wrong of [[{ ...measured, measuredAt: 'never' }], [{ ...measured, place: 'Berlin' }]])
      expect(await faultsOf('measurements', wrong), JSON.stringify(wrong)).not.toEqual([])
  })

  test('publishing refuses unknown placeholders, a missing translation and broken files, and names each', async () => {
    const { faults, changes } = await planContent(
      app.db.database,
      [
        page('en', 'a', 'For {{nothing}} days.'),
        { path: 'en/pages/b.md', text: 'no head' },
        { path: 'clients.json', text: '{' },
      ],
      false,
    )
    expect(changes).toEqual([])
    const said = faults.map((fault) => say('en', fault)).join('\n')
    expect(said).toMatch(/\{\{nothing\}\}/)
    expect(said).toMatch(/zh-CN page\/a is missing/)
    expect(said).toMatch(/en\/pages\/b\.md must begin with/)
    expect(said).toMatch(/clients\.json is not JSON/)
  })

  test('changed affiliate terms need a higher version', async () => {
    const { affiliateTerms } = await site()
    const file = (version: number) => ({
      path: 'affiliate-terms.json',
      text: JSON.stringify({ ...affiliateTerms, version, holdDays: 21 }),
    })
    expect((await planContent(app.db.database, [file(1)], false)).faults).toHaveLength(1)
    await publish([file(2)])
    const after = await site()
    expect(after.affiliateTerms).toMatchObject({ version: 2, holdDays: 21 })
    expect(JSON.stringify(after.content.en.faq)).toContain('on hold for 21 days')
  })

  test('the application cannot rewrite published texts', async () => {
    const { database } = app.db
    await expect(
      database.run({ text: `update content_texts set title = 'x'`, values: [], name: 'rewrite' }),
    ).rejects.toThrow(/permission denied/)
  })
})

describe('settings', () => {
  const file = (value: unknown) => ({ path: 'settings.json', text: JSON.stringify(value) })

  test('a single import changes brand, links, terms and a text without a deploy', async () => {
    const before = await site()
    const brand = { en: 'Acme Road', 'zh-CN': '顶点路' }
    const links = { blog: 'https://blog.acme.example' }
    await publish([
      file({ brand, links, refundDays: 21 }),
      page('en', 'student-discount', 'A text of the operator.'),
      page('zh-CN', 'student-discount', '运营者的文字。'),
    ])
    const after = await site()
    expect(after).toMatchObject({
      brand,
      links: expect.arrayContaining([expect.objectContaining({ url: links.blog })]),
    })
    expect(clauseOf(after, 'refund-policy')?.html).toContain('within 21 days')
    expect(after.content.en.pages).toMatchObject([{ html: '<p>A text of the operator.</p>\n' }])
    expect(after.content['zh-CN'].pages).toMatchObject([{ html: '<p>运营者的文字。</p>\n' }])
    expect(after.version).not.toBe(before.version)
  })

  test('imported settings take effect on pages', async () => {
    const chat = { url: 'https://chat.example/embed', hosts: ['www.wayfare.example'] }
    const plan = await publish([file({ trialMinutes: 20, chat, campaign: null })])
    expect(Object.keys(plan.settings)).toEqual(['trialMinutes', 'chat', 'campaign'])
    expect(await site()).toMatchObject({ trialMinutes: 20, chat, campaign: null })
    expect((await planContent(app.db.database, [file({ trialMinutes: 20 })], false)).settings).toEqual({})
  })

  test.each([
    [{ trialMinutez: 20 }, /There is no setting trialMinutez/],
    [{ trialMinutes: '20' }, /trialMinutes/],
    [{ links: { blog: 'javascript:alert(1)' } }, /links/],
    [{ chat: { url: 'javascript:x', hosts: [] } }, /chat/],
    [{ adsCrawlers: ['.*'] }, /adsCrawlers/],
    [{ mirrors: { origins: ['*'], hosts: [], manifestUrls: [], manifestKey: null } }, /mirrors/],
    [{ brand: { en: 'Only' } }, /brand/],
  ])('the setting %j is refused', async (value, reason) => {
    const { faults } = await planContent(app.db.database, [file(value)], false)
    expect(faults.map((fault) => say('en', fault)).join()).toMatch(reason)
  })
})

describe('mirrors', () => {
  const origin = 'https://copy.example'
  const reach = (from: string) =>
    app.app.inject({ method: 'GET', url: '/v4/test/mirror/reach', headers: { origin: from } })

  test('listed origins may call the API, other origins may not', async () => {
    const mirrors = { origins: [origin], hosts: ['https://api.example'], manifestUrls: [], manifestKey: null }
    await publish([{ path: 'settings.json', text: JSON.stringify({ mirrors }) }])
    const answer = await reach(origin)
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      // A page of another origin reads the server's time only if the date is exposed (gHashTag/trinity#918).
      'access-control-expose-headers': 'pragma, date',
      vary: 'origin',
    })
    for (const other of ['https://evil.example', 'https://copy.example.evil.example', 'null'])
      expect((await reach(other)).headers).not.toHaveProperty('access-control-allow-origin')

    const asked = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,deviceid',
    }
    const url = '/v4/test/api/payment/payment_shop'
    const preflight = await app.app.inject({ method: 'OPTIONS', url, headers: asked })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toContain('deviceid')
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const shop = await app.call('/api/payment/payment_shop', {}, { headers: { origin } })
    expect(shop.code).toBe(200)
  })
})

test('an export too large for memory is refused before it is read', async () => {
  const add = (count: number, signs: number) =>
    app.db.asOwner(
      `insert into content_texts (id, kind, slug, language, version, title, details, markdown, html, published_on, operator)
       select gen_random_uuid(), 'announcement', 'bulk-' || n, 'en', 1, 'x', '{}', repeat('x', $2), '', now(), 'bulk' from generate_series(1, $1::int) n`,
      [count, signs],
    )
  const clear = () => app.db.asOwner(`delete from content_texts where operator = 'bulk'`)
  const exported = () => perform(app.db.database, 'content.export', {}, { config: app.config })
  expect((await exported()).files.length).toBeGreaterThan(10)
  await add(2_001, 1)
  await expect(exported()).rejects.toThrow('more than 2,000 texts')
  await clear()
  await add(3, 7_000_000)
  await expect(exported()).rejects.toThrow(
    'There are more than 2,000 texts or 20 million characters: too much for one folder',
  )
  await clear()
})
