import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const register = '/api/user/user_register_username'
const login = '/api/user/user_login_username'
const userInfo = '/api/system/system_user_info'
const password = 'correct horse 42'

describe('registration', () => {
  it('registering returns a register token, and the user-info call exchanges it for a full one', async () => {
    const registered = await app.call(register, { accountName: 'Maya.Lin', password, agreed: true })
    expect(registered).toMatchObject({ http: 200, status: 'OK' })
    expect(registered.pragma).toMatch(/^wr_/)
    const info = await app.call(userInfo, {}, { token: registered.pragma })
    expect(info.pragma).toMatch(/^wf_/)
    expect(info.data).toMatchObject({
      uid: registered.data.uid,
      accountName: 'Maya.Lin',
      expiresAt: null,
      yearlyPaidUser: 0,
    })
    expect(info.data.inviteCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    const again = await app.call(userInfo, {}, { token: info.pragma })
    expect(again).toMatchObject({ status: 'OK', pragma: undefined })
  })

  it('a register token is refused by every other call', async () => {
    const { pragma } = await app.call(register, { accountName: 'only.info', password, agreed: true })
    for (const path of [
      '/api/payment/payment_order',
      '/api/system/system_membership',
      '/api/user/user_logout',
    ] as const)
      expect((await app.call(path, {}, { token: pragma })).status).toBe('Unauthorized')
  })

  it("registration names every invalid field in the caller's language", async () => {
    const english = await app.call(register, { accountName: 'a!', password: 'short', agreed: false })
    expect(english).toMatchObject({ http: 400, status: 'InvalidInput', msg: 'Please check your input' })
    expect(english.data).toMatchObject({
      fields: {
        accountName: 'Use 4 to 32 letters, digits, dots, dashes or underscores',
        password: 'Password must be at least 8 characters',
        agreed: 'Please agree to the User Agreement and Privacy Policy',
      },
    })
    const chinese = await app.call(
      register,
      { accountName: 'a!', password: 'short', agreed: true },
      { headers: { language: 'zh_CN' } },
    )
    expect(chinese.data).toMatchObject({ fields: { password: '密码至少 8 位' } })
  })

  it('common passwords and unknown invite codes are refused, each at its field', async () => {
    const common = await app.call(register, { accountName: 'weak.one', password: 'password1', agreed: true })
    expect(Object.keys((common.data as unknown as { fields: object }).fields)).toEqual(['password'])
    const invited = await app.call(register, {
      accountName: 'invited.one',
      password,
      inviteCode: 'ZZZZZZZZ',
      agreed: true,
    })
    expect(Object.keys((invited.data as unknown as { fields: object }).fields)).toEqual(['inviteCode'])
  })

  it.each([
    ['came.by.code', (code: string) => ` ${code.toLowerCase().slice(0, 4)}-${code.slice(4)} `],
    ['came.by.copy', (code: string) => `\u202d${code.slice(0, 4)}\u2013${code.slice(4)}\ufe0e`],
    ['came.by.link', (code: string) => `Join me: https://wayfare.example/register?r=${code}-telegram#form`],
  ])('an invite code in a careless spelling or in its link keeps its inviter (%s)', async (accountName, spell) => {
    const [inviter] = await app.db.asOwner<{ code: string }>('select invite_code as code from users limit 1')
    const inviteCode = spell(inviter!.code)
    const answer = await app.call(register, { accountName, password, inviteCode, agreed: true })
    const [row] = await app.db.asOwner<{ code: string }>(
      'select i.invite_code as code from users u join users i on i.id = u.invited_by where u.uid = $1',
      [answer.data.uid],
    )
    expect(row?.code).toBe(inviter!.code)
  })

  it('an account name is unique regardless of case, width and spaces', async () => {
    const variants = ['Unique.Name', 'unique.name', ' UNIQUE.NAME ', 'ｕｎｉｑｕｅ．ｎａｍｅ', 'uNiQuE.nAmE']
    const answers = await Promise.all(
      // Passwords differ, because the same form sent twice is answered with the account that it created.
      variants.map((accountName, at) =>
        app.call(register, { accountName, password: `${password} ${at}`, agreed: true }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'AccountNameTaken')).toHaveLength(variants.length - 1)
  })
})

describe('sign-in', () => {
  it('an unknown name and a wrong password get identical answers', async () => {
    await registerThroughApi(app, 'known.name')
    const body = ({ raw }: { raw: string }) => raw.replace(/"requestId":"[^"]+"/, '')
    const unknown = await app.call(login, { accountName: 'unknown.name', password, agreed: true })
    const wrong = await app.call(login, { accountName: 'known.name', password: 'another horse', agreed: true })
    expect(unknown.http).toBe(401)
    expect(body(unknown)).toBe(body(wrong))
  })

  it('signing in opens a session, and signing out ends it at once', async () => {
    const { uid } = await registerThroughApi(app, 'comes.back')
    const signedIn = await app.call(login, { accountName: 'Comes.Back', password, agreed: true })
    expect(signedIn.data.uid).toBe(uid)
    const token = signedIn.pragma
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
    await app.call('/api/user/user_logout', {}, { token })
    expect((await app.call(userInfo, {}, { token })).status).toBe('Unauthorized')
  })

  it.each([
    ['email', '', 'Please enter your email address', '请输入邮箱'],
    ['email', ' ', 'Please enter your email address', '请输入邮箱'],
    ['email', 'abc', 'Invalid email address', '邮箱格式不正确'],
    ['email', 'a b@example.com', 'Invalid email address', '邮箱格式不正确'],
    ['phone', '', 'Please enter your phone number', '请输入手机号'],
    ['phone', '12', 'Invalid phone number', '手机号不正确'],
    ['account_name', '', 'Please enter your account name', '请输入账号名'],
  ] as const)('a malformed %s "%s" is explained before an account is looked up', async (kind, identifier, en, zh) => {
    const input = { kind, identifier, password: 'correct horse 42', agreed: true } as const
    for (const [language, text] of [
      ['en', en],
      ['zh_CN', zh],
    ] as const) {
      const { http, data } = await app.call('/api/user/user_login', input, { headers: { language } })
      expect({ http, data }).toMatchObject({ http: 400, data: { fields: { identifier: text } } })
    }
  })

  it('a missing account name or password is reported', async () => {
    const input = { accountName: '', password: '', agreed: true }
    const { data } = await app.call('/api/user/user_login_username', input)
    expect(data).toMatchObject({
      fields: { accountName: 'Please enter your account name', password: 'Please enter your password' },
    })
  })

  it('sign-in accepts account names that sign-up would refuse, because imported accounts have them', async () => {
    const input = { accountName: 'no', password: 'correct horse 42', agreed: true }
    expect((await app.call('/api/user/user_login_username', input)).status).toBe('WrongCredentials')
  })

  it('signing in needs the agreement', async () => {
    const answer = await app.call(login, { accountName: 'known.name', password, agreed: false })
    expect(answer.data).toMatchObject({ fields: { agreed: 'Please agree to the User Agreement and Privacy Policy' } })
  })
})

describe('session limit', () => {
  const open = async (token: string) => (await app.call('/api/user/user_sessions', {}, { token })).data

  it('an account has at most twenty sessions, and a further sign-in ends the least recently used one', async () => {
    const { token } = await registerThroughApi(app, 'signs.in.often')
    await app.db.asOwner(`update sessions set last_seen_at = now() - interval '1 hour'`)
    const signIn = () => app.call(login, { accountName: 'signs.in.often', password, agreed: true })
    const tokens: string[] = []
    for (let n = 0; n < 19; n++) tokens.push((await signIn()).pragma!)
    expect((await open(tokens[0]!)).list).toHaveLength(20)
    expect((await open(tokens[0]!)).most).toBe(20)
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
    await app.db.asOwner(
      `update sessions set last_seen_at = now() - interval '2 hours'
       where id = (select session_id from session_tokens where token_hash = sha256(convert_to($1, 'utf8')))`,
      [tokens[3]],
    )
    const newest = (await signIn()).pragma!
    expect((await open(newest)).list).toHaveLength(20)
    expect((await app.call(userInfo, {}, { token: tokens[3] })).status).toBe('Unauthorized')
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
  })

  it('ten concurrent sign-ins leave at most twenty sessions', async () => {
    await registerThroughApi(app, 'all.at.once')
    const signIn = () => app.call(login, { accountName: 'all.at.once', password, agreed: true })
    for (let n = 0; n < 17; n++) await signIn()
    const answers = await Promise.all(Array.from({ length: 10 }, signIn))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill('OK'))
    const tokens = answers.map(({ pragma }) => pragma!)
    expect((await open(tokens[0]!)).list).toHaveLength(20)
    for (const token of tokens) expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
  })
})

describe('data export limit', () => {
  it('the data export is limited to five a day', async () => {
    const { token } = await registerThroughApi(app, 'takes.it.along')
    const ask = () => app.call('/api/user/user_export_data', {}, { token })
    for (let n = 0; n < 5; n++) expect((await ask()).status).toBe('OK')
    const refused = await ask()
    expect(refused).toMatchObject({ http: 429, status: 'ExportsSpent' })
    expect(refused.msg).toContain('tomorrow')
    await app.db.asOwner(`update limit_counters set hits = array(select h - interval '1 day' from unnest(hits) h)`)
    expect((await ask()).status).toBe('OK')
  })
})

describe('session tokens', () => {
  const age = (sql: string, token: string) =>
    app.db.asOwner(`update session_tokens set ${sql} where token_hash = sha256(convert_to($1, 'utf8'))`, [token])

  it('a token is rotated once under a hundred parallel requests, and all of them succeed', async () => {
    const { token } = await registerThroughApi(app, 'rotates')
    await age("issued_at = now() - interval '61 minutes'", token)
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.call(userInfo, {}, { token })))
    expect(answers.every(({ status }) => status === 'OK')).toBe(true)
    const fresh = answers.map(({ pragma }) => pragma).filter(Boolean)
    expect(new Set(fresh).size).toBe(1)
    expect((await app.call(userInfo, {}, { token: fresh[0] })).status).toBe('OK')
  })

  it('an old token lives 60 seconds after its rotation, and not 61', async () => {
    const { token } = await registerThroughApi(app, 'grace')
    await age("superseded_at = now() - interval '59 seconds'", token)
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
    await age("superseded_at = now() - interval '61 seconds'", token)
    expect((await app.call(userInfo, {}, { token })).status).toBe('Unauthorized')
  })

  it('a session ends after 7 idle or 30 total days, and a register token after 15 minutes', async () => {
    const { token } = await registerThroughApi(app, 'idle')
    const session = `id = (select session_id from session_tokens where token_hash = sha256(convert_to($1, 'utf8')))`
    await app.db.asOwner(`update sessions set last_seen_at = now() - interval '7 days 1 minute' where ${session}`, [
      token,
    ])
    expect((await app.call(userInfo, {}, { token })).status).toBe('Unauthorized')
    await app.db.asOwner(`update sessions set last_seen_at = now() where ${session}`, [token])
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
    await app.db.asOwner(`update sessions set ends_at = now() where ${session}`, [token])
    expect((await app.call(userInfo, {}, { token })).status).toBe('Unauthorized')
    const { pragma } = await app.call(register, { accountName: 'too.slow', password, agreed: true })
    await age("issued_at = now() - interval '16 minutes'", pragma!)
    expect((await app.call(userInfo, {}, { token: pragma })).status).toBe('Unauthorized')
  })
})
