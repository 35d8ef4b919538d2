import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAllGoods } from '#server/modules/catalog/goods.queries.ts'
import { importSources, type ImportSource } from '#server/modules/imports/readers/records.rules.ts'
import { forgetImportRows, forgetUnstarted } from '#server/modules/imports/imports.service.ts'
import { runImport } from '#server/workflows/imports/run-import.ts'
import { undoImport } from '#server/workflows/imports/undo-import.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { oldFile, oldPassword, oldPeople, oldPerson, oldTokenOf, type OldPerson } from '#tests/support/moving-in.ts'
import { asNative } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'

let test: TestApp
let plan: string
let devices: number
let plans: string[]
let count = 0
let origin: string
beforeAll(async () => {
  test = await createTestApp({ maxConnections: 8 })
  const [goods] = await listAllGoods(test.db.database)
  plan = goods!.id
  devices = goods!.maxDevices
  plans = [`1=${plan}`, `2=${plan}`]
})
afterAll(() => test.close())
beforeEach(() => void (origin = `shop-${++count}`))

const job = (importId: string, signal = new AbortController().signal) => ({
  payload: { importId },
  signal,
  completeIn: async () => {},
})
/** Creates an old shop with its own email addresses and tokens, so that tests can share a database. */
const own = (people: readonly OldPerson[]) =>
  people.map((p) => ({ ...p, email: p.email.replace('old.', `${origin}.`), token: oldTokenOf(`${origin} ${p.id}`) }))
const add = (source: ImportSource, people: readonly OldPerson[]) =>
  perform(test.db.database, 'imports.add', { source, origin, file: oldFile(source, own(people)) })
type Choice = Partial<Parameters<typeof perform<'imports.start'>>[2]>
const start = (id: string, choice: Choice = {}, preview = false) =>
  perform(test.db.database, 'imports.start', { id, plans, ...choice }, { preview })
const finish = (id: string, size?: number) => runImport(test.db.database, job(id), size)
async function moveIn(source: ImportSource, people: readonly OldPerson[], choice: Choice = {}) {
  const { id } = await add(source, people)
  const started = await start(id, choice)
  await finish(id)
  return { id, started, shown: await perform(test.db.database, 'imports.show', { id }) }
}
async function undo(id: string) {
  const undone = await perform(test.db.database, 'imports.undo', { id })
  await undoImport(test.db.database, job(id))
  return undone
}
const signIn = (person: OldPerson, password = oldPassword, address?: string) => {
  const input = { kind: 'email', identifier: own([person])[0]!.email, password, agreed: true } as const
  return test.call('/api/user/user_login', input, { address: address ?? `203.0.113.${++count % 250}` })
}
type Kept = {
  email: string
  passwordHash: string
  ends: number | null
  devices: number | null
  blocked: boolean
  invitedBy: number | null
}
/** Stored data of the imported people, by old id. */
const kept = async (): Promise<Map<number, Kept>> =>
  new Map(
    (
      await test.db.asOwner<Kept & { id: string }>(
        `select p.old_id as id, i.value as email, u.password_hash as "passwordHash", m.max_devices as devices,
           extract(epoch from m.expires_at)::float8 as ends, b.user_id is not null as blocked,
           (select v.old_id::int from imported_people v where v.user_id = u.invited_by) as "invitedBy"
         from imported_people p join users u on u.id = p.user_id join account_identifiers i on i.user_id = u.id
           left join memberships m on m.user_id = u.id left join account_blocks b on b.user_id = u.id
         where p.origin = $1 order by p.old_id`,
        [origin],
      )
    ).map(({ id, ...row }) => [Number(id), row]),
  )
const totals = async (): Promise<Record<string, number>> => {
  const tables = [
    'users',
    'account_identifiers',
    'memberships',
    'membership_grants',
    'imported_people',
    'imported_orders',
    'account_blocks',
    'tunnel_old_links',
    'tunnel_deliveries',
  ]
  const [row] = await test.db.asOwner<Record<string, number>>(
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  )
  return row!
}

