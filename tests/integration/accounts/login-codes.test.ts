import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { registerNative, userIdOf, waitForWaiters } from '../../support/native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 40 })
})
afterAll(() => app.close())

beforeEach(() => app.db.asOwner('delete from limit_counters'))

const issue = '/api/user/user_web_login_code'
const take = '/api/user/user_login_code'
const open = '/api/user/user_login_ticket'
const userInfo = '/api/system/system_user_info'

async function makeCode(accountName: string) {
  const { token, uid } = await registerNative(app, accountName, { platform: 'mac', deviceId: `mac-of-${accountName}` })
  const { data } = await app.call(issue, {}, { token })
  return { ...data, token, uid }
}

const sessionsOf = async (uid: number): Promise<number> =>
  (await app.db.asOwner('select 1 from sessions s join users u on u.id = s.user_id where uid = $1', [uid])).length

describe('login code for the web account', () => {
  it('a login code names the account, needs a confirmation, and opens one session by its ticket', async () => {
    const began = Date.now()
    const { code, url, expiresAt, uid, token } = await makeCode('opens.web')
    expect(url).toBe(`${app.config.publicOrigin}/user/profile?token=${code}`)
    expect(expiresAt - 60_000).toBeGreaterThan(began - 5_000)
    expect(expiresAt - 60_000).toBeLessThan(Date.now() + 5_000)
    const before = await sessionsOf(uid)
    const asked = await app.call(take, { code })
    expect(asked).toMatchObject({
      status: 'OK',
      pragma: undefined,
      data: { name: 'o***b', idEnd: String(uid).slice(-3) },
    })
    expect(asked.raw).not.toContain(String(uid))
    expect(await sessionsOf(uid)).toBe(before)
    expect(await app.call(take, { code })).toMatchObject({ http: 401, status: 'LoginCodeInvalid', pragma: undefined })
    const { ticket } = asked.data
    // A login code and a ticket cannot replace each other, and neither is a session token.
    expect((await app.call(take, { code: ticket })).status).toBe('LoginCodeInvalid')
    expect((await app.call(userInfo, {}, { token: ticket })).status).toBe('Unauthorized')
    const opened = await app.call(open, { ticket })
    expect(opened).toMatchObject({ status: 'OK', data: { uid, deletionCancelled: false } })
    expect(opened.pragma).toMatch(/^wf_/)
    expect((await app.call(userInfo, {}, { token: opened.pragma })).data.uid).toBe(uid)
    expect(await app.call(open, { ticket })).toMatchObject({ http: 401, status: 'LoginCodeInvalid', pragma: undefined })
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
  })

  it('a login code shows only a masked account name', async () => {
    const { token } = await registerThroughApi(app, 'has.a.name')
    const { code } = (await app.call(issue, {}, { token })).data
    const asked = await app.call(take, { code })
    expect(asked.data.name).toBe('h***e')
    expect(asked.raw).not.toContain('has.a.name')
  })

  it('a login code that is not confirmed does not cancel a deletion', async () => {
    const { token, uid } = await registerThroughApi(app, 'goes.away')
    const { code } = (await app.call(issue, {}, { token })).data
    await app.db.asOwner(
      `insert into account_deletions (user_id, erase_at) select id, now() + interval '7 days' from users where uid = $1`,
      [uid],
    )
    const { ticket } = (await app.call(take, { code })).data
    const wishes = () =>
      app.db.asOwner('select 1 from account_deletions d join users u on u.id = d.user_id where uid = $1', [uid])
    expect(await wishes()).toHaveLength(1)
    expect((await app.call(open, { ticket })).data.deletionCancelled).toBe(true)
    expect(await wishes()).toHaveLength(0)
  })

  it('a login code and its ticket are each accepted once in a hundred concurrent uses', async () => {
    const { code } = await makeCode('hundred.tabs')
    const asked = await Promise.all(Array.from({ length: 100 }, () => app.call(take, { code })))
    expect(asked.filter(({ status }) => status === 'OK')).toHaveLength(1)
    const { ticket } = asked.find(({ status }) => status === 'OK')!.data
    await app.db.asOwner('delete from limit_counters')
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.call(open, { ticket })))
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'LoginCodeInvalid')).toHaveLength(99)
    expect(answers.filter(({ pragma }) => pragma)).toHaveLength(1)
  })

  it('a login code expires after a minute, its ticket after five, and both with their session', async () => {
    const late = await makeCode('too.late')
    await app.db.asOwner(`update login_codes set expires_at = now()`)
    expect((await app.call(take, { code: late.code })).status).toBe('LoginCodeInvalid')
    const slow = await makeCode('too.slow')
    const asked = await app.call(take, { code: slow.code })
    expect(Math.abs(asked.data.expiresAt - Date.now() - 5 * 60_000)).toBeLessThan(30_000)
    await app.db.asOwner(`update login_codes set expires_at = now()`)
    expect((await app.call(open, { ticket: asked.data.ticket })).status).toBe('LoginCodeInvalid')
    const ended = await makeCode('logs.out')
    await app.call('/api/user/user_logout', {}, { token: ended.token })
    expect((await app.call(take, { code: ended.code })).status).toBe('LoginCodeInvalid')
    const left = await makeCode('leaves.before')
    const { ticket } = (await app.call(take, { code: left.code })).data
    await app.call('/api/user/user_logout', {}, { token: left.token })
    expect((await app.call(open, { ticket })).status).toBe('LoginCodeInvalid')
    const unbound = await makeCode('unbinds.mac')
    const { data } = await app.call('/api/user/user_get_device_list', {}, { token: unbound.token })
    await app.call('/api/user/user_unbind_device', { id: data.list[0]!.id }, { token: unbound.token })
    expect((await app.call(take, { code: unbound.code })).status).toBe('LoginCodeInvalid')
  })

  it('the ticket of a login code opens no session when all sessions end during the exchange', async () => {
    const { code, uid } = await makeCode('ends.all')
    const { ticket } = (await app.call(take, { code })).data
    const userId = await userIdOf(app, uid)
    const gate = new pg.Client(app.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('select 1 from users where id = $1 for update', [userId])
    const exchanging = app.call(open, { ticket })
    await waitForWaiters(app, 1)
    await gate.query('update sessions set ended_at = now() where user_id = $1', [userId])
    await gate.query('commit')
    await gate.end()
    expect((await exchanging).status).toBe('LoginCodeInvalid')
  })

  it('a login code is no session token', async () => {
    const { code } = await makeCode('no.token')
    expect((await app.call(userInfo, {}, { token: code })).status).toBe('Unauthorized')
  })

  it('a login code needs a full session, not a register token', async () => {
    const { pragma } = await app.call('/api/user/user_register_username', {
      accountName: 'only.register',
      password: 'correct horse 42',
      agreed: true,
    })
    for (const token of [undefined, pragma]) expect((await app.call(issue, {}, { token })).status).toBe('Unauthorized')
  })
})

