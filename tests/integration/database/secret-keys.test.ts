import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { holdSecretKeys } from '#server/db/hold-secret-keys.ts'
import { sealedColumns } from '#server/db/sealed-columns.ts'
import { readConfig } from '#server/platform/config.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { keySetOf, parseSecretKeys, sealedUnder, type KeySet } from '#server/platform/secret-keys.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { eventually, openShop, type Shop } from '../payments/payments.setup.ts'

const root = path.join(import.meta.dirname, '../../..')
const folder = mkdtempSync(path.join(os.tmpdir(), 'wayfare-keys-'))
/** The key with which the template of all test databases was made. */
const a = readFileSync(path.join(inject('dataDir'), 'keys/secret.key'), 'utf8').trim()
const [b, c] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const set = (...lines: string[]): KeySet => {
  const parsed = parseSecretKeys(lines.join('\n'))
  if (typeof parsed === 'string') throw new Error(parsed)
  return parsed
}
const idOf = (key: string) => set(key).root.id
function file(name: string, ...lines: string[]): string {
  const place = path.join(folder, name)
  writeFileSync(place, lines.join('\n'), { mode: 0o600 })
  return place
}
const configOf = (name: string, ...lines: string[]) =>
  readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), SECRET_KEY_FILE: file(name, ...lines) })

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
const password = 'correct horse 42'
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Columns that the application never decrypts: digests, token hashes, public keys; and notifications from before
 * encryption.
 */
const neverOpened = [
  'account_changes.code_hash api_keys.key_hash blocked_payers.payer canary_statements.signature device_secrets.secret_hash error_reports.fingerprint',
  'former_payers.payer imported_people.record_hash limit_counters.subject login_codes.code_hash operator_challenges.challenge_hash operator_passkeys.public_key',
  'operator_sessions.token_hash operators.invitation_hash passkey_challenges.challenge_hash passkeys.public_key payment_payers.payer',
  'provider_events.raw_digest recent_registrations.origin recovery_codes.code_hash redeem_codes.code_hash risk_signals.digest',
  'sent_codes.asker sent_codes.code_hash sent_codes.target sent_codes.ticket session_tokens.successor_salt',
  'session_tokens.token_hash sign_in_steps.token_hash trial_devices.device_hash tunnel_links.token_hash',
  'tunnel_nodes.former_token_hash tunnel_nodes.install_hash tunnel_nodes.push_digest tunnel_nodes.token_hash tunnel_old_links.token_hash tunnel_online.ip_digest',
  'tunnel_providers.feed_token_digest',
].flatMap((line) => line.split(' '))

it('every bytea column is re-encrypted on key rotation or listed as a digest', async () => {
  const columns = await db.asOwner<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' order by 1`,
  )
  const listed = sealedColumns.map(({ name }) => name)
  const others = columns.map(({ name }) => name).filter((name) => !listed.includes(name))
  expect(listed.every((name) => columns.some((column) => column.name === name))).toBe(true)
  expect(others).toEqual(neverOpened)
})

it('a start with missing or wrong secret keys is refused and names the key', async () => {
  const hold = (...lines: string[]) => holdSecretKeys(db.database, set(...lines))
  await hold(a)
  await hold(`next ${b}`, a)
  await expect(hold(b)).rejects.toThrow(`SECRET_KEY_FILE has to end with the key ${idOf(a)}`)
  await expect(hold(a, b)).rejects.toThrow(`its last line is ${idOf(b)}`)
  await hold(b, a)
  await expect(hold(a)).rejects.toThrow(`SECRET_KEY_FILE lacks the key ${idOf(b)}`)
  await hold(c, b, a)
  await db.asOwner('update secret_keys set retired_at = now() where id = $1', [idOf(b)])
  await hold(c, a)
  await expect(hold(b, c, a)).rejects.toThrow(`seals with the key ${idOf(b)}, which is retired`)
  await expect(hold(a)).rejects.toThrow(`lacks the key ${idOf(c)}`)
})