describe.each(importSources)('an import from %s', (source) => {
  it('keeps people, time, devices, blocks, invitations, orders and passwords, even if the import is killed and resumed', async () => {
    const people = oldPeople(60)
    const { id, people: read } = await add(source, people)
    expect(read).toBe(60)
    await start(id)
    for (const steps of [2, 1]) {
      const killed = new AbortController()
      let taken = 0
      const running = {
        ...job(id, killed.signal),
        signal: new Proxy(killed.signal, {
          get: (signal, name) =>
            name === 'throwIfAborted'
              ? () => {
                  if (taken++ === steps) throw new Error('killed')
                }
              : (Reflect.get(signal, name) as unknown),
        }),
      }
      await expect(runImport(test.db.database, running, 7)).rejects.toThrow('killed')
    }
    await finish(id, 7)
    const found = await kept()
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(people.map((p) => p.id))
    for (const person of own(people)) {
      const row = found.get(person.id)!
      expect(row.email).toBe(person.email)
      expect(row.blocked).toBe(person.banned)
      expect(row.invitedBy).toBe(person.inviter)
      const isOver = person.expires! < Date.now() / 1000
      expect([row.ends === null ? null : Math.abs(row.ends - person.expires!) <= 1, row.devices]).toEqual(
        isOver ? [null, person.banned ? 0 : null] : [true, devices],
      )
    }
    const { data } = await signIn(people[0]!)
    expect(data.uid).toBeGreaterThan(0)
    const orders = await perform(test.db.database, 'imports.orders', { user: own(people)[0]!.email })
    expect(orders.items).toHaveLength(source === 'csv' ? 0 : 1)
    expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({
      state: 'done',
      added: 60,
      refused: 0,
      joined: 1,
    })
  })

  it('changes nothing if the same file comes again, and leaves nothing once undone', async () => {
    const before = await totals()
    const first = await moveIn(source, oldPeople(25))
    const after = await totals()
    expect(after.users).toBe(before.users! + 25)
    const again = await moveIn(source, oldPeople(25))
    expect(again.started).toMatchObject({ added: 0, changed: 0, same: 25 })
    expect(await totals()).toEqual(after)
    expect(await undo(again.id)).toMatchObject({ people: 0 })
    expect(await totals()).toEqual(after)
    expect(await undo(first.id)).toMatchObject({ people: 25, joined: 0 })
    expect(await totals()).toEqual(before)
  })
})

