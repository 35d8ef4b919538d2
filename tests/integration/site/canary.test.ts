import { generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { siteFile } from '#server/site/site-files.ts'
import { loadSiteData } from '#server/workflows/site/load-site-data.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runAction } from '#tests/support/run-action.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await makeTemporaryFolder('canary')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const keys = generateKeyPairSync('ed25519')
const otherKeys = generateKeyPairSync('ed25519')
const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()
const at = (name: string) => path.join(folder, name)

const run = (action: ActionName, values: Parameters<typeof runAction>[2], dryRun = false) =>
  runAction({ database: app.db.database, config: app.config }, action, values, dryRun)
const site = () => loadSiteData(app.db.database, app.config, app.payments.offers)
const count = async (table: string) =>
  (await app.db.asOwner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n
const daysAgo = async (days: number) =>
  (
    await app.db.asOwner<{ day: string }>(
      `select to_char((now() at time zone 'utc')::date - $1::int, 'YYYY-MM-DD') as day`,
      [days],
    )
  )[0]!.day
const statementOf = async (days: number) => `A statement\nDate: ${await daysAgo(days)}\n\nAll is well. 一切正常。\n`

/** Inserts a signed statement without validation, to simulate that time passed since its publication. */
async function plant(text: string, signature: Buffer): Promise<void> {
  await app.db.asOwner(
    `insert into canary_statements (id, statement_on, text, signature, operator)
     values (gen_random_uuid(), (now() at time zone 'utc')::date, $1, $2, 'time')`,
    [text, signature],
  )
}

beforeEach(async () => {
  await app.db.asOwner('delete from canary_statements')
  await app.db.asOwner(`delete from settings where key = 'canaryKey'`)
  await writeFile(at('key.pem'), pem(keys.privateKey))
  await writeFile(at('public.pem'), pem(keys.publicKey))
})

describe('canary statement', () => {
  it('a statement is drafted, signed, published and shown with all data needed to verify it', async () => {
    expect((await site()).canary).toBeNull()
    const draft = await run('canary.draft', { news: 'It rained in Oslo.' })
    await writeFile(at('canary.txt'), `${draft}\n`)
    await run('canary.sign', { file: at('canary.txt'), key: at('key.pem') })
    await expect(run('canary.publish', { file: at('canary.txt') })).rejects.toThrow('No key is published')
    const named = await run('canary.key', { file: at('public.pem') })

    const audits = await count('audit_log')
    expect(await run('canary.publish', { file: at('canary.txt') }, true)).toContain('are correct')
    expect([await count('canary_statements'), await count('audit_log')]).toEqual([0, audits])
    expect(await run('canary.publish', { file: at('canary.txt') })).toContain('Published')
    expect(await count('audit_log')).toBe(audits + 1)

    const data = await site()
    expect(data.canary).toMatchObject({ state: 'current', date: await daysAgo(0), lastGoodDay: await daysAgo(-35) })
    expect(named).toContain(data.canary?.key?.fingerprint)
    const [text, signature, key] = ['/canary.txt', '/canary.txt.sig', '/canary-key.pem'].map(
      (place) => siteFile(place, data, '2026-11-20', () => [])?.text,
    )
    expect(text).toBe(await readFile(at('canary.txt'), 'utf8'))
    expect(verify(null, Buffer.from(text ?? ''), String(key), signature as Uint8Array)).toBe(true)
    expect(await run('canary.status', {})).toMatch(/^current; valid until/)
  })

  it('a base64 signature made with other tools is accepted, and a signature over other bytes is refused', async () => {
    await run('canary.key', { file: at('public.pem') })
    const text = await statementOf(0)
    await writeFile(at('b.txt'), text)
    await writeFile(at('b.sig'), `${sign(null, Buffer.from(text), keys.privateKey).toString('base64')}\n`)
    await run('canary.publish', { file: at('b.txt'), signature: at('b.sig') })
    expect((await site()).canary?.state).toBe('current')
  })

  it.each<[string, (text: string) => string, KeyObject]>([
    ['another text', (text) => text.replace('well', 'bad'), keys.privateKey],
    ['a changed line end', (text) => text.replaceAll('\n', '\r\n'), keys.privateKey],
    ['another key', (text) => text, otherKeys.privateKey],
  ])(
    'a canary statement is refused if its signature covers another text or is by another key: %s',
    async (_what, change, key) => {
      await run('canary.key', { file: at('public.pem') })
      const text = await statementOf(0)
      await writeFile(at('c.txt'), change(text))
      await writeFile(at('c.txt.sig'), sign(null, Buffer.from(text), key))
      await expect(run('canary.publish', { file: at('c.txt') })).rejects.toThrow(
        'The signature does not match this file and the published key',
      )
      await expect(run('canary.publish', { file: at('c.txt') }, true)).rejects.toThrow(
        'The signature does not match this file and the published key',
      )
      expect(await count('canary_statements')).toBe(0)
    },
  )

  it.each([
    [35, 'current'],
    [36, 'stale'],
  ])('a statement signed %i days ago is %s by the database clock', async (days, state) => {
    await run('canary.key', { file: at('public.pem') })
    const text = await statementOf(days)
    await plant(text, sign(null, Buffer.from(text), keys.privateKey))
    expect((await site()).canary?.state).toBe(state)
  })

  it('a statement older than 35 days, dated in the future, or older than the newest is refused', async () => {
    await run('canary.key', { file: at('public.pem') })
    for (const [days, answer] of [
      [36, 'more than 35 days ago'],
      [-2, 'The statement is dated'],
      [1, 'Published'],
      [2, 'A newer statement, dated'],
    ] as const) {
      await writeFile(at('d.txt'), await statementOf(days))
      await run('canary.sign', { file: at('d.txt'), key: at('key.pem') })
      const said = await run('canary.publish', { file: at('d.txt') }).catch(String)
      expect(said).toContain(answer)
    }
  })

  it('a statement shows as unverified when its text or the key changed', async () => {
    await run('canary.key', { file: at('public.pem') })
    const text = await statementOf(0)
    const signature = sign(null, Buffer.from(text), keys.privateKey)
    await plant(text.replace('well', 'fine'), signature)
    expect((await site()).canary?.state).toBe('unverified')
    await app.db.asOwner('delete from canary_statements')
    await plant(text, signature)
    const before = await site()
    expect(before.canary?.state).toBe('current')
    await writeFile(at('other.pem'), pem(otherKeys.publicKey))
    await run('canary.key', { file: at('other.pem') })
    const after = await site()
    expect(after.canary?.state).toBe('unverified')
    expect(after.version).not.toBe(before.version)
  })

  it('a private key is refused as public key, and the application cannot rewrite statements', async () => {
    await expect(run('canary.key', { file: at('key.pem') })).rejects.toThrow(
      'does not contain an Ed25519 public key in PEM format',
    )
    await expect(run('canary.sign', { file: at('public.pem'), key: at('public.pem') })).rejects.toThrow('private key')
    for (const statement of [`update canary_statements set text = 'x'`, 'delete from canary_statements'])
      await expect(app.db.database.run({ text: statement, values: [], name: '' })).rejects.toMatchObject({
        code: '42501',
      })
  })
})