it('a key that never encrypted anything may be removed again', async () => {
  const own = await createTestDatabase()
  try {
    const hold = (...lines: string[]) => holdSecretKeys(own.database, set(...lines))
    await hold(`next ${b}`, a)
    await hold(a)
    await hold(`next ${c}`, a)
    await hold(a)
    await own.asOwner('delete from secret_keys')
    await hold(`next ${b}`, a)
    await hold(c, a)
    expect((await own.asOwner<{ id: string }>('select id from secret_keys')).map(({ id }) => id).toSorted()).toEqual(
      [idOf(a), idOf(c)].toSorted(),
    )
  } finally {
    await own.drop()
  }
})

it('a lost unused key can be retired by a command, and one still in use cannot', async () => {
  const own = await createTestDatabase()
  try {
    const hold = (by: 'start' | 'command') => holdSecretKeys(own.database, set(a), by)
    const config = configOf('gone.key', a)
    await holdSecretKeys(own.database, set(b, a))
    await expect(hold('start')).rejects.toThrow(`lacks the key ${idOf(b)}, under which rows of this database may be`)
    await hold('command')
    await seal(own, set(b, a), 1)
    await expect(hold('command')).rejects.toThrow(`lacks the key ${idOf(b)}, under which rows of this database are`)
    await own.asOwner('delete from outbox_messages where sealed is not null')
    await perform(own.database, 'keys.retire', { key: idOf(b), reason: 'lost' }, { config })
    await hold('start')
  } finally {
    await own.drop()
  }
})

it('a database without registered keys accepts only keys that decrypt its data', async () => {
  await db.asOwner('delete from secret_keys')
  const { rowCount } = await seal(db, set(a), 3)
  expect(rowCount).toBe(3)
  await expect(holdSecretKeys(db.database, set(c))).rejects.toThrow('holds no key that opens what this database keeps')
  expect(await db.asOwner('select id from secret_keys')).toEqual([])
  await holdSecretKeys(db.database, set(a))
  expect(await db.asOwner('select id, is_root from secret_keys')).toEqual([{ id: idOf(a), is_root: true }])
})

async function seal({ connection }: TestDatabase, keys: KeySet, count: number, text = '') {
  const keyring = createKeyring(keys)
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const sealed = Array.from({ length: count }, (_, index) => keyring.seal('outbox', JSON.stringify({ index, text })))
    return await client.query(
      `insert into outbox_messages (id, channel, template, sealed) select gen_random_uuid(), 'mail', 'code-register', s from unnest($1::bytea[]) s`,
      [sealed],
    )
  } finally {
    await client.end()
  }
}

async function openAll({ database }: TestDatabase, keys: KeySet): Promise<Record<string, number>> {
  const keyring = createKeyring(keys)
  const found: Record<string, number> = {}
  for (const column of sealedColumns) {
    const ids = (await column.page(database, column.first, 100_000)).map(({ id }) => id)
    for (const { id, sealed } of await column.read(database, ids)) {
      keyring.open(column.purposeOf(id), sealed)
      const key = sealedUnder(keys, sealed)
      found[key] = (found[key] ?? 0) + 1
    }
  }
  return found
}