describe('an import', () => {
  it('names each row that it refuses, in the preview and afterwards alike', async () => {
    const people = [
      oldPerson(1, { email: ' Person1@Old.Example ' }),
      oldPerson(2, { email: 'PERSON1@old.example', expires: 1_700_000_000 }),
      oldPerson(3, { email: 'not an address' }),
      oldPerson(4, { email: '' }),
      oldPerson(5, { plan: 9 }),
      oldPerson(6, { expires: null }),
      oldPerson(7, { expires: 253_402_300_799 }),
      oldPerson(8, { inviter: 9 }),
      oldPerson(9, { inviter: 8 }),
      oldPerson(10, { inviter: 3 }),
      oldPerson(11, { plan: null, expires: null }),
      oldPerson(12, { expires: 0, plan: 9 }),
      oldPerson(13, { expires: -5 }),
      oldPerson(14, { balanceMinor: -500 }),
    ]
    const { id, refused } = await perform(test.db.database, 'imports.add', {
      source: 'xboard',
      origin,
      file: oldFile('xboard', people),
    })
    expect(refused).toBe(3)
    const preview = await start(id, {}, true)
    const counts = { added: 8, refused: 6, members: 5, debts: 1 }
    expect(preview).toMatchObject(counts)
    expect(await start(id)).toEqual(preview)
    await finish(id)
    const { items } = await perform(test.db.database, 'imports.refused', { id })
    expect(items.map(({ kind, oldId, reason }) => [kind, oldId, reason])).toEqual([
      ['person', '2', 'The person 1 of the file has the same email address and longer time.'],
      ['person', '3', 'Its email address is not valid.'],
      ['person', '4', 'It has no email address.'],
      ['person', '5', 'You chose no plan for the old plan 9.'],
      ['person', '6', 'The membership never ends, and you chose no number of months instead.'],
      ['person', '7', 'The membership never ends, and you chose no number of months instead.'],
      ['invite', '8', 'The inviter 9 was invited by the same person.'],
      ['invite', '9', 'The inviter 8 was invited by the same person.'],
      ['invite', '10', 'The inviter 3 is not imported.'],
      ['order', 'T2', 'Its person is not imported.'],
      ['order', 'T3', 'Its person is not imported.'],
      ['order', 'T4', 'Its person is not imported.'],
      ['order', 'T5', 'Its person is not imported.'],
      ['order', 'T6', 'Its person is not imported.'],
      ['order', 'T7', 'Its person is not imported.'],
    ])
    expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({ added: 8, refused: 6 })
    expect([...(await kept()).keys()].toSorted((a, b) => a - b)).toEqual([1, 8, 9, 10, 11, 12, 13, 14])
  })

  it('turns memberships without an end and balances into time only as the operator chose', async () => {
    const people = [oldPerson(1, { expires: null }), oldPerson(2, { balanceMinor: 1_050, expires: 0, plan: null })]
    await moveIn('v2board', people, { neverMonths: 12, balancePerDay: '2' })
    const found = await kept()
    const days = (id: number) => Math.round((found.get(id)!.ends! - Date.now() / 1000) / 86_400)
    expect([days(1), found.get(1)!.devices]).toEqual([
      expect.toSatisfy((of: number) => of === 365 || of === 366),
      devices,
    ])
    expect([days(2), found.get(2)!.devices]).toEqual([5, 1])
  })

  it('uses the device limit of the person rather than that of the plan', async () => {
    await moveIn('xboard', [oldPerson(1, { devices: 7 }), oldPerson(2)])
    expect([...(await kept()).values()].map((row) => row.devices)).toEqual([7, devices])
  })

  it('refuses an email address that an account already has, and a person whose account was deleted', async () => {
    const [one, two] = [oldPerson(1), oldPerson(2)]
    const first = await moveIn('xboard', [one])
    const staged = await perform(test.db.database, 'imports.add', {
      source: 'xboard',
      origin,
      file: oldFile('xboard', [{ ...own([one])[0]!, email: `another.${origin}@example.com` }]),
    })
    await test.db.asOwner(
      `insert into account_deletions (user_id, erase_at) select user_id, now() - interval '1 minute' from imported_people where origin = $1`,
      [origin],
    )
    expect(await eraseDueAccounts(test.db.database)).toBe(1)
    const words = await test.db.asOwner<{ text: string }>(
      `select p::text as text from imported_people p where origin = $1 union all select r::text from import_rows r where import_id = $2
       union all select o::text from imported_orders o where origin = $1`,
      [origin, first.id],
    )
    expect(words).toHaveLength(5)
    expect(
      await test.db.asOwner(
        `select kind from import_rows where import_id = $1 and record is not null and kind in ('person', 'order')`,
        [staged.id],
      ),
    ).toEqual([])
    await perform(test.db.database, 'imports.discard', { id: staged.id })
    expect(JSON.stringify(words)).not.toContain('person1@')
    const earlier = origin
    const other = await moveIn('csv', [one, two])
    expect(other.shown.reasons).toEqual([{ reason: 'account deleted here', rows: 1 }])
    expect([...(await kept()).keys()]).toEqual([2])
    origin = `${earlier}-b`
    const { id } = await perform(test.db.database, 'imports.add', {
      source: 'csv',
      origin,
      file: oldFile('csv', [{ ...two, email: `person2@${earlier}.example` }]),
    })
    expect(await start(id)).toMatchObject({ added: 0, refused: 1 })
    await finish(id)
    expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({
      reasons: [{ reason: 'email address of another account here', rows: 1 }],
    })
  })

  it('an import of a newer file changes people whose rows changed; people who signed in only get a later end', async () => {
    const people = [1, 2, 3, 4, 5].map((id) => oldPerson(id))
    await moveIn('xboard', people)
    for (const person of people.slice(3)) expect((await signIn(person)).status).toBe('OK')
    const later = (person: OldPerson, days: number) => ({ ...person, expires: person.expires! + days * 86_400 })
    const newer = [
      people[0]!,
      { ...later(people[1]!, -10), email: 'renamed@old.example', banned: true },
      later(people[2]!, 10),
      { ...later(people[3]!, 10), email: 'thief@old.example' },
      later(people[4]!, -10),
      oldPerson(6),
    ]
    const { started, shown } = await moveIn('xboard', newer)
    expect(started).toMatchObject({ added: 1, changed: 3, same: 1, refused: 1 })
    expect(shown.reasons).toEqual([{ reason: 'earlier end for a person who has signed in', rows: 1 }])
    const found = await kept()
    const addresses = own([people[0]!, newer[1]!, people[2]!, people[3]!, people[4]!, oldPerson(6)])
    expect([1, 2, 3, 4, 5, 6].map((id) => found.get(id)!.email)).toEqual(addresses.map(({ email }) => email))
    expect([1, 2, 3, 4, 5, 6].map((id) => found.get(id)!.blocked)).toEqual([false, true, false, false, false, false])
    const ends = [people[0]!, newer[1]!, newer[2]!, newer[3]!, people[4]!, newer[5]!]
    for (const { id, expires } of ends) expect(Math.abs(found.get(id)!.ends! - expires!)).toBeLessThanOrEqual(1)
    expect((await moveIn('xboard', newer)).started).toMatchObject({ added: 0, changed: 0, same: 5, refused: 1 })
  })

  it('never lets people invite each other in a circle, even if two files together would', async () => {
    const people = [oldPerson(1), oldPerson(2, { inviter: 1 }), oldPerson(3, { inviter: 2 })]
    await moveIn('xboard', people)
    await moveIn('xboard', [oldPerson(1, { inviter: 3 }), oldPerson(2), oldPerson(3), oldPerson(4, { inviter: 3 })])
    const found = await kept()
    expect([1, 2, 3, 4].map((id) => found.get(id)!.invitedBy)).toEqual([null, 1, 2, 3])
  })

  it('undoing an import keeps people who signed in or use their old link', async () => {
    const people = [1, 2, 3].map((id) => oldPerson(id))
    const { id } = await moveIn('xboard', people)
    await signIn(people[0]!)
    const answer = await test.app.inject({ url: `/s/${own(people)[1]!.token}`, headers: { 'user-agent': 'v2rayN/7' } })
    expect(answer.statusCode).toBe(302)
    expect(await undo(id)).toMatchObject({ people: 2, joined: 1 })
    expect([...(await kept()).keys()].toSorted()).toEqual([1, 2])
    expect((await kept()).get(2)!.ends).not.toBeNull()
    expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({ state: 'undone', joined: 1 })
    await expect(perform(test.db.database, 'imports.undo', { id })).rejects.toThrow('Only an import that is done')
  })

  it('undoing an import waits until panels have closed the people whom they know', async () => {
    const people = [oldPerson(1)]
    const { id } = await moveIn('xboard', people)
    const [{ user_id: userId } = { user_id: '' }] = await test.db.asOwner<{ user_id: string }>(
      'select user_id from imported_people where origin = $1',
      [origin],
    )
    await test.db.asOwner(
      `insert into tunnel_providers (id, kind, serves, settings) values ('panel', 'webhook', '{paid}', '\\x00')`,
    )
    await test.db.asOwner(
      `insert into tunnel_deliveries (user_id, provider, wanted, applied, is_open) values ($1, 'panel', 1, 1, true)`,
      [userId],
    )
    await undo(id)
    expect((await kept()).get(1)!.ends).toBeLessThanOrEqual(Date.now() / 1000 + 1)
    expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({ state: 'undoing' })
    await test.db.asOwner('update tunnel_deliveries set is_open = false, behind_since = null, applied = wanted')
    await undoImport(test.db.database, job(id))
    expect((await kept()).size).toBe(0)
    expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({ state: 'undone' })
    await test.db.asOwner(`delete from tunnel_providers`)
  })

  it('people who sign in while an undo waits for a panel get back the time that it took, and people with gifted time are not waited for', async () => {
    const people = [oldPerson(1), oldPerson(2)]
    const { id } = await moveIn('xboard', people)
    const before = await kept()
    const ids = await test.db.asOwner<{ user_id: string; uid: number }>(
      'select user_id, uid from imported_people p join users u on u.id = p.user_id where origin = $1 order by old_id',
      [origin],
    )
    await test.db.asOwner(
      `insert into tunnel_providers (id, kind, serves, settings) values ('panel', 'webhook', '{paid}', '\\x00')`,
    )
    await test.db.asOwner(
      `insert into tunnel_deliveries (user_id, provider, wanted, applied, is_open)
       select user_id, 'panel', 1, 1, true from imported_people where origin = $1`,
      [origin],
    )
    await undo(id)
    expect((await kept()).get(1)!.ends).toBeLessThanOrEqual(Date.now() / 1000 + 1)
    await signIn(people[0]!)
    await perform(test.db.database, 'people.give-time', { user: String(ids[1]!.uid), days: 30, reason: 'a test' })
    await undoImport(test.db.database, job(id))
    const after = await kept()
    expect(Math.abs(after.get(1)!.ends! - before.get(1)!.ends!)).toBeLessThanOrEqual(2)
    expect(await perform(test.db.database, 'imports.show', { id })).toMatchObject({ state: 'undone' })
    await undoImport(test.db.database, job(id))
    expect((await kept()).get(1)!.ends).toBe(after.get(1)!.ends)
    await test.db.asOwner(`delete from tunnel_providers`)
  })

  it('one import runs at a time, starts once, and cannot be discarded afterwards', async () => {
    const [first, second] = [await add('xboard', [oldPerson(1)]), await add('csv', [oldPerson(2)])]
    await start(first.id)
    await expect(start(first.id)).rejects.toThrow('started already')
    await expect(start(second.id)).rejects.toThrow('Another import is running')
    await expect(perform(test.db.database, 'imports.discard', { id: first.id })).rejects.toThrow('started already')
    await finish(first.id)
    expect(await perform(test.db.database, 'imports.discard', { id: second.id })).toMatchObject({ rows: 1 })
    await expect(perform(test.db.database, 'imports.show', { id: second.id })).rejects.toThrow('Not found')
  })

  it.each([
    ['a file that is cut off', 'xboard', "INSERT INTO `v2_user` (`id`) VALUES (1,'a", /end of the file is missing/],
    ['a dump without people', 'xboard', 'SET NAMES utf8;', /lists no people/],
    ['rows without names of columns', 'v2board', "INSERT INTO `v2_user` VALUES (1,'a');", /names of its columns/],
    ['a CSV file without addresses', 'csv', 'name\nx\n', /no column of email addresses/],
  ] as const)('refuses %s', async (_name, source, text, message) => {
    const file = Buffer.from(text).toString('base64')
    await expect(perform(test.db.database, 'imports.add', { source, file })).rejects.toThrow(message)
  })

  it('an import file is deleted after 7 days, and the list of its rows 30 days after the import ended', async () => {
    const { id } = await add('csv', [oldPerson(1)])
    const { id: ended } = await moveIn('xboard', [oldPerson(2, { email: 'x' })])
    await test.db.asOwner(`update imports set read_at = read_at - interval '169 hours' where id = $1`, [id])
    await test.db.asOwner(`update imports set ended_at = ended_at - interval '721 hours' where id = $1`, [ended])
    await forgetUnstarted(test.db.database, 100)
    await forgetImportRows(test.db.database, 100)
    await expect(perform(test.db.database, 'imports.show', { id })).rejects.toThrow('Not found')
    expect((await perform(test.db.database, 'imports.refused', { id: ended })).items).toEqual([])
  })

  it('the stored rows of an import contain no personal data and no gateway secrets', async () => {
    const { id } = await moveIn('xboard', [oldPerson(1)])
    const rows = await test.db.asOwner(`select r::text from import_rows r where import_id = $1`, [id])
    expect(JSON.stringify(rows)).not.toMatch(/person1|\$2y|secret/)
  })
})

