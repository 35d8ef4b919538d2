import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { actionNames, type ActionInput, type ActionName } from '#shared/contract/operator.ts'
import type { SettingName } from '#shared/setting-names.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { defaultLook } from '#shared/brand-look.ts'
import { exportContent } from '#server/workflows/site/publish-content.ts'
import { findWaitingMessage } from '#server/modules/outbox/outbox.service.ts'
import { renderMail } from '#server/modules/outbox/render-message.ts'
import { sealAddress } from '#server/modules/operators/operators.service.ts'
import { guardFor } from '#server/operator/apply-reach.ts'
import { handlers } from '#server/operator/handlers.ts'
import type { Ran } from '#server/operator/carry-out.ts'
import { runAction } from '#server/operator/run-action.ts'
import type { Acting } from '#server/platform/act.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { sentence } from '#text/sentence.ts'
import { say } from '#text/say.ts'

let db: TestDatabase
let config: Config
let sam: Acting
let fay: Acting
const parallel = 20
const owners: readonly Acting[] = [ada, ben].map((owner) => ({ ...owner, role: 'owner' }))
const [ann, bea] = owners as [Acting, Acting]

beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: parallel + 4 })
  const base = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  config = { ...base, mail: { url: 'smtp://127.0.0.1:1', from: 'shop@example.com' } }
  for (const [owner, language] of [
    [ann, 'en'],
    [bea, 'zh-CN'],
  ] as const)
    await db.asOwner('update operators set sealed_email = $2, language = $3 where id = $1', [
      owner.id,
      sealAddress(createKeyring(config.secretKey), owner.id, `${owner.name}@operators.example`),
      language,
    ])
})
beforeEach(async () => {
  ;[sam, fay] = await Promise.all([hire('support'), hire('finance')])
  await db.asOwner(`delete from outbox_messages`)
})
afterAll(() => db.drop())

async function hire(role: OperatorRole): Promise<Acting> {
  const id = randomUUID()
  const name = `op ${id.slice(0, 8)}`
  await db.asOwner(
    `insert into operators (id, name, name_key, role, secret_hash, sealed_totp) values ($1, $2, $2, $3, 'opens nothing', $4)`,
    [id, name, role, Buffer.from('x')],
  )
  return { id, name, role }
}

let codes = 0
const run = <N extends ActionName>(who: Acting, name: N, input: ActionInput<N>, preview = false) =>
  runAction(name, async () => ({ ...input }), {
    database: db.database,
    config,
    operator: who,
    preview,
    confirm: async () => (codes++, { ok: true, value: null }),
  })
async function ran<N extends ActionName>(...asked: Parameters<typeof run<N>>): Promise<Ran> {
  const result = await run(...asked)
  if (!result.ok) throw new Error(JSON.stringify(result.refusal.sentence))
  return result.value
}
const whyOf = ({ proposal }: Ran): string | null => proposal && say('en', proposal.why)
const why = async <N extends ActionName>(...asked: Parameters<typeof run<N>>) => whyOf(await ran(...asked))
const people = (count: number) => Promise.all(Array.from({ length: count }, () => createUser(db.database)))
const blocking = ({ uid }: { uid: number }) => ({ user: String(uid), sayNothing: true, reason: 'x' })
const withEmail = async () => {
  const person = await createUser(db.database)
  const email = `${person.accountName}@mail.example`
  await db.asOwner(
    `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at) values ($1, 'email', $2, $2, now())`,
    [person.userId, email],
  )
  return { ...person, email }
}
/**
 * Drafts and publishes an announcement in both languages. Returns the reason for a second operator. `base`: public
 * version.
 */
