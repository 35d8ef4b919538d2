import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError, errorText } from '#shared/errors.ts'
import { headerOfLanguage, languages } from '#shared/language.ts'
import { createErrorRecorder, forgetOldErrors } from '#server/modules/error-reports/error-reports.service.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { runAction } from '#tests/support/run-action.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let db: TestDatabase
let app: TestApp
let errors: ReturnType<typeof createErrorRecorder>
beforeAll(async () => {
  db = await createTestDatabase()
  errors = createErrorRecorder(db.database, pino({ level: 'silent' }))
  app = await createTestApp({ db, errors, adjust: (config) => ({ ...config, environment: 'PROD' }) })
  app.app.get('/broken', () => {
    throw new TypeError('no such thing for ada@example.com')
  })
  app.app.get('/away', () => {
    throw new AppError('Unavailable')
  })
})
afterAll(async () => {
  await app.close()
  await db.drop()
})
beforeEach(async () => {
  await db.asOwner('delete from error_reports')
  await db.asOwner('delete from limit_counters')
})

const path = '/api/system/system_client_error'
const report = (message: string, stack = `at f (/assets/a.js:1:1)`) => ({
  kind: 'error' as const,
  message,
  stack,
  place: '/pricing',
})
type Row = { side: string; message: string; stack: string; place: string; seen: string }
const rows = () => db.asOwner<Row>('select side, message, stack, place, seen from error_reports order by message')
const print = (action: ActionName, values: Record<string, string> = {}) =>
  runAction({ database: db.database, config: app.config }, action, values)

describe('browser errors', () => {
  it('browser errors are grouped, counted, and shown to the operator', async () => {
    for (let n = 0; n < 3; n++) expect((await app.call(path, report('boom'))).status).toBe('OK')
    await app.call(path, report('bang'))
    expect((await rows()).map(({ message, seen }) => [message, seen])).toEqual([
      ['bang', '1'],
      ['boom', '3'],
    ])
    const list = await print('errors.list')
    expect(list).toContain('boom')
    const [, id = ''] = /"id":"(\w{8})"/.exec(list) ?? []
    expect(await print('errors.show', { id })).toContain('/assets/a.js')
    await expect(print('errors.show', { id: 'ffffffff' })).rejects.toThrow('no error')
  })

  it('browser errors are cleaned of personal data by the server', async () => {
    const stack = 'Error: canary\n    at f (https://vpn.example/assets/a.js?token=canary:1:2)\ncanary'
    await app.call(path, { ...report('mail canary@example.com', stack), place: '/user/12345?token=canary' })
    const [row] = await rows()
    expect(row).toMatchObject({ message: 'mail [address]', place: '/user/:id' })
    expect(JSON.stringify(row)).not.toContain('canary')
  })

  it('browser error reports are limited in size and per network', async () => {
    expect((await app.call(path, report('x'.repeat(301)))).http).toBe(400)
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => app.call(path, report(`e${n % 3}`), { address: '192.0.2.7' })),
    )
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(60)
    expect((await app.call(path, report('e'), { address: '192.0.2.8' })).http).toBe(200)
  })

  it('540 made-up reports from 27 networks hide no server error in the table or the list', async () => {
    for (let n = 0; n < 540; n++) {
      const word = String.fromCodePoint(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97)
      await app.call(path, report(`invented ${word}`), { address: `10.${n % 27}.0.7` })
    }
    // Above twenty kinds per network, new kinds are counted together; known ones are still counted singly.
    for (let n = 0; n < 25; n++)
      await app.call(path, report(`by one ${String.fromCodePoint(97 + n)}`), { address: '198.51.100.7' })
    await app.app.inject('/broken')
    await errors.flush()
    const kept = await rows()
    expect(kept.filter(({ side }) => side === 'server')).toMatchObject([{ place: '/broken', seen: '1' }])
    expect(kept.filter(({ side }) => side === 'browser')).toHaveLength(501)
    const others = kept.find(({ message }) => message === 'more kinds of errors than are kept')
    expect(Number(others?.seen)).toBe(540 + 25 - 500)
    expect(await print('errors.list')).toContain('no such thing')
    const [{ id } = { id: '' }] = await db.asOwner<{ id: string }>(
      `select left(encode(fingerprint, 'hex'), 8) as id from error_reports where message = 'invented aaa'`,
    )
    expect(await print('errors.show', { id })).toContain('invented aaa')
  })

  it('new kinds of errors are limited to twenty a day per network, and numbers do not make a new kind', async () => {
    const address = '192.0.2.99'
    for (let n = 0; n < 30; n++) await app.call(path, report(`number ${n}`), { address })
    expect(await rows()).toMatchObject([{ message: 'number 0', seen: '30' }])
    await db.asOwner('delete from limit_counters')
    for (let n = 0; n < 30; n++) await app.call(path, report(`letter ${String.fromCodePoint(97 + n)}`), { address })
    expect((await rows()).filter(({ message }) => message.startsWith('letter'))).toHaveLength(20)
  })

  it('new kinds of errors are limited per day, and known ones are still counted', async () => {
    await app.call(path, report('known'))
    await db.asOwner(
      `insert into error_reports (fingerprint, side, message, stack, place)
       select sha256(convert_to(n::text, 'utf8')), 'browser', 'made up', '', '/' from generate_series(1, 600) n`,
    )
    await app.call(path, report('one more'))
    await app.call(path, report('known'))
    const kept = await rows()
    expect(kept.some(({ message }) => message === 'one more')).toBe(false)
    expect(kept.find(({ message }) => message === 'known')?.seen).toBe('2')
  })

  it('browser errors are not stored outside PROD', async () => {
    const other = await createTestApp({ db })
    expect((await other.call(path, report('boom'))).status).toBe('OK')
    expect(await rows()).toEqual([])
    await other.close()
  })
})