it('rows of every column are re-encrypted unchanged, and undecryptable ones are counted and left', async () => {
  const own = await createTestDatabase()
  try {
    const keyring = createKeyring(set(a))
    const id = '00000000-0000-4000-8000-000000000001'
    const named: Record<string, string> = {
      'tunnel_nodes.sealed_settings': 'node',
      'tunnel_providers.settings': 'panel',
    }
    const before = await openAll(own, set(a))
    for (const column of sealedColumns) {
      const [table = '', name = ''] = column.name.split('.')
      const key = named[column.name] ?? id
      await insertBare(own, table, {
        [await keyOf(own, table)]: key,
        [name]: keyring.seal(column.purposeOf(key), column.name),
      })
    }
    await seal(own, set(c), 1)
    await own.asOwner(
      `update outbox_messages set sealed = '\\x00' where id = (select id from outbox_messages where id <> $1 limit 1)`,
      [id],
    )
    const config = configOf('columns.key', b, a)
    const rows = Object.values(before).reduce((sum, count) => sum + count, 0) + sealedColumns.length
    const how = { config }
    const preview = await perform(own.database, 'keys.reseal', {}, { ...how, preview: true })
    expect(preview.resealed).toBe(rows + 1)
    expect(preview.left.every(({ key }) => key === idOf(a))).toBe(true)
    const done = await perform(own.database, 'keys.reseal', {}, how)
    expect(done).toMatchObject({ key: idOf(b), resealed: rows, unreadable: 1 })
    expect(done.left).toEqual([{ key: idOf(a), column: 'outbox_messages.sealed', rows: 1 }])
    await own.asOwner(`delete from outbox_messages where sealed = '\\x00'`)
    expect(await openAll(own, config.secretKey)).toEqual({ [idOf(b)]: rows })
    const fresh = createKeyring(config.secretKey)
    for (const column of sealedColumns) {
      const key = named[column.name] ?? id
      const [row] = await column.read(own.database, [key])
      expect(fresh.open(column.purposeOf(key), row!.sealed)).toBe(column.name)
    }
    expect(await perform(own.database, 'keys.reseal', {}, how)).toMatchObject({ resealed: 0, left: [] })
    // Re-encryption does not overwrite a value that changed since it was read.
    for (const column of sealedColumns) {
      const stale = { ids: [named[column.name] ?? id], from: [Buffer.from('before')], to: [Buffer.from('after')] }
      expect(await column.replace(own.database, stale)).toBe(0)
    }
    expect(await openAll(own, config.secretKey)).toEqual({ [idOf(b)]: rows })
  } finally {
    await own.drop()
  }
})

const keyOf = async (own: TestDatabase, table: string) =>
  table === 'tunnel_nodes'
    ? 'name'
    : (
        await own.asOwner<{ name: string }>(
          `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = $1::regclass and i.indisprimary`,
          [table],
        )
      )[0]!.name

/** Inserts a row with these columns and dummy values in other required ones. Foreign keys are not enforced. */
async function insertBare({ connection }: TestDatabase, table: string, given: Record<string, unknown>): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const checks = await client.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    )
    for (const { name } of checks.rows) await client.query(`alter table ${table} drop constraint ${name}`)
    const key = Object.keys(given)[0]!
    const known = await client.query(`select 1 from ${table} where ${key} = $1`, [given[key]])
    if (known.rowCount === 1) {
      const [column] = Object.keys(given).slice(1)
      await client.query(`update ${table} set ${column} = $2 where ${key} = $1`, Object.values(given))
      return
    }
    const { rows } = await client.query<{ name: string; type: string }>(
      `select column_name as name, case when data_type = 'ARRAY' then 'array' else data_type end as type from information_schema.columns
       where table_name = $1 and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and table_schema = 'public'`,
      [table],
    )
    const samples: Record<string, unknown> = {
      uuid: '00000000-0000-4000-8000-0000000000ff',
      text: 'x',
      bytea: Buffer.from('x'),
      integer: 1,
      smallint: 1,
      bigint: 1,
      jsonb: '{}',
      array: '{}',
      boolean: false,
      'timestamp with time zone': new Date(),
    }
    const row = { ...Object.fromEntries(rows.map(({ name, type }) => [name, samples[type]])), ...given }
    const names = Object.keys(row)
    await client.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    )
  } finally {
    await client.end()
  }
}