async function publishText(slug: string, markdown: string, base = 0): Promise<string | null> {
  const text = `announcement/${slug}`
  const [kept] = await db.asOwner<{ version: number }>('select version from content_drafts where slug = $1', [slug])
  const draft = {
    titleEn: 'x',
    titleZh: 'x',
    markdownEn: markdown,
    markdownZh: markdown,
    date: '2026-01-05',
    baseEn: base,
    baseZh: base,
  }
  const { output } = await ran(sam, 'content.save-draft', { text, expect: kept?.version ?? 0, ...draft })
  return why(sam, 'content.publish-text', { text, expect: (output as { version: number }).version })
}
const member = async () => {
  const { uid } = await createUser(db.database)
  await ran(ann, 'people.give-time', { user: String(uid), days: 3, reason: 'x' })
}

async function notices(): Promise<string[]> {
  const rows = await db.asOwner<{ id: string }>(`select id from outbox_messages where template = 'operator-notice'`)
  const keyring = createKeyring(config.secretKey)
  const brand = { en: 'Wayfare', 'zh-CN': '畅行' }
  const mails = await Promise.all(
    rows.map(async ({ id }) => {
      const waiting = await findWaitingMessage(db.database, keyring, id)
      if (!waiting || 'told' in waiting || !waiting.content) throw new Error('no notice to an operator')
      const { content, template } = waiting
      const origins = { publicOrigin: 'https://vpn.example', consoleOrigin: 'https://desk.example' }
      return `${content.to}: ${renderMail({ template, ...content }, { brand, look: defaultLook, ...origins }).subject}`
    }),
  )
  return mails.toSorted()
}

