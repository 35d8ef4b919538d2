import argon2 from '@node-rs/argon2'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetNetworks } from '#server/modules/sessions/sign-in-events.queries.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'

const password = 'correct horse 42'
const login = '/api/user/user_login'
let app: TestApp
const hashing = { verify: vi.spyOn(argon2, 'verify'), hash: vi.spyOn(argon2, 'hash') }
const clearHashing = () => {
  hashing.verify.mockClear()
  hashing.hash.mockClear()
}
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})
beforeEach(() => app.db.asOwner('delete from limit_counters'))

const guess = (
  identifier: string,
  chosen = 'a wrong horse',
  options: { address?: string; headers?: Record<string, string> } = {},
) => app.call(login, { kind: 'account_name', identifier, password: chosen, agreed: true }, options)
/** Removes the request id and the proof-of-work puzzle, which differ in each answer. */
const withoutId = ({ raw }: { raw: string }) =>
  raw.replace(/"requestId":"[^"]+"/, '').replace(/"work":\{"parameters":\{[^}]*\},"signature":"[^"]*"\}/, '"work"')
const age = (rule: string, ago: string) =>
  app.db.asOwner(
    `update limit_counters set hits = array(select h - interval '${ago}' from unnest(hits) h) where rule like $1`,
    [rule],
  )

const fillTo = (rule: string, tries: number) =>
  app.db.asOwner('update limit_counters set hits = array_fill(now(), array[$2::int]) where rule = $1', [rule, tries])