describe('the password of an imported person', () => {
  const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
  const hashOf = async (id: number) => (await kept()).get(id)!.passwordHash

  it('an imported password hash is replaced by argon2id at the first sign-in, and the password keeps working', async () => {
    const people = [
      oldPerson(1),
      oldPerson(2, { algorithm: 'sha256', password: digest('sha256', oldPassword) }),
      oldPerson(3, { algorithm: 'sha256salt', salt: 'pepper', password: digest('sha256', `${oldPassword}pepper`) }),
    ]
    await moveIn('xboard', people)
    for (const person of people) {
      expect(await hashOf(person.id)).toMatch(/^import\$/)
      expect((await signIn(person, 'another password')).status).toBe('WrongCredentials')
      expect(await hashOf(person.id)).toMatch(/^import\$/)
      expect((await signIn(person)).status).toBe('OK')
      expect(await hashOf(person.id)).toMatch(/^\$argon2id\$/)
      expect((await signIn(person)).status).toBe('OK')
    }
  })

  it('an imported MD5 password works once, and its owner is asked for a new password', async () => {
    const person = oldPerson(1, {
      algorithm: 'md5salt',
      salt: 'pepper',
      password: digest('md5', `${oldPassword}pepper`),
    })
    const { started } = await moveIn('xboard', [person])
    expect(started).toMatchObject({ passwordsOnce: 1 })
    expect((await signIn(person)).status).toBe('OK')
    expect((await signIn(person)).status).toBe('WrongCredentials')
    const told = await test.db.asOwner<{ template: string }>(
      `select o.template from outbox_messages o join imported_people p on p.user_id = o.user_id where p.origin = $1 and o.template = 'choose-password'`,
      [origin],
    )
    expect(told).toHaveLength(1)
  })

  it('an imported MD5 password is used up by a sign-in that stops at the device limit', async () => {
    const person = oldPerson(1, {
      algorithm: 'md5salt',
      salt: 'pepper',
      password: digest('md5', `${oldPassword}pepper`),
      devices: 1,
    })
    await moveIn('xboard', [person])
    const token = own([person])[0]!.token
    await test.app.inject({ url: `/s/${token}`, headers: { 'user-agent': 'v2rayN/7' } })
    const input = { kind: 'email', identifier: own([person])[0]!.email, password: oldPassword, agreed: true } as const
    const phone = asNative(test, {
      platform: 'android',
      deviceId: `phone-of-${origin}`,
      osVersion: '14',
      name: 'Pixel',
    })
    expect((await test.call('/api/user/user_login', input, phone)).status).toBe('DeviceLimitReached')
    expect((await signIn(person)).status).toBe('WrongCredentials')
  })

  it('guesses of an imported password are limited like those of any other', async () => {
    const person = oldPerson(1)
    await moveIn('xboard', [person])
    const statuses = []
    for (let tries = 0; tries < 11; tries++) statuses.push((await signIn(person, 'wrong one', '198.51.100.9')).status)
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'WrongCredentials'))
    expect((await signIn(person, oldPassword, '198.51.100.9')).status).not.toBe('OK')
  })

  it('at least one of two concurrent first sign-ins with an imported password succeeds', async () => {
    const person = oldPerson(1)
    await moveIn('xboard', [person])
    const answers = await Promise.all([signIn(person), signIn(person)])
    expect(answers.map(({ status }) => status)).toContain('OK')
    expect((await signIn(person)).status).toBe('OK')
  })
})