describe('daily limits per affected user', () => {
  it('twenty parallel actions affect no more users than the daily number', async () => {
    const users = await people(parallel)
    // Locks the audit log until all actions have counted or wait to count.
    const gate = new pg.Client(db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('lock table audit_log in exclusive mode')
    const going = users.map((user) => ran(sam, 'people.block', blocking(user)))
    try {
      await waitForWaiters({ db }, parallel)
    } finally {
      await gate.query('commit')
      await gate.end()
    }
    expect((await Promise.all(going)).filter(({ proposal }) => proposal === null)).toHaveLength(10)
    const blocked = await db.asOwner('select from account_blocks where user_id = any($1)', [
      users.map(({ userId }) => userId),
    ])
    expect(blocked).toHaveLength(10)
  })

  it('actions on users share one limit, count a user once, and need a code beyond it, as the preview says', async () => {
    const users = await people(11)
    const [first, last] = [users[0]!, users.at(-1)!]
    for (const user of users.slice(0, 10)) expect(await why(sam, 'people.block', blocking(user))).toBeNull()
    const again = { user: String(first.uid), reason: 'x' }
    await ran(sam, 'people.unblock', again)
    expect(await why(sam, 'people.block', blocking(first))).toBeNull()
    codes = 0
    const seen = await ran(sam, 'people.block', blocking(last), true)
    expect([seen.takesTwo, codes]).toEqual([sentence('reach.personActs', { most: 10 }), 0])
    const { proposal } = await ran(sam, 'people.block', blocking(last))
    expect([proposal?.why, codes]).toEqual([seen.takesTwo, 1])
    expect(await notices()).toEqual([
      `${ann.name}@operators.example: Wayfare: “Block the account” waits for a second operator`,
      `${bea.name}@operators.example: 畅行：“封禁账号”等待另一位操作员批准`,
    ])
    await ran(bea, 'approvals.grant', { id: proposal!.id })
    expect(await notices()).toEqual(
      expect.arrayContaining([
        `${ann.name}@operators.example: Wayfare: “Block the account” was carried out`,
        `${bea.name}@operators.example: 畅行：“封禁账号”已执行`,
      ]),
    )
    const [row] = await db.asOwner<{ prepared: string }>(
      `select details ->> 'preparedBy' as prepared from audit_log where operator_id = $1 and subject = $2`,
      [bea.id, `user ${last.uid}`],
    )
    // An action approved by two operators counts towards the daily limit of neither.
    expect(row?.prepared).toBe(sam.id)
    await db.asOwner(`update audit_log set at = at - interval '25 hours' where operator_id = $1`, [sam.id])
    expect(await why(sam, 'people.block', blocking((await people(1))[0]!))).toBeNull()
  })

  it('changes of email or phone are limited to ten users a day and need two operators if the user cannot be notified', async () => {
    const change = (user: { uid: number }) => ({
      user: String(user.uid),
      kind: 'email' as const,
      address: `new.${user.uid}@mail.example`,
      reason: 'x',
    })
    const untold = (await people(1))[0]!
    expect(await why(sam, 'people.change-address', change(untold))).toContain('no address that could be notified')
    for (let done = 0; done < 10; done++) {
      const { output, proposal } = await ran(sam, 'people.change-address', change(await withEmail()))
      expect(proposal).toBeNull()
      expect(JSON.stringify(output)).not.toContain('/account-change/')
    }
    expect(await why(sam, 'people.change-address', change(await withEmail()))).toContain('more than 10 users')
    const [{ count } = { count: 0 }] = await db.asOwner<{ count: number }>(
      'select count(*)::int as count from account_changes',
    )
    expect(count).toBe(10)
  })

  it('support answers with links to unknown hosts are limited, other answers are not', async () => {
    const answer = (user: { uid: number }, text: string) =>
      why(sam, 'messages.answer', { user: String(user.uid), text })
    const strange = 'Sign in again at https://evil.example/login.'
    const users = await people(11)
    for (const user of users) expect(await answer(user, 'Fixed. See [help](/faq).')).toBeNull()
    for (const user of users.slice(0, 9)) expect(await answer(user, strange)).toBeNull()
    expect(await why(sam, 'people.block', blocking(users[9]!))).toBeNull()
    expect(await answer(users[10]!, strange)).toContain('more than 10 users')
    expect(await why(sam, 'people.block', blocking(users[10]!))).toContain('more than 10 users')
    expect(await answer(users[0]!, strange)).toBeNull()
    expect(await answer(users[10]!, 'Fixed. Please try again.')).toBeNull()
    const own = await withEmail()
    expect(await answer(own, `Your address is ${own.email}.`)).toBeNull()
  })

  it('granting time has its own limit', async () => {
    await db.asOwner(
      `insert into settings (key, value) values ('operatorLimits', '{"giftPeople": 2, "personActs": 0}')`,
    )
    const gift = ({ uid }: { uid: number }) => ({ user: String(uid), days: 1, reason: 'x' })
    for (const user of await people(2)) expect(await why(sam, 'people.give-time', gift(user))).toBeNull()
    expect(await why(sam, 'people.give-time', gift((await people(1))[0]!))).toContain('Giving time to more than 2')
    await db.asOwner(`delete from settings where key = 'operatorLimits'`)
  })
})

it('no guarded action runs in parts that commit before a second operator is asked', () => {
  const inParts = actionNames.filter((name) => {
    const handler: unknown = handlers[name]
    return typeof handler === 'object' && handler !== null && 'parts' in handler
  })
  expect(inParts.length).toBeGreaterThan(0)
  expect(inParts.filter((name) => guardFor(name).kind !== 'none')).toEqual([])
})

describe('changes that affect everyone', () => {
  const app = {
    platform: 'windows',
    version: '99.0.0',
    address: 'https://wayfare-downloads.evil.example/Wayfare.exe',
    sha256: 'ab'.repeat(32),
    requiresEn: 'Windows 10',
    requiresZh: 'Windows 10',
  } as const
  const offered = () => db.asOwner<{ url: string }>(`select url from client_releases where platform = 'windows'`)

  it('a published app release stays off the site until a second operator grants it, and owners are mailed twice', async () => {
    const before = await offered()
    expect((await ran(sam, 'clients.publish', app, true)).takesTwo?.code).toBe('reach.app')
    const { proposal } = await ran(sam, 'clients.publish', app)
    expect(proposal?.why.code).toBe('reach.app')
    expect(await offered()).toEqual(before)
    const by = (mail: string) => mail.startsWith(ann.name)
    expect((await notices()).filter(by)).toEqual([
      expect.stringContaining('“Offer a release” waits for a second operator'),
    ])
    expect(await run(sam, 'approvals.grant', { id: proposal!.id })).toMatchObject({ ok: false })
    await ran(bea, 'approvals.grant', { id: proposal!.id })
    expect(await offered()).toEqual([{ url: app.address }])
    expect((await notices()).filter(by)).toContainEqual(expect.stringContaining('“Offer a release” was carried out'))
    const { output } = await ran(ann, 'clients.list', {})
    const old = (output as { items: { id: string; state: string; platform: string }[] }).items.find(
      ({ platform, state }) => platform === 'windows' && state !== 'public',
    )
    expect(await why(sam, 'clients.restore', { release: old!.id, reason: 'x' })).toContain('two operators')
  })

  it('a content import needs two operators for checksums, mirrors, or a notice with a link', async () => {
    const files = await exportContent(db.database)
    const folder = (path: string, change: (value: never) => unknown) =>
      files
        .filter((file) => file.path === path)
        .map((file) => ({ path, text: JSON.stringify(change(JSON.parse(file.text) as never)) }))
    const publish = (changed: ReturnType<typeof folder>) => why(ann, 'content.publish', { folder: changed })
    expect(
      await publish(
        folder('clients.json', (rows: object[]) => rows.map((row) => ({ ...row, sha256: 'cd'.repeat(32) }))),
      ),
    ).toContain('two operators')
    const setting = (name: string, value: unknown) =>
      publish(folder('settings.json', (all: object) => ({ ...all, [name]: value })))
    const mirrors = { origins: [], hosts: ['https://api.evil.example'], manifestUrls: [], manifestKey: null }
    expect(await setting('trialMinutes', 17)).toBeNull()
    expect(await setting('mirrors', mirrors)).toContain('two operators')
    expect(await setting('notice', { en: 'Log in at evil.example', 'zh-CN': '维护' })).toContain('two operators')
    expect(await setting('notice', { en: 'Back at noon', 'zh-CN': '维护' })).toBeNull()
  })

  it('settings with mirrors or links need two operators, other settings one', async () => {
    const set = (setting: SettingName, value: unknown) =>
      why(ann, 'settings.set', { setting, value: JSON.stringify(value), reason: 'x' })
    const mirrors = { origins: ['https://evil.example'], hosts: [], manifestUrls: [], manifestKey: null }
    expect(await set('mirrors', mirrors)).toContain('domains, keys and addresses')
    expect(
      await set('mirrors', {
        ...mirrors,
        origins: [],
        manifestKey:
          'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHFEAv6yEllVxo+c3+QqRuMPM/s8yYP0DjnHwL5OyTudfJGcahyxRrtxGennpJb8SRyTWZymkF6IdKy3WQMk39A==',
      }),
    ).toContain('two operators')
    expect(await set('trialMinutes', 16)).toBeNull()
    await member()
    expect(await set('affiliateContact', { label: 'Us', url: 'https://evil.example', demo: false })).toContain('two')
  })

  it('every site notice needs a code, and one with a link two operators', async () => {
    codes = 0
    expect(await why(sam, 'notice.set', { en: 'Back at noon', zh: '中午恢复' })).toBeNull()
    expect(codes).toBe(1)
    for (const en of ['Sign in again at https://evil.example', 'Sign in at evil。example', 'Go to evil[.]example'])
      expect(await why(sam, 'notice.set', { en, zh: '重新登录' })).toContain('two operators')
    const shown = await ran(ann, 'notice.show', {})
    expect(shown.output).toMatchObject({ en: 'Back at noon' })
  })

  it('benefit accounts that link to a new host need two operators and a code', async () => {
    await member()
    let count = 0
    const add = (link: string) =>
      why(sam, 'benefits.import', { kind: 'films', file: `${count++}@films.example\tsecret\t${link}`, ...names })
    const names = { nameEn: 'Films', nameZh: '电影' }
    codes = 0
    expect(await add('https://films.example/in')).toContain('two operators')
    expect(codes).toBe(1)
    await db.asOwner(`insert into benefit_kinds (kind, names) values ('films', '{"en": "Films", "zh-CN": "电影"}')`)
    await db.asOwner(
      `insert into benefit_stock (id, kind, account, sealed_password, link, imported_by)
       values (gen_random_uuid(), 'films', 'first@films.example', 'x', 'https://films.example/in', 'test')`,
    )
    expect(await add('https://films.example/other')).toBeNull()
    expect(codes).toBe(1)
    for (const link of ['https://films.example.evil.example/in', 'https://127.1/'])
      expect(await add(link)).toContain('two operators')
    await expect(add('https://films.example@evil.example/in')).rejects.toThrow('benefit.badLine')
    await db.asOwner(`update benefit_stock set withdrawn_at = now()`)
    expect(await add('https://films.example/in')).toContain('two operators')
  })

  it('a text that links to a new host needs two operators, and one with a known host needs one', async () => {
    await member()
    expect(await publishText('plain', 'We are back. See [help](/faq).')).toBeNull()
    for (const address of [
      'https://evil.example/login',
      'https://evil\\.example/login',
      'https://evil&period;example/login',
      'https://evil%2Eexample/login',
      'https://3405803783/login',
      'https://[2001:db8::1]/login',
      'mailto:help@evil&#46;example',
    ])
      expect(await publishText('bad', `Sign in at [Wayfare](${address}).`), address).toContain('two operators')
    expect(await publishText('bad', 'Sign in at <https://3405803783/login>.')).toContain('two operators')
  })

  it('publishing an earlier version again needs two operators when its host is no longer public', async () => {
    await db.asOwner('update memberships set expires_at = now() where expires_at > now()')
    expect(await publishText('early', 'Sign in at [Wayfare](https://lapsed.example/login).')).toBeNull()
    expect(await publishText('early', 'We are back. See [help](/faq).', 1)).toBeNull()
    await member()
    const again = (version: number) =>
      why(sam, 'content.restore', { text: 'announcement/early', language: 'en', version, reason: 'x' })
    expect(await again(1)).toContain('two operators')
    expect(await publishText('early', 'We are back. See [plans](/pricing).', 2)).toBeNull()
    expect(await again(2)).toBeNull()
  })

  it('a tunnel provider needs two operators once there is a member', async () => {
    const hook = (provider: string) => ({
      provider,
      kind: 'webhook' as const,
      serves: ['paid'],
      file: JSON.stringify({
        url: 'https://receiver.example/',
        secrets: [`whsec_${randomBytes(32).toString('base64')}`],
      }),
    })
    await db.asOwner('update memberships set expires_at = now() where expires_at > now()')
    expect(await why(ann, 'tunnels.set-provider', hook('first'))).toBeNull()
    await member()
    expect(await why(ann, 'tunnels.set-provider', hook('second'))).toContain('servers and panels')
    expect(await why(ann, 'tunnels.set-provider', hook('first'))).toContain('servers and panels')
  })

  it('redeem codes are limited by their total value', async () => {
    const batch = (name: string, count: number, months = 1) => ({ name, count, months, devices: 1 })
    expect(await why(fay, 'redeem.create', batch('a', 40))).toBeNull()
    expect((await ran(fay, 'redeem.create', batch('b', 20), true)).takesTwo).toMatchObject({
      code: 'codes.worthTakesTwo',
      params: { cny: '¥2,000.00' },
    })
    expect(await why(fay, 'redeem.create', { ...batch('c', 1, 120), bonusDays: 3_660, devices: 1_000 })).toContain(
      'worth more than',
    )
  })
})