describe('session token in the URL', () => {
  it('a token in the URL needs the same confirmation, works once, and its copies expire within a minute', async () => {
    const { token, uid } = await registerThroughApi(app, 'token.in.url')
    const before = await sessionsOf(uid)
    const asked = await app.call(take, { code: token })
    expect(asked).toMatchObject({ status: 'OK', pragma: undefined, data: { name: 't***l' } })
    expect(await sessionsOf(uid)).toBe(before)
    expect((await app.call(take, { code: token })).status).toBe('LoginCodeInvalid')
    // The app gets its next token within that minute and stays signed in.
    const { pragma: next } = await app.call(userInfo, {}, { token })
    expect(next).toMatch(/^wf_/)
    const opened = await app.call(open, { ticket: asked.data.ticket })
    expect(opened.data.uid).toBe(uid)
    expect(await sessionsOf(uid)).toBe(before + 1)
    await app.db.asOwner(
      `update session_tokens set superseded_at = superseded_at - interval '61 seconds' where superseded_at is not null`,
    )
    expect((await app.call(userInfo, {}, { token })).status).toBe('Unauthorized')
    for (const alive of [next, opened.pragma])
      expect((await app.call(userInfo, {}, { token: alive })).status).toBe('OK')
  })

  // As many browsers as database connections, so that none is rejected for lack of one.
  it('a token in the URL is accepted once by thirty concurrent browsers', async () => {
    const { token } = await registerThroughApi(app, 'token.hundred')
    const asked = await Promise.all(Array.from({ length: 30 }, () => app.call(take, { code: token })))
    expect(asked.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(asked.filter(({ status }) => status === 'LoginCodeInvalid')).toHaveLength(29)
  })

  it('a token of an ended session and a register token are refused', async () => {
    const { token, registerToken } = await registerThroughApi(app, 'token.over')
    for (const code of [registerToken!, `wf_${'A'.repeat(43)}`, 'wf_short'])
      expect((await app.call(take, { code })).status).toBe('LoginCodeInvalid')
    await app.call('/api/user/user_logout', {}, { token })
    expect((await app.call(take, { code: token })).status).toBe('LoginCodeInvalid')
  })
})
