import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { subjectOf } from '#server/modules/tunnels/panel-user-name.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createUser } from '#tests/support/factories.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { runAction } from '#tests/support/run-action.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'

let app: TestApp
let token: string
const settings = { url: 'http://127.0.0.1:9/receiver', secrets: [`whsec_${Buffer.alloc(32, 1).toString('base64')}`] }
const set = (more: { newFeedToken?: boolean; serves?: string[] } = {}) =>
  perform(
    app.db.database,
    'tunnels.set-provider',
    { provider: 'hook', kind: 'webhook', serves: ['paid', 'trial'], file: JSON.stringify(settings), ...more },
    { config: app.config },
  )
type Page = { entitlements: { subject: string; state: string; version: number }[]; next: string | null }
const read = async (query: string, authorization: string | null = `Bearer ${token}`) => {
  const response = await app.app.inject({
    method: 'GET',
    url: `/api/v1/tunnel/entitlements${query}`,
    ...(authorization !== null && { headers: { authorization } }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.json<Page>() }
}
beforeAll(async () => {
  app = await createTestApp()
  token = (await set()).feedToken
  for (let n = 0; n < 7; n++) {
    const { userId } = await createUser(app.db.database)
    await app.db.asOwner(
      `insert into memberships (user_id, expires_at, max_devices) values ($1, now() + interval '1 day', 2)`,
      [userId],
    )
  }
})
afterAll(() => app.close())

it('the feed lists every entitlement once, page by page, under pseudonyms', async () => {
  const seen: string[] = []
  let after = ''
  for (;;) {
    const { status, headers, body } = await read(`?after=${after}&limit=3`)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    seen.push(...body.entitlements.map(({ subject }) => subject))
    for (const { userId } of await app.db.asOwner<{ userId: string }>('select user_id as "userId" from memberships'))
      expect(JSON.stringify(body)).not.toContain(userId)
    if (body.next === null) break
    after = body.next
  }
  const ids = await app.db.asOwner<{ user_id: string }>('select user_id from memberships')
  const digest = createKeyedDigest(app.config.secretKey)
  expect(seen.toSorted()).toEqual(ids.map(({ user_id: id }) => subjectOf(digest, id)).toSorted())
})

it('the feed misses nobody while others change between pages', async () => {
  const known = (await read('?limit=1000')).body.entitlements.map(({ subject }) => subject)
  const first = await read('?limit=3')
  await app.db.asOwner(`update memberships set expires_at = expires_at + interval '1 day'`)
  const { userId } = await createUser(app.db.database)
  await app.db.asOwner(`insert into memberships (user_id, expires_at) values ($1, now())`, [userId])
  const second = await read(`?after=${first.body.next}&limit=1000`)
  const subjects = [...first.body.entitlements, ...second.body.entitlements].map(({ subject }) => subject)
  expect(new Set(subjects).size).toBe(subjects.length)
  expect(new Set(subjects).isSupersetOf(new Set(known))).toBe(true)
})

it('the feed requires its token, answers all other tokens alike, and stores no token', async () => {
  for (const wrong of [null, 'Bearer ', `Bearer ${token}x`, `Bearer wff_${'a'.repeat(43)}`, `Basic ${token}`, token])
    expect((await read('', wrong)).status).toBe(401)
  expect(JSON.stringify(await dumpTexts(app.db))).not.toContain(token.toLowerCase())
  const before = token
  token = (await set({ newFeedToken: true })).feedToken
  expect((await read('', `Bearer ${before}`)).status).toBe(401)
  expect((await read('')).status).toBe(200)
  expect((await set({ serves: ['paid'] })).feedToken).toBe('')
  expect((await set()).feedToken).toBe('')
  expect((await read('')).status).toBe(200)
})

it.each([
  '?limit=0',
  '?limit=1001',
  '?limit=x',
  '?limit=1&limit=2',
  '?after=x',
  '?after=a&after=b',
  `?after=${'A'.repeat(300)}`,
])('the feed refuses %s', async (query) => {
  expect((await read(query)).status).toBe(400)
})

it('the feed is rate limited per minute', async () => {
  let refused = 0
  await app.db.asOwner(`delete from limit_counters where rule = 'tunnel-feed'`)
  for (let n = 0; n < 310; n++) {
    const isRefused = (await read('?limit=1')).status === 429
    expect(n < 300 && isRefused).toBe(false)
    refused += isRefused ? 1 : 0
  }
  expect(refused).toBeGreaterThan(0)
})

it('the feed token is printed once by the command that creates it, and not by its preview', async () => {
  const folder = await makeTemporaryFolder('feed')
  try {
    const file = path.join(folder, 'hook.json')
    await writeFile(file, JSON.stringify(settings))
    const where = { database: app.db.database, config: app.config }
    const values = { provider: 'printed', kind: 'webhook', serves: 'paid', file }
    const run = (preview = false, more = {}) =>
      runAction(where, 'tunnels.set-provider', { ...values, ...more }, preview)
    expect(await run(true)).not.toContain('wff_')
    const first = /wff_\S{43}$/m.exec(await run())?.[0]
    expect(first).toBeDefined()
    expect(await run(false, { serves: 'trial' })).not.toContain('wff_')
    const renewed = /wff_\S{43}$/m.exec(await run(false, { newFeedToken: true }))?.[0]
    expect(renewed).not.toBe(first)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