it('an old key is retired only when nothing needs it, and never the current or the root key', async () => {
  const own = await createTestDatabase()
  try {
    await holdSecretKeys(own.database, set(b, a))
    await seal(own, set(b, a), 5)
    const config = configOf('retire.key', c, b, a)
    await holdSecretKeys(own.database, config.secretKey)
    const retire = (key: string) => perform(own.database, 'keys.retire', { key, reason: 'old' }, { config })
    await expect(retire('ffffffff')).rejects.toThrow('There is no key')
    await expect(retire(idOf(a))).rejects.toThrow('Digests depend on it, so it must stay')
    await expect(retire(idOf(c))).rejects.toThrow('This key encrypts new data')
    await expect(retire(idOf(b))).rejects.toThrow('This key still encrypts 5 rows')
    await perform(own.database, 'keys.reseal', {}, { config })
    expect(await retire(idOf(b))).toEqual({ key: idOf(b) })
    await expect(retire(idOf(b))).rejects.toThrow('retired already')
    await holdSecretKeys(own.database, set(c, a))
    const { keys } = await perform(own.database, 'keys.list', {}, { config: configOf('without.key', c, a) })
    expect(Object.fromEntries(keys.map(({ id, use }) => [id, use]))).toEqual({
      [idOf(a)]: 'decrypts, makes digests',
      [idOf(b)]: 'not in the file, retired',
      [idOf(c)]: 'encrypts, decrypts',
    })
    const log = await own.asOwner<{ action: string }>(
      `select action from audit_log where action like 'keys.%' order by id`,
    )
    expect(log.map(({ action }) => action)).toEqual(['keys.reseal', 'keys.reseal', 'keys.retire'])
  } finally {
    await own.drop()
  }
})

it('data encrypted later under a retired key is reported until it is re-encrypted', async () => {
  const own = await createTestDatabase()
  try {
    await holdSecretKeys(own.database, set(b, a))
    const config = configOf('late.key', c, b, a)
    const without = configOf('late-without.key', c, a)
    await holdSecretKeys(own.database, config.secretKey)
    await perform(own.database, 'keys.retire', { key: idOf(b), reason: 'old' }, { config })
    await holdSecretKeys(own.database, without.secretKey)
    await seal(own, set(`next ${c}`, b, a), 2)
    const said = `SECRET_KEY_FILE lacks the key ${idOf(b)}`
    await expect(holdSecretKeys(own.database, without.secretKey)).rejects.toThrow(
      `${said}, under which rows of this database are sealed (2)`,
    )
    await expect(perform(own.database, 'keys.list', {}, { config: without })).rejects.toThrow(
      `${said}, which encrypts 2 rows`,
    )
    await holdSecretKeys(own.database, config.secretKey)
    expect((await perform(own.database, 'keys.list', {}, { config })).keys).toHaveLength(3)
    await perform(own.database, 'keys.reseal', {}, { config })
    await holdSecretKeys(own.database, without.secretKey)
    expect((await perform(own.database, 'keys.list', {}, { config: without })).keys).toHaveLength(3)
  } finally {
    await own.drop()
  }
})