describe('password guessing', () => {
  it('at most ten of two hundred concurrent guesses of one caller are checked, and then not even the right one', async () => {
    await registerThroughApi(app, 'target.one')
    clearHashing()
    const headers = (n: number) => ({ headers: { 'x-forwarded-for': `203.0.113.${n}` } })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => guess('target.one', `a wrong horse ${n}`, headers(n))),
    )
    // Under load some guesses are answered with 503 without a comparison.
    expect(hashing.verify.mock.calls.length).toBeLessThanOrEqual(10)
    expect(answers.filter(({ status }) => status === 'WrongCredentials').length).toBeLessThanOrEqual(10)
    expect(answers.filter(({ http }) => ![401, 429, 503].includes(http))).toEqual([])
    for (let n = 0; n < 10; n++) await guess('target.one')
    const compared = hashing.verify.mock.calls.length
    // An attempt that was counted and then answered with 503 is not given back.
    const unavailable = answers.filter(({ http }) => http === 503).length
    expect(compared).toBeGreaterThanOrEqual(10 - unavailable)
    expect(compared).toBeLessThanOrEqual(10)
    const refused = await guess('target.one', password)
    expect(refused).toMatchObject({ http: 429, status: 'TooManyRequests' })
    expect(hashing.verify).toHaveBeenCalledTimes(compared)
  })

  it('exactly ten of two hundred guesses in batches of twelve are checked', async () => {
    await registerThroughApi(app, 'target.exact')
    clearHashing()
    const statuses: string[] = []
    // Guesses run in batches of the number of database connections, so that none is rejected for waiting too long.
    for (let from = 0; from < 204; from += 12) {
      const wave = Array.from({ length: 12 }, (_, n) => guess('target.exact', `a wrong horse ${from + n}`))
      statuses.push(...(await Promise.all(wave)).map(({ status }) => status))
    }
    expect(hashing.verify).toHaveBeenCalledTimes(10)
    const counted = Map.groupBy(statuses, (status) => status)
    expect([...counted].map(([status, all]) => [status, all.length]).toSorted()).toEqual([
      ['TooManyRequests', 194],
      ['WrongCredentials', 10],
    ])
  })

  it('guesses for an unknown name are limited like those for a known one', async () => {
    await registerThroughApi(app, 'target.two')
    const run = async (name: string) => {
      await app.db.asOwner('delete from limit_counters')
      clearHashing()
      const answers: string[] = []
      for (let n = 0; n < 12; n++) answers.push(withoutId(await guess(name)))
      return { answers, compared: hashing.verify.mock.calls.length }
    }
    const known = await run('target.two')
    const unknown = await run('target.nobody')
    expect(unknown).toEqual(known)
    expect(known.compared).toBe(10)
    expect(known.answers.at(-1)).toContain('TooManyRequests')
  })

  it('a known and an unknown name both cost exactly one password comparison', async () => {
    await registerThroughApi(app, 'target.three')
    for (const name of ['target.three', 'target.missing', 'not a name at all!']) {
      clearHashing()
      expect((await guess(name)).status).toBe('WrongCredentials')
      expect([name, hashing.verify.mock.calls.length, hashing.hash.mock.calls.length]).toEqual([name, 1, 0])
    }
  })

  it('all identifiers of an account share ten attempts, without revealing which belong together', async () => {
    const { uid } = await registerThroughApi(app, 'three.ways')
    await app.db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key)
       select id, 'email', 'three@example.com', 'three@example.com' from users where uid = $1`,
      [uid],
    )
    const byEmail = (identifier: string, chosen = 'a wrong horse') =>
      app.call(login, { kind: 'email', identifier, password: chosen, agreed: true })
    const probe = async (email: string) => {
      await app.db.asOwner('delete from limit_counters')
      clearHashing()
      const answers: string[] = []
      for (let n = 0; n < 5; n++) answers.push(withoutId(await guess('three.ways')), withoutId(await byEmail(email)))
      for (let n = 0; n < 6; n++) answers.push(withoutId(await guess('three.ways')), withoutId(await byEmail(email)))
      return {
        answers,
        compared: hashing.verify.mock.calls.length,
        counters: (await app.db.asOwner('select 1 from limit_counters')).length,
      }
    }
    const own = await probe('three@example.com')
    const other = await probe('somebody@example.com')
    expect(own.answers).toEqual(other.answers)
    expect(own.compared).toBe(other.compared)
    expect(own.answers.at(-1)).toContain('TooManyRequests')
    // Blocked attempts are offered a proof of work, for known and unknown names alike.
    expect(
      own.answers.filter((answer) => answer.includes('WrongCredentials') && answer.includes('"work"')),
    ).toHaveLength(10)
    await app.db.asOwner('delete from limit_counters')
    for (let n = 0; n < 5; n++) await Promise.all([guess('three.ways'), byEmail('three@example.com')])
    expect((await byEmail('three@example.com', password)).status).toBe('WrongCredentials')
    expect((await guess('three.ways', password)).status).toBe('WrongCredentials')
    await age('password-account', '15 minutes 1 second')
    expect((await byEmail('three@example.com', password)).status).toBe('OK')
  })

  it('an attempt expires after fifteen minutes, and a right password resets the counter', async () => {
    await registerThroughApi(app, 'target.four')
    for (let n = 0; n < 5; n++) await guess('target.four')
    await age('password-%', '10 minutes')
    for (let n = 0; n < 5; n++) await guess('target.four')
    expect((await guess('target.four')).http).toBe(429)
    await age('password-%', '5 minutes 1 second')
    for (let n = 0; n < 5; n++) expect((await guess('target.four')).http).toBe(401)
    expect((await guess('target.four')).http).toBe(429)
    const [kept] = await app.db.asOwner<{ n: number }>(
      "select max(cardinality(hits)) as n from limit_counters where rule = 'password-account'",
    )
    expect(kept!.n).toBe(10)
    await age('password-%', '15 minutes 1 second')
    expect((await guess('target.four', password)).status).toBe('OK')
    for (let n = 0; n < 10; n++) expect((await guess('target.four')).http).toBe(401)
  })

  it('guesses over many names are limited per network', async () => {
    const from = { address: '198.51.100.20' }
    await guess('sprayed.first', 'a wrong horse', from)
    await fillTo('password-network', 95)
    const guesses = Array.from({ length: 20 }, (_, n) => guess(`sprayed.${n}`, 'a wrong horse', from))
    expect((await Promise.all(guesses)).filter(({ http }) => http === 401)).toHaveLength(5)
    expect((await guess('sprayed.other', 'a wrong horse', { address: '198.51.100.21' })).http).toBe(401)
  })

  it('successful sign-ins do not use up the limit of the network', async () => {
    await registerThroughApi(app, 'comes.often')
    const from = '198.51.100.30'
    for (let n = 0; n < 3; n++) expect((await guess('comes.often', password, { address: from })).status).toBe('OK')
    const [row] = await app.db.asOwner<{ n: number }>(
      "select coalesce(sum(cardinality(hits)), 0)::int as n from limit_counters where rule like 'password-%'",
    )
    expect(row!.n).toBe(0)
  })

  it('a forwarded IP address made up by the caller is ignored', async () => {
    const from = (n: number) => ({
      'x-forwarded-for': `192.0.2.${n}`,
      forwarded: `for=192.0.2.${n}`,
      'x-real-ip': `192.0.2.${n}`,
    })
    await guess('made.up.first', 'a wrong horse', { headers: from(250) })
    await fillTo('password-network', 97)
    const codes: number[] = []
    for (let n = 0; n < 6; n++) codes.push((await guess(`made.up.${n}`, 'a wrong horse', { headers: from(n) })).http)
    expect(codes).toEqual([401, 401, 401, 429, 429, 429])
  })

  it('behind a trusted proxy, limits apply to the last forwarded IP address', async () => {
    const behind = await createTestApp({ db: app.db, env: { TRUST_PROXY: 'on' } })
    const from = (client: string, n: number) =>
      behind.call(
        login,
        { kind: 'account_name', identifier: `proxied.${n}`, password: 'a wrong horse', agreed: true },
        { headers: { 'x-forwarded-for': `192.0.2.${n}, ${client}` } },
      )
    await from('198.51.100.40', 0)
    await fillTo('password-network', 99)
    expect((await from('198.51.100.40', 1)).http).toBe(401)
    expect((await from('198.51.100.40', 2)).http).toBe(429)
    expect((await from('198.51.100.41', 3)).http).toBe(401)
    await behind.close()
  })

  it('the limit holds across server processes', async () => {
    await registerThroughApi(app, 'target.six')
    const other = await createTestApp({ db: app.db })
    const guesses = Array.from({ length: 30 }, (_, n) =>
      (n % 2 ? other : app).call(login, {
        kind: 'account_name',
        identifier: 'target.six',
        password: 'a wrong horse',
        agreed: true,
      }),
    )
    const answers = await Promise.all(guesses)
    expect(answers.filter(({ http }) => http === 401)).toHaveLength(10)
    await other.close()
  })
})

describe('rate limit answer', () => {
  const wait = async (call: InjectOptions) => Number((await app.app.inject(call)).headers['retry-after'])
  const request = (path: string, payload: object) => ({
    method: 'POST' as const,
    url: `/v4/test${path}`,
    headers: { platform: 'web', language: 'en', deviceid: 'web' },
    payload: { ...payload, signature: app.sign() },
  })

  it('a rate limited answer says after how many seconds to retry', async () => {
    const body = { kind: 'account_name', identifier: 'waits.long', password: 'a wrong horse', agreed: true }
    await guess('waits.long')
    await fillTo('password-asker', 10)
    await age('password-asker', '5 minutes')
    const seconds = await wait(request(login, body))
    expect(seconds).toBeGreaterThan(590)
    expect(seconds).toBeLessThanOrEqual(600)
    const ask = request('/api/user/user_send_code', { purpose: 'register', kind: 'email', identifier: 'a@example.com' })
    expect((await app.app.inject(ask)).statusCode).toBe(200)
    const resend = await wait({ ...ask, payload: { ...ask.payload, signature: app.sign() } })
    expect(resend).toBeGreaterThan(50)
    expect(resend).toBeLessThanOrEqual(60)
  })
})

describe('passkey challenges', () => {
  it('a network gets two hundred passkey challenges in fifteen minutes', async () => {
    const ask = (address: string) => app.call('/api/user/user_passkey_options', {}, { address })
    expect((await ask('198.51.100.60')).status).toBe('OK')
    await fillTo('passkey-network', 199)
    const answers = [await ask('198.51.100.60'), await ask('198.51.100.60'), await ask('198.51.100.60')]
    expect(answers.map(({ status }) => status)).toEqual(['OK', 'TooManyRequests', 'TooManyRequests'])
    expect((await ask('198.51.100.61')).status).toBe('OK')
    expect(await app.db.asOwner('select 1 from passkey_challenges')).toHaveLength(3)
  })
})

describe('account name checks', () => {
  it('name checks count as sign-ups of the network, two hundred an hour, also for passkey accounts', async () => {
    const look = (name: string) =>
      app.call('/api/user/user_register_passkey_options', { accountName: name }, { address: '198.51.100.70' })
    expect((await look('first.look')).status).toBe('OK')
    await fillTo('register-network', 199)
    expect((await look('second.look')).status).toBe('OK')
    expect((await look('third.look')).status).toBe('TooManyRequests')
    const signUp = { accountName: 'by.password', password, agreed: true }
    const answer = await app.call('/api/user/user_register_username', signUp, { address: '198.51.100.70' })
    expect(answer.status).toBe('TooManyRequests')
  })
})

describe('stored networks', () => {
  it('no IP address is stored in counters, history or logs', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const loud = await createTestApp({ db: app.db, log })
    await registerThroughApi(loud, 'seen.from')
    for (const address of ['203.0.113.77', '2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff'])
      for (const chosen of [password, 'a wrong horse'])
        await loud.call(
          login,
          { kind: 'account_name', identifier: 'seen.from', password: chosen, agreed: true },
          { address },
        )
    const tables = await app.db.asOwner<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    let found = lines.join('')
    for (const { name } of tables) found += JSON.stringify(await app.db.asOwner(`select t::text from "${name}" t`))
    expect(found).toContain('203.0.x.x')
    expect(found).toContain('2001:db8::/32')
    for (const trace of ['203.0.113', '2001:db8:aaaa', 'aaaa:bbbb', Buffer.from('203.0.113.77').toString('hex')])
      expect(found).not.toContain(trace)
    await loud.close()
  })

  it('no network range is stored after a day in tables, history or export', async () => {
    const { token, uid } = await registerThroughApi(app, 'seen.lately')
    await app.db.asOwner('delete from sign_in_events')
    await app.call(
      login,
      { kind: 'account_name', identifier: 'seen.lately', password, agreed: true },
      { address: '198.51.100.9' },
    )
    const userId = `(select id from users where uid = ${uid})`
    const networks = async () =>
      (await app.call('/api/user/user_export_data', {}, { token })).data.signIns.map(({ network }) => network)
    const stored = () =>
      app.db.asOwner(`select network from sign_in_events where user_id = ${userId} and network <> 'forgotten'`)
    const ageSignIns = (time: string) =>
      app.db.asOwner(`update sign_in_events set at = now() - interval '${time}' where user_id = ${userId}`)
    const sweepNow = () => forgetNetworks(app.db.database, 1_000)
    await ageSignIns('23 hours')
    await sweepNow()
    expect([await networks(), await stored()]).toEqual([['198.51.x.x'], [{ network: '198.51.x.x' }]])
    // After 24 hours the network is hidden even before a cleanup deletes it.
    await ageSignIns('24 hours 1 second')
    expect(await networks()).toEqual(['forgotten'])
    await ageSignIns('23 hours 50 minutes')
    await sweepNow()
    expect([await networks(), await stored()]).toEqual([['forgotten'], []])
  })

  it('a counter is deleted when its window is over', async () => {
    await guess('whoever')
    await app.db.asOwner("update limit_counters set expires_at = now() - interval '1 second'")
    const { forgetExpiredCounters } = await import('#server/modules/limits/limits.service.ts')
    await forgetExpiredCounters(app.db.database, 1_000)
    expect(await app.db.asOwner('select 1 from limit_counters')).toEqual([])
  })

  it('no rate limit window is longer than a day', async () => {
    const { limits } = await import('#server/modules/limits/limits.rules.ts')
    for (const { seconds } of Object.values(limits)) expect(seconds).toBeLessThanOrEqual(24 * 60 * 60)
    const { resendAfterSeconds } = await import('#server/modules/verification-codes/verification-codes.rules.ts')
    expect(limits['code-resend']).toEqual({ max: 1, seconds: resendAfterSeconds })
  })
})

describe('password change during a sign-in', () => {
  it('a sign-in with the old password racing a change leaves no session', async () => {
    const { uid } = await registerThroughApi(app, 'changes.now')
    const client = new pg.Client(app.db.connection)
    await client.connect()
    await client.query('begin')
    await client.query("update users set password_hash = 'changed' where uid = $1", [uid])
    const signingIn = guess('changes.now', password)
    // The change commits only after the sign-in has verified the password and waits for the row.
    for (let waiting = 0; waiting === 0; await sleep(5)) {
      const rows = await app.db.asOwner<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%for share%'`,
      )
      waiting = rows[0]!.n
    }
    await client.query('commit')
    await client.end()
    expect(await signingIn).toMatchObject({ http: 401, status: 'WrongCredentials', pragma: undefined })
  })
})
