import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, registerThroughApi, type TestApp } from '../app.ts'
import { createTestDatabase } from '../database.ts'
import { registerNative, userIdOf, waitForWaiters } from '../native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ db: await createTestDatabase({ maxConnections: 40 }) })
})
afterAll(async () => {
  await app.close()
  await app.db.drop()
})

const issue = '/api/user/user_web_login_code'
const exchange = '/api/user/user_login_code'
const userInfo = '/api/system/system_user_info'

async function makeCode(accountName: string) {
  const { token, uid } = await registerNative(app, accountName, { platform: 'mac', deviceId: `mac-of-${accountName}` })
  const { data } = await app.call(issue, {}, { token })
  return { ...data, token, uid }
}

describe('the code that opens the web account', () => {
  it('signs a browser in once, with a session of its own', async () => {
    const { code, url, expiresAt, uid, token } = await makeCode('opens.web')
    expect(url).toBe(`${app.config.publicOrigin}/user/profile?token=${code}`)
    expect(Math.abs(expiresAt - Date.now() - 60_000)).toBeLessThan(5_000)
    const opened = await app.call(exchange, { code })
    expect(opened).toMatchObject({ status: 'OK', data: { uid, deletionCancelled: false } })
    expect(opened.pragma).toMatch(/^wf_/)
    expect((await app.call(userInfo, {}, { token: opened.pragma })).data.uid).toBe(uid)
    const again = await app.call(exchange, { code })
    expect(again).toMatchObject({ http: 401, status: 'LoginCodeInvalid', pragma: undefined })
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
  })

  it('is exchanged once by a hundred browsers at once', async () => {
    const { code } = await makeCode('hundred.tabs')
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.call(exchange, { code })))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'LoginCodeInvalid')).toHaveLength(99)
    expect(answers.filter(({ pragma }) => pragma)).toHaveLength(1)
  })

  it('ends after a minute, and with the session that asked for it', async () => {
    const late = await makeCode('too.late')
    await app.db.asOwner(`update login_codes set expires_at = now()`)
    expect((await app.call(exchange, { code: late.code })).status).toBe('LoginCodeInvalid')
    const ended = await makeCode('logs.out')
    await app.call('/api/user/user_logout', {}, { token: ended.token })
    expect((await app.call(exchange, { code: ended.code })).status).toBe('LoginCodeInvalid')
    const unbound = await makeCode('unbinds.mac')
    const { data } = await app.call('/api/user/user_get_device_list', {}, { token: unbound.token })
    await app.call('/api/user/user_unbind_device', { id: data.list[0]!.id }, { token: unbound.token })
    expect((await app.call(exchange, { code: unbound.code })).status).toBe('LoginCodeInvalid')
  })

  it('opens nothing when all sessions end in the moment of the exchange', async () => {
    const { code, uid } = await makeCode('ends.all')
    const userId = await userIdOf(app, uid)
    const gate = new pg.Client(app.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('select 1 from users where id = $1 for update', [userId])
    const exchanging = app.call(exchange, { code })
    await waitForWaiters(app, 1)
    await gate.query('update sessions set ended_at = now() where user_id = $1', [userId])
    await gate.query('commit')
    await gate.end()
    expect((await exchanging).status).toBe('LoginCodeInvalid')
  })

  it('is stored nowhere as it is, and is no token', async () => {
    const { code } = await makeCode('stored.hashed')
    const dump = JSON.stringify(await app.db.asOwner(`select encode(code_hash, 'escape') as hash, * from login_codes`))
    expect(dump).not.toContain(code.slice(3))
    expect((await app.call(userInfo, {}, { token: code })).status).toBe('Unauthorized')
    const { token } = await registerThroughApi(app, 'token.as.code')
    expect((await app.call(exchange, { code: token })).status).toBe('LoginCodeInvalid')
  })

  it('is for somebody signed in, not for a register token', async () => {
    const { pragma } = await app.call('/api/user/user_register_username', {
      accountName: 'only.register',
      password: 'correct horse 42',
      agreed: true,
    })
    for (const token of [undefined, pragma]) expect((await app.call(issue, {}, { token })).status).toBe('Unauthorized')
  })
})