it('a key is not retired if a row was encrypted with it during the action', async () => {
  const own = await createTestDatabase()
  const holder = new pg.Client(own.connection)
  await holder.connect()
  try {
    await holdSecretKeys(own.database, set(b, a))
    const config = configOf('race.key', c, b, a)
    await holdSecretKeys(own.database, config.secretKey)
    await holder.query('begin; lock table secret_keys in access exclusive mode')
    const retired = perform(own.database, 'keys.retire', { key: idOf(b), reason: 'old' }, { config }).catch(
      (error: unknown) => String(error),
    )
    await eventually(async () => {
      const { rows } = await holder.query(
        `select 1 from pg_locks where relation = 'secret_keys'::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length > 0
    })
    await seal(own, set(`next ${c}`, b, a), 1)
    await holder.query('rollback')
    expect(await retired).toContain('This key still encrypts 1 row.')
  } finally {
    await holder.end()
    await own.drop()
  }
})

it('large rows are re-encrypted in small batches', async () => {
  const own = await createTestDatabase()
  const messages = sealedColumns.find(({ name }) => name === 'outbox_messages.sealed')!
  const replace = vi.spyOn(messages, 'replace')
  try {
    await holdSecretKeys(own.database, set(b, a))
    const large = 3 * 1024 * 1024
    await seal(own, set(a), 3, 'x'.repeat(large))
    const { left } = await perform(own.database, 'keys.reseal', {}, { config: configOf('large.key', b, a) })
    expect(left).toEqual([])
    const sizes = replace.mock.calls.map(([, { from }]) => from.reduce((sum, { length }) => sum + length, 0))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(3 * large)
    expect(Math.max(...sizes)).toBeLessThan(8 * 1024 * 1024)
  } finally {
    replace.mockRestore()
    await own.drop()
  }
})

it('an interrupted re-encryption continues, and finished rows stay done', async () => {
  const own = await createTestDatabase()
  try {
    await holdSecretKeys(own.database, set(b, a))
    await seal(own, set(a), 250)
    const holder = new pg.Client(own.connection)
    await holder.connect()
    // Locks the table that re-encryption reaches after messages, so that it waits there.
    await holder.query('begin; lock table support_entries in access exclusive mode')
    const { host, user, database } = own.connection
    const child = spawn(
      process.execPath,
      [path.join(root, 'server/ops/main.ts'), 'keys', 'reseal', '--operator', 'ada'],
      {
        cwd: root,
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH,
          APP_ENV: 'TEST',
          DATA_DIR: inject('dataDir'),
          DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
          SECRET_KEY_FILE: file('killed.key', b, a),
        },
      },
    )
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('exit', (_code, signal) => resolve(signal)),
    )
    const under = async () => (await openCounts(own, set(b, a)))[idOf(b)] ?? 0
    await eventually(async () => child.exitCode !== null || (await under()) === 250)
    child.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    await holder.query('rollback')
    await holder.end()
    const config = configOf('again.key', b, a)
    const again = await perform(own.database, 'keys.reseal', {}, { config })
    expect(again.left).toEqual([])
    const opened = await openAll(own, config.secretKey)
    expect(Object.keys(opened)).toEqual([idOf(b)])
  } finally {
    await own.drop()
  }
})

async function openCounts({ database }: TestDatabase, keys: KeySet): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const messages = sealedColumns.find(({ name }) => name === 'outbox_messages.sealed')!
  for (const { beginning } of await messages.page(database, messages.first, 100_000)) {
    const key = sealedUnder(keys, beginning)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

it('users log in with a second factor and buy while two processes use different current keys', async () => {
  const shop: Shop = await openShop({ env: { SECRET_KEY_FILE: file('old.key', `next ${b}`, a) } })
  const newer: TestApp = await createTestApp({ db: shop.app.db, env: { SECRET_KEY_FILE: file('new.key', b, a) } })
  try {
    const { config } = newer
    const people = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const apps = index % 2 === 0 ? [shop.app, newer] : [newer, shop.app]
        const name = `rotated.${index}`
        const { token } = await registerThroughApi(shop.app, name, password)
        const { data } = await apps[0]!.call('/api/user/user_totp_begin', { password }, { token })
        const { secret } = data
        const confirmed = await apps[1]!.call('/api/user/user_totp_confirm', { code: codeOf(secret) }, { token })
        expect(confirmed.status).toBe('OK')
        return { apps, name, secret }
      }),
    )
    const reseal = () => perform(shop.app.db.database, 'keys.reseal', {}, { config })
    const journeys = people.map(async ({ apps, name: accountName, secret }) => {
      const placed = await shop.order({ device: 'phone' })
      await shop.visit(placed)
      await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/pay`)
      const login = '/api/user/user_login_username'
      const stopped = await apps[0]!.call(login, { accountName, password, agreed: true })
      const { challenge } = stopped.data as unknown as { challenge: string }
      const signedIn = await apps[1]!.call('/api/user/user_login_second_factor', { challenge, code: codeOf(secret, 1) })
      expect(signedIn.status).toBe('OK')
      return placed
    })
    const [, ...placed] = await Promise.all([reseal(), ...journeys])
    await eventually(async () => {
      await shop.work()
      const views = await Promise.all(placed.map((each) => shop.view(each)))
      return views.every(({ status }) => status === 'paid')
    })
    // Re-encrypts values written meanwhile by the process with the old key.
    const last = await reseal()
    expect(last.left).toEqual([])
    const opened = await openAll(shop.app.db, config.secretKey)
    expect(Object.keys(opened)).toEqual([keySetOf(config.secretKey).seals.id])
    expect(opened[idOf(b)]).toBeGreaterThanOrEqual(people.length * 2)
  } finally {
    await newer.close()
    await shop.close()
  }
})