describe('server errors', () => {
  it('an error in a call is counted by its route, and outages and client mistakes are not', async () => {
    for (let n = 0; n < 5; n++) await app.app.inject('/broken')
    await app.app.inject('/away')
    await app.call('/api/user/user_login_username' as never, {} as never)
    await errors.flush()
    expect(await rows()).toMatchObject([
      { side: 'server', message: 'no such thing for [address]', place: '/broken', seen: '5' },
    ])
  })

  it('errors of a broken database are told in both languages with a reference, and reported once without what the caller typed', async () => {
    const name = `reported-${process.pid}`
    const password = 'correct horse 42'
    await registerThroughApi(app, name, password)
    await db.asOwner('alter table sign_in_events rename to sign_in_events_away')
    try {
      for (const language of languages) {
        const login = { accountName: name, password, agreed: true } as const
        const failed = await app.call('/api/user/user_login_username', login, {
          headers: { language: headerOfLanguage(language) },
        })
        expect(failed).toMatchObject({ http: 500, status: 'Internal', msg: errorText('Internal', language) })
        expect(failed.data).toMatchObject({ requestId: expect.stringMatching(/./) as unknown })
        expect(JSON.stringify(failed)).not.toContain(name)
      }
    } finally {
      await db.asOwner('alter table sign_in_events_away rename to sign_in_events')
    }
    await errors.flush()
    const reported = await rows()
    expect(reported).toMatchObject([
      { side: 'server', place: expect.stringContaining('user_login_username'), seen: '2' },
    ])
    for (const typed of [name, password]) expect(JSON.stringify(reported)).not.toContain(typed)
    const again = await app.call('/api/user/user_login_username', { accountName: name, password, agreed: true })
    expect(again.status).toBe('OK')
  })

  it('no report is stored for a client that hangs up in the middle of a body', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const listening = await createTestApp({ db, errors, log, adjust: (config) => ({ ...config, environment: 'PROD' }) })
    let arrived = (_request: IncomingMessage): void => {}
    listening.app.addHook('onRequest', async ({ raw }) => arrived(raw))
    const { port } = new URL(await listening.app.listen({ port: 0, host: '127.0.0.1' }))
    for (const url of [`/v4${path}`, '/webhooks/alipay']) {
      const arriving = new Promise<IncomingMessage>((resolve) => (arrived = resolve))
      const socket = connect(Number(port), '127.0.0.1')
      const type = url.startsWith('/v4') ? 'application/json' : 'application/x-www-form-urlencoded'
      socket.write(`POST ${url} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 5000\r\n\r\n{"a":`)
      const request = await arriving
      const gone = once(request, 'close')
      socket.resetAndDestroy()
      await gone.catch(() => {})
      // The server handles the closed socket within the next turns of the event loop.
      for (let turn = 0; turn < 20; turn++) await setImmediate()
    }
    await errors.flush()
    expect(await rows()).toEqual([])
    expect(lines.join('')).not.toContain('call failed')
    await listening.close()
  })

  it('an error in a job is counted by its kind', async () => {
    const jobs = createJobRunner({
      database: db.database,
      log: pino({ level: 'silent' }),
      handlers: {
        'fails-for-test': async () => {
          throw new RangeError('too far')
        },
      },
      schedules: [],
      onFailure: (error, kind) => errors.record('job', error, kind),
    })
    await db.database.transaction((tx) => enqueueJob(tx, 'fails-for-test', {}))
    await jobs.drain()
    await errors.flush()
    expect(await rows()).toMatchObject([{ side: 'job', message: 'too far', place: 'fails-for-test', seen: '1' }])
  })

  it('recording an error without a database only writes a log line', async () => {
    const lines: string[] = []
    const gone = createErrorRecorder(
      {
        ...db.database,
        run: () => Promise.reject(new Error('gone')),
      },
      pino({}, { write: (line: string) => void lines.push(line) }),
    )
    gone.record('server', new Error('x'), '/')
    await gone.flush()
    expect(lines.join('')).toContain('could not be written down')
  })
})

it('errors are deleted thirty days after they were last seen', async () => {
  await app.call(path, report('old'))
  await app.call(path, report('young'))
  await db.asOwner(`update error_reports set last_seen_at = now() - interval '30 days 1 second' where message = 'old'`)
  await db.asOwner(
    `update error_reports set last_seen_at = now() - interval '29 days 23 hours' where message = 'young'`,
  )
  await forgetOldErrors(db.database)
  expect((await rows()).map(({ message }) => message)).toEqual(['young'])
})
