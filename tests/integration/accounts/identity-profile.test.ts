import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { enqueueJob } from '#server/platform/jobs.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

const userInfo = '/api/system/system_user_info'
const bindCall = '/api/user/user_bind_identifier'
const withoutId = ({ raw }: { raw: string }) =>
  raw.replace(/"requestId":"[^"]+"/, '').replace(/"ticket":"wc_[\w-]{22}"/, '')
const fieldsOf = ({ data }: { data: unknown }) => Object.keys((data as { fields?: object }).fields ?? {})
const login = (
  identifier: string,
  chosen = password,
  kind: 'account_name' | 'email' | 'phone' = 'account_name',
  headers = {},
) => test.call('/api/user/user_login', { kind, identifier, password: chosen, agreed: true }, { headers })
const alive = async (token: string | undefined) => (await test.call(userInfo, {}, { token })).status === 'OK'

async function bindCode(token: string, identifier: string, kind: 'email' | 'phone' = 'email') {
  await test.db.asOwner('delete from limit_counters')
  expect((await test.call('/api/user/user_send_bind_code', { kind, identifier }, { token })).status).toBe('OK')
  return test.codeFor(identifier)
}

describe('adding an email address or phone number', () => {
  it('an added email address needs its code and the password, and can then sign in', async () => {
    const { token } = await registerThroughApi(test, 'binds.both')
    const code = await bindCode(token, 'both@example.com')
    const email = { kind: 'email', identifier: 'both@example.com', code } as const
    const other = code === '000000' ? '000001' : '000000'
    expect((await test.call(bindCall, { ...email, code: other, password }, { token })).status).toBe('WrongCode')
    const wrong = await test.call(bindCall, { ...email, password: 'a wrong horse' }, { token })
    expect(wrong).toMatchObject({ http: 400, status: 'WrongPassword' })
    expect(fieldsOf(wrong)).toEqual(['password'])
    expect((await test.call(bindCall, { ...email, password }, { token })).status).toBe('OK')
    const phoneCode = await bindCode(token, '+8613700137000', 'phone')
    const phone = { kind: 'phone', identifier: '+86 137 0013 7000', code: phoneCode, password } as const
    expect((await test.call(bindCall, phone, { token })).status).toBe('OK')
    const info = await test.call(userInfo, {}, { token })
    expect(info.data).toMatchObject({ accountName: 'binds.both', email: 'both@example.com', phone: '+8613700137000' })
    for (const [kind, identifier] of [
      ['email', 'both@example.com'],
      ['phone', '+8613700137000'],
      ['account_name', 'binds.both'],
    ] as const)
      expect((await login(identifier, password, kind)).data.uid).toBe(info.data.uid)
  })

  it('a new email address replaces the old one, which is notified and can no longer sign in', async () => {
    const { token, uid } = await test.registerByEmail('old@example.com')
    const code = await bindCode(token, 'new@example.com')
    const input = { kind: 'email', identifier: 'new@example.com', code, password } as const
    expect((await test.call(bindCall, input, { token })).status).toBe('OK')
    expect((await login('old@example.com', password, 'email')).status).toBe('WrongCredentials')
    expect((await login('new@example.com', password, 'email')).data.uid).toBe(uid)
    const [notice] = await test.messagesTo('old@example.com')
    expect(notice!.subject).toBe('Your Wayfare account has a new address')
    const freed = await test.registerByEmail('old@example.com')
    expect(freed.uid).not.toBe(uid)
  })

  it('adding a taken email address gets the same answer without a code, and its owner is notified', async () => {
    await test.registerByEmail('taken@example.com')
    const { token } = await registerThroughApi(test, 'binds.taken')
    await test.db.asOwner('delete from limit_counters')
    const ask = (identifier: string) =>
      test.call('/api/user/user_send_bind_code', { kind: 'email', identifier }, { token })
    expect(withoutId(await ask('taken@example.com'))).toBe(withoutId(await ask('free@example.com')))
    const [mail] = await test.messagesTo('taken@example.com')
    expect(mail!.subject).toBe('You already have a Wayfare account')
    const input = { kind: 'email', identifier: 'taken@example.com', code: '123456', password } as const
    expect((await test.call(bindCall, input, { token })).status).toBe('WrongCode')
  })

  it('an email address confirmed by two accounts at once goes to one of them', async () => {
    const first = await registerThroughApi(test, 'claims.first')
    const second = await registerThroughApi(test, 'claims.second')
    const codes = [
      await bindCode(first.token, 'shared@example.com'),
      await bindCode(second.token, 'shared@example.com'),
    ]
    const answers = await Promise.all(
      [first, second].map(({ token }, n) =>
        test.call(bindCall, { kind: 'email', identifier: 'shared@example.com', code: codes[n]!, password }, { token }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['IdentifierTaken', 'OK'])
  })

  it('adding an email address needs a session; a code alone is not enough', async () => {
    const input = { kind: 'email', identifier: 'alone@example.com', code: '123456', password } as const
    expect((await test.call(bindCall, input)).status).toBe('Unauthorized')
    const { token } = await registerThroughApi(test, 'asks.first')
    const stranger = await registerThroughApi(test, 'asks.second')
    const code = await bindCode(token, 'mine@example.com')
    const theirs = { kind: 'email', identifier: 'mine@example.com', code, password } as const
    expect((await test.call(bindCall, theirs, { token: stranger.token })).status).toBe('WrongCode')
    expect((await test.call(bindCall, theirs, { token })).status).toBe('OK')
  })

  it('the password check for changes is rate limited like signing in', async () => {
    const { token } = await registerThroughApi(test, 'borrowed.session')
    const change = (chosen: string) =>
      test.call('/api/user/user_set_account_name', { accountName: 'borrowed.name', password: chosen }, { token })
    for (let n = 0; n < 10; n++) expect((await change(`guess ${n}`)).status).toBe('WrongPassword')
    expect((await change(password)).status).toBe('TooManyRequests')
  })
})

describe('account name', () => {
  it('an account name can be added and changed unless it is taken', async () => {
    const { token, uid } = await test.registerByEmail('named@example.com')
    const call = '/api/user/user_set_account_name'
    expect(fieldsOf(await test.call(call, { accountName: 'a!', password }, { token }))).toEqual(['accountName'])
    await registerThroughApi(test, 'already.there')
    expect((await test.call(call, { accountName: 'ALREADY.there', password }, { token })).status).toBe(
      'AccountNameTaken',
    )
    for (const accountName of ['first.choice', 'Second.Choice'])
      expect((await test.call(call, { accountName, password }, { token })).status).toBe('OK')
    expect((await login('first.choice')).status).toBe('WrongCredentials')
    expect((await login('second.choice')).data.uid).toBe(uid)
  })
})

describe('password change', () => {
  it('a password change needs the old one, ends other sessions and notifies the owner', async () => {
    const { token } = await test.registerByEmail('changer@example.com')
    const other = await login('changer@example.com', password, 'email')
    const call = '/api/user/user_change_password'
    const wrong = await test.call(call, { password: 'a wrong horse', newPassword: 'brand new horse' }, { token })
    expect(wrong.status).toBe('WrongPassword')
    expect(fieldsOf(await test.call(call, { password, newPassword: 'password1' }, { token }))).toEqual(['newPassword'])
    expect(await alive(other.pragma)).toBe(true)
    expect((await test.call(call, { password, newPassword: 'brand new horse' }, { token })).status).toBe('OK')
    expect([await alive(token), await alive(other.pragma)]).toEqual([true, false])
    expect((await login('changer@example.com', password, 'email')).status).toBe('WrongCredentials')
    expect((await login('changer@example.com', 'brand new horse', 'email')).status).toBe('OK')
    const subjects = (await test.messagesTo('changer@example.com')).map(({ subject }) => subject)
    expect(subjects).toContain('Your Wayfare password was changed')
  })

  it('two concurrent password changes succeed once', async () => {
    const { token } = await registerThroughApi(test, 'changes.twice')
    const other = await login('changes.twice')
    const answers = await Promise.all(
      [token, other.pragma].map((owner, n) =>
        test.call(
          '/api/user/user_change_password',
          { password, newPassword: `brand new horse ${n}` },
          { token: owner },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
  })
})

describe('session list', () => {
  it('sessions are listed with the current one marked, and can be ended singly or all', async () => {
    const { token } = await registerThroughApi(test, 'has.sessions')
    const others = [await login('has.sessions'), await login('has.sessions'), await login('has.sessions')]
    const list = async () => (await test.call('/api/user/user_sessions', {}, { token })).data.list
    const before = await list()
    expect(before).toHaveLength(4)
    expect(before.filter(({ current }) => current)).toHaveLength(1)
    const victim = before.find(({ current }) => !current)!
    expect((await test.call('/api/user/user_end_session', { sessionId: victim.sessionId }, { token })).status).toBe(
      'OK',
    )
    expect((await list()).map(({ sessionId }) => sessionId)).not.toContain(victim.sessionId)
    expect((await Promise.all(others.map(({ pragma }) => alive(pragma)))).filter(Boolean)).toHaveLength(2)
    await test.call('/api/user/user_end_other_sessions', {}, { token })
    expect(await list()).toHaveLength(1)
    expect([await alive(token), ...(await Promise.all(others.map(({ pragma }) => alive(pragma))))]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it("another user's session is answered like an unknown one", async () => {
    const mine = await registerThroughApi(test, 'my.session')
    const theirs = await registerThroughApi(test, 'their.session')
    const [session] = (await test.call('/api/user/user_sessions', {}, { token: theirs.token })).data.list
    const end = (sessionId: string) => test.call('/api/user/user_end_session', { sessionId }, { token: mine.token })
    const answers = [await end(session!.sessionId), await end(crypto.randomUUID()), await end('not an id')]
    expect(new Set(answers.map(withoutId)).size).toBe(1)
    expect(answers[0]).toMatchObject({ http: 404, status: 'NotFound' })
    expect(await alive(theirs.token)).toBe(true)
  })
})

describe('sign-in history', () => {
  it('the history shows time, method, rough origin and refusals, newest first', async () => {
    const { token } = await registerThroughApi(test, 'has.history')
    const options = { address: '203.0.113.50', headers: { platform: 'web' } }
    const credentials = { kind: 'account_name', identifier: 'has.history', agreed: true } as const
    await test.call('/api/user/user_login', { ...credentials, password: 'a wrong horse' }, options)
    await test.call('/api/user/user_login', { ...credentials, password }, options)
    const { list } = (await test.call('/api/user/user_sign_in_history', {}, { token })).data
    expect(list.map(({ platform, method, result, network }) => [platform, method, result, network])).toEqual([
      ['web', 'account_name', 'signed_in', '203.0.x.x'],
      ['web', 'account_name', 'refused', '203.0.x.x'],
      ['web', 'account_name', 'signed_in', 'local'],
    ])
    expect(Math.abs(list[0]!.at - Date.now())).toBeLessThan(60_000)
  })

  it('the history shows the last successes besides the last refusals, so many failures hide nothing', async () => {
    const { token, uid } = await test.registerByEmail('flushed@example.com')
    await test.db.asOwner(
      `insert into sign_in_events (id, user_id, at, platform, method, result, network)
       select gen_random_uuid(), u.id, now() + n * interval '1 second', 'web', 'email', r, 'x'
       from users u, generate_series(1, 40) n, unnest(array['refused', 'signed_in']) r
       where uid = $1 and (r = 'refused' or n <= 25)`,
      [uid],
    )
    const { list } = (await test.call('/api/user/user_sign_in_history', {}, { token })).data
    expect(list.map(({ result }) => result)).toEqual([...Array(10).fill('refused'), ...Array(20).fill('signed_in')])
    expect(list.map(({ at }) => at)).toEqual(list.map(({ at }) => at).toSorted((a, b) => b - a))
  })

  it('the history keeps 90 days, and attempts on unknown names one day', async () => {
    await login('name.of.nobody', 'a wrong horse')
    await test.db.asOwner("update sign_in_events set at = now() - interval '25 hours' where user_id is null")
    await test.db.asOwner(
      "update sign_in_events set at = now() - interval '91 days' where id = (select id from sign_in_events where user_id is not null limit 1)",
    )
    const count = async () =>
      (await test.db.asOwner<{ n: number }>('select count(*)::int as n from sign_in_events'))[0]!.n
    const before = await count()
    await enqueueJob(test.db.database, 'forget-identity-traces', {})
    await test.work()
    const [left] = await test.db.asOwner<{ n: number }>(
      "select count(*)::int as n from sign_in_events where user_id is null or at < now() - interval '90 days'",
    )
    expect(left!.n).toBe(0)
    expect(await count()).toBeLessThan(before)
  })
})
