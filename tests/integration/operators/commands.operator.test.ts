import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let db: TestDatabase
let folder: string
let owner: OperatorDesk
let ann: Person
let support: OperatorDesk
let finance: OperatorDesk
let viewer: OperatorDesk
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'wayfare-commands-'))
  owner = await OperatorDesk.open(db, readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
  ann = await owner.firstOwner()
  support = (await owner.hire('sam', 'support')).desk
  finance = (await owner.hire('fay', 'finance')).desk
  viewer = (await owner.hire('vic', 'viewer')).desk
})
beforeEach(() => db.asOwner('update operator_sessions set factor_at = now()'))
afterAll(async () => {
  await Promise.all([owner, support, finance, viewer].map((desk) => desk.close()))
  await rm(folder, { recursive: true, force: true })
  await db.drop()
})

describe('dates', () => {
  it('dates in the past, or an end before the start, are refused', async () => {
    const promo = (...rest: string[]) =>
      finance.run(['promos.create', '--code', 'DATED', '--percent', '5', '--note', 'x', ...rest])
    for (const dry of [[], ['--preview']]) {
      await expect(promo('--until', '2020-01-01', ...dry)).rejects.toThrow('--until must be in the future')
      for (const none of ['2099-02-30', '2099-01-01T18:00', 'Nov 22', '1'])
        await expect(promo('--until', none, ...dry)).rejects.toThrow(
          '--until must be a date like 2026-12-31 (from midnight UTC)',
        )
      await expect(promo('--from', '2099-02-01', '--until', '2099-01-01', ...dry)).rejects.toThrow(
        '--until must be after --from.',
      )
      await expect(promo('--from', '2099-02-01', '--until', '2099-02-01', ...dry)).rejects.toThrow(
        '--until must be after --from.',
      )
      await expect(promo('--until', 'soon', ...dry)).rejects.toThrow('--until must be a date like')
    }
    expect(await promo('--from', '2099-01-01', '--until', '2099-01-02')).toContain('is valid now')
    const batch = [
      'redeem.create',
      '--name',
      'x',
      '--count',
      '1',
      '--months',
      '1',
      '--devices',
      '1',
      '--until',
      '2020-01-01',
    ]
    await expect(finance.run(batch)).rejects.toThrow('--until must be in the future')
  })
})

describe('content.publish', () => {
  const content = path.join(import.meta.dirname, '../../../content')
  const publish = (desk: OperatorDesk, from: string, ...rest: string[]) =>
    desk.run(['content', 'publish', '--folder', from, ...rest])

  it('a folder that does not exist is named in the refusal', async () => {
    for (const verb of ['publish', 'preview'])
      await expect(owner.run(['content', verb, '--folder', path.join(folder, 'nowhere')])).rejects.toThrow(
        `--folder: there is no folder ${path.join(folder, 'nowhere')}.`,
      )
  })

  it('samples are not published in PROD, and the refusal names them', async () => {
    await expect(publish(owner, content)).rejects.toThrow(/clients[.]json: \d rows are marked as samples/)
    await expect(publish(owner, content, '--preview')).rejects.toThrow('clients.json')
    await expect(publish(owner, content)).rejects.toThrow('testimonials.json: 3 rows are marked as samples')
    const contact = path.join(folder, 'contact')
    await mkdir(contact)
    const affiliateContact = { label: 'Telegram @us', url: 'https://t.example/us', demo: true }
    await writeFile(path.join(contact, 'settings.json'), JSON.stringify({ affiliateContact }))
    await expect(publish(owner, contact)).rejects.toThrow('affiliateContact is marked as a sample')
    const proof = { status: { url: 'https://status.example' }, demo: true }
    const seller = { name: 'Wayfare ehf.', demo: true }
    await writeFile(path.join(contact, 'settings.json'), JSON.stringify({ proof, seller }))
    await expect(publish(owner, contact)).rejects.toThrow(
      'settings.json: proof is marked as a sample (demo)\nsettings.json: seller is marked as a sample (demo)',
    )
    expect(await db.asOwner(`select from audit_log where action = 'content.publish'`)).toEqual([])
  })

  it('support may publish texts; only owners may publish legal texts and settings, with a code', async () => {
    const from = async (name: string, ...parts: string[]) => {
      const place = path.join(folder, name)
      for (const part of parts)
        for (const language of ['en', 'zh-CN'])
          await cp(path.join(content, language, part), path.join(place, language, part), { recursive: true })
      return place
    }
    await db.asOwner('delete from content_texts')
    const faq = await from('faq', 'faq')
    const legal = await from('legal', 'clauses')
    await db.asOwner(`update operator_sessions set factor_at = now() - interval '5 minutes'`)
    expect(await publish(support, faq)).toContain('Published.')
    for (const desk of [support, finance]) await expect(publish(desk, legal)).rejects.toThrow('is only for owners')
    await expect(publish(owner, legal)).rejects.toThrow('was not answered')
    expect(await db.asOwner(`select from content_texts where kind = 'clause'`)).toEqual([])
    expect(await owner.run(['content', 'publish', '--folder', legal], { answers: [await owner.code(ann)] })).toContain(
      'Published.',
    )
  })
})

it('granted time is limited by role: 31 days for support, 366 for finance, 3,660 for owners', async () => {
  const { uid } = await createUser(db.database)
  const give = (desk: OperatorDesk, days: number) =>
    desk.run(['people.give-time', '--user', String(uid), '--days', String(days), '--reason', 'a test', '--preview'])
  for (const [desk, most] of [
    [support, 31],
    [finance, 366],
    [owner, 3_660],
  ] as const) {
    expect(await give(desk, most)).toContain('Would move')
    await expect(give(desk, most + 1)).rejects.toThrow(/at most [\d,]+ days/)
  }
  await expect(give(viewer, 1)).rejects.toThrow('needs the role support')
})

it('viewers do not see the contact details of applicants', async () => {
  const { userId } = await createUser(db.database)
  await db.asOwner(
    `insert into affiliate_applications (id, user_id, channel, audience, message, contact, terms_version)
     values (gen_random_uuid(), $1, 'a blog', 'readers', 'hello', 'me@example.com', 1)`,
    [userId],
  )
  expect(await support.run('affiliates.applications')).toContain('me@example.com')
  expect(await viewer.run('affiliates.applications')).not.toContain('me@example.com')
})
