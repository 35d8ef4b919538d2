import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveWork, type WorkChallenge } from '#shared/solve-work.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

const sendCode = '/api/user/user_send_code'
const register = '/api/user/user_register_normal'
const login = '/api/user/user_login'
const reset = '/api/user/user_reset_password'
const userInfo = '/api/system/system_user_info'

const withoutId = ({ raw }: { raw: string }) =>
  raw.replace(/"requestId":"[^"]+"/, '').replace(/"ticket":"wc_[\w-]{22}"/, '')
const fieldsOf = ({ data }: { data: unknown }) => Object.keys((data as { fields?: object }).fields ?? {})
const ask = (purpose: 'register' | 'reset', identifier: string, kind: 'email' | 'phone' = 'email') =>
  test.call(sendCode, { purpose, kind, identifier })
const registration = (identifier: string, code: string, more: Partial<{ password: string; agreed: boolean }> = {}) =>
  ({ kind: 'email', identifier, code, password, agreed: true, ...more }) as const
const countAccounts = async (lookupKey: string) =>
  (
    await test.db.asOwner<{ n: number }>('select count(*)::int as n from account_identifiers where lookup_key = $1', [
      lookupKey,
    ])
  )[0]!.n

describe('registration by email and phone', () => {
  it('registering by email sends a code, opens the account and allows signing in', async () => {
    const asked = await ask('register', ' Maya@Example.COM ')
    expect(asked.data).toEqual({
      resendAfterSeconds: 60,
      validForSeconds: 600,
      ticket: expect.stringMatching(/^wc_[\w-]{22}$/),
    })
    const code = await test.codeFor('maya@example.com')
    const registered = await test.call(register, registration('maya@example.com', code))
    expect(registered).toMatchObject({ http: 200, status: 'OK' })
    expect(registered.pragma).toMatch(/^wr_/)
    const info = await test.call(userInfo, {}, { token: registered.pragma })
    expect(info.data).toMatchObject({ email: 'maya@example.com', accountName: null, phone: null })
    const back = await test.call(login, { kind: 'email', identifier: 'MAYA@example.com', password, agreed: true })
    expect(back.data.uid).toBe(registered.data.uid)
  })

  it('registering by phone accepts every notation of the number', async () => {
    await ask('register', '+86 138-0013 8000', 'phone')
    const code = await test.codeFor('+8613800138000')
    const input = { kind: 'phone', identifier: '0086 138 0013 8000', code, password, agreed: true } as const
    const registered = await test.call(register, input)
    expect(registered.status).toBe('OK')
    const back = await test.call(login, {
      kind: 'phone',
      identifier: '＋８６１３８００１３８０００',
      password,
      agreed: true,
    })
    expect(back.data.uid).toBe(registered.data.uid)
  })

  it('registration names every invalid field without spending the code', async () => {
    await ask('register', 'fields@example.com')
    const code = await test.codeFor('fields@example.com')
    const wrong = await test.call(register, registration('nobody@', '12', { password: 'short', agreed: false }))
    expect(fieldsOf(wrong).toSorted()).toEqual(['agreed', 'code', 'identifier', 'password'])
    const common = await test.call(register, registration('fields@example.com', code, { password: 'password1' }))
    expect(fieldsOf(common)).toEqual(['password'])
    const invited = { ...registration('fields@example.com', code), inviteCode: 'ZZZZZZZZ' }
    expect(fieldsOf(await test.call(register, invited))).toEqual(['inviteCode'])
    expect((await test.call(register, registration('fields@example.com', code))).status).toBe('OK')
  })

  it('registration offers account names, and email and phone if this shop can deliver codes to them', async () => {
    const config = await test.call('/api/system/system_client_config', {})
    expect(config.data.identifiers).toEqual(['account_name', 'email', 'phone'])
  })
})

describe('verification codes', () => {
  it('a code has six digits, is in no answer, and is not stored in clear', async () => {
    const asked = await ask('register', 'secret@example.com')
    const code = await test.codeFor('secret@example.com')
    expect(code).toMatch(/^\d{6}$/)
    expect(asked.raw).not.toContain(code)
    const rows = await test.db.asOwner('select * from sent_codes')
    const messages = await test.db.asOwner('select * from outbox_messages')
    const jobs = await test.db.asOwner('select * from pgboss.job')
    const dump = JSON.stringify({ rows, messages, jobs }, (_key, value) =>
      value instanceof Object && value.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    )
    expect(dump).not.toContain(code)
    expect(dump).not.toContain('secret@example.com')
  })

  it('a code opens one account in fifty concurrent uses', async () => {
    await ask('register', 'race@example.com')
    const code = await test.codeFor('race@example.com')
    const uses = Array.from({ length: 50 }, (_, n) =>
      test.call(register, registration('race@example.com', code, { password: `${password} ${n % 7}` })),
    )
    const answers = await Promise.all(uses)
    // Sending the successful registration form again signs the same person in; the used code allows nothing else.
    const opened = answers.flatMap(({ status, data }, n) =>
      status === 'OK' ? [`${data.uid} by password ${n % 7}`] : [],
    )
    expect(new Set(opened).size).toBe(1)
    // A caller whose code was right before another caller used it is told that the email address is taken.
    const others = new Set(answers.map(({ status }) => status).filter((status) => status !== 'OK'))
    expect([...others].filter((status) => status !== 'WrongCode' && status !== 'IdentifierTaken')).toEqual([])
    expect(await countAccounts('race@example.com')).toBe(1)
  })

  it('a code expires after five wrong attempts, after ten minutes, and when a new one is sent', async () => {
    const fresh = async (email: string) => {
      await test.forgetCodeLimits()
      await ask('register', email)
      return test.codeFor(email)
    }
    const first = await fresh('tries@example.com')
    const wrong = first === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++)
      expect((await test.call(register, registration('tries@example.com', wrong))).status).toBe('WrongCode')
    expect((await test.call(register, registration('tries@example.com', first))).status).toBe('WrongCode')
    const second = await fresh('tries@example.com')
    await test.db.asOwner("update sent_codes set expires_at = now() - interval '1 second'")
    expect((await test.call(register, registration('tries@example.com', second))).status).toBe('WrongCode')
    const third = await fresh('tries@example.com')
    let fourth = await fresh('tries@example.com')
    // A new code equals the old one in one of a million cases.
    while (fourth === third) fourth = await fresh('tries@example.com')
    expect((await test.call(register, registration('tries@example.com', third))).status).toBe('WrongCode')
    expect((await test.call(register, registration('tries@example.com', fourth))).status).toBe('OK')
  })

  it('a code is valid for one purpose and one email address', async () => {
    const { token } = await test.registerByEmail('purpose@example.com')
    await test.forgetCodeLimits()
    await ask('reset', 'purpose@example.com')
    const code = await test.codeFor('purpose@example.com')
    const input = { kind: 'email', identifier: 'other@example.com', code, password } as const
    await ask('reset', 'other@example.com')
    expect((await test.call(reset, input)).status).toBe('WrongCode')
    const bind = { ...input, identifier: 'purpose@example.com' } as const
    expect((await test.call(register, registration('purpose@example.com', code))).status).toBe('WrongCode')
    expect((await test.call('/api/user/user_bind_identifier', bind, { token })).status).toBe('WrongCode')
    expect((await test.call(reset, { ...bind, password: 'another horse 43' })).status).toBe('OK')
  })

  const later = (rule: string, ago: string) =>
    test.db.asOwner(
      `update limit_counters set hits = array(select h - $2::interval from unnest(hits) h) where rule like $1`,
      [rule, ago],
    )

  it('codes are limited per caller to one a minute, five an hour and ten a day, or more with proof of work', async () => {
    await test.forgetCodeLimits()
    expect((await ask('register', 'often@example.com')).status).toBe('OK')
    const tooSoon = await ask('register', ' OFTEN@example.com')
    expect(tooSoon).toMatchObject({ http: 429, status: 'TooManyRequests' })
    expect(tooSoon.data).not.toHaveProperty('work')
    for (let n = 1; n < 5; n++) {
      await later('code-resend', '61 seconds')
      expect((await ask('register', 'often@example.com')).status).toBe('OK')
    }
    await later('code-resend', '61 seconds')
    expect((await ask('register', 'often@example.com')).data).toHaveProperty('work')
    let sent = 5
    for (let n = 0; n < 14; n++) {
      await later('code-resend', '61 seconds')
      await later('code-%-hour', '61 minutes')
      if ((await ask('register', 'often@example.com')).status === 'OK') sent++
    }
    expect(sent).toBe(10)
    const refused = await ask('register', 'often@example.com')
    const solved = await solveWork((refused.data as unknown as { work: WorkChallenge }).work)
    const input = { purpose: 'register', kind: 'email', identifier: 'often@example.com' } as const
    expect((await test.call(sendCode, input, { headers: { work: solved } })).status).toBe('OK')
  })

  it('an email address gets at most sixty codes a day from strangers, even with proof of work', async () => {
    await test.forgetCodeLimits()
    let [sent, worked] = [0, 0]
    for (let n = 0; n < 66; n++) {
      const input = { purpose: 'reset', kind: 'email', identifier: 'forgetful@example.com' } as const
      const from = { address: `198.51.${n}.1` }
      await later('code-bound-hour', '61 minutes')
      let answer = await test.call(sendCode, input, from)
      const { work } = (answer.data ?? {}) as unknown as { work?: WorkChallenge }
      if (work) {
        worked++
        answer = await test.call(sendCode, input, { ...from, headers: { work: await solveWork(work) } })
      }
      if (answer.status === 'OK') sent++
    }
    expect([sent, worked]).toEqual([60, 40])
  })
})

describe('repeated registration', () => {
  const name = '/api/user/user_register_username'

  it('a repeated registration opens one account and signs the same person in', async () => {
    const input = { accountName: 'double.click', password, agreed: true }
    const [first, second] = await Promise.all([test.call(name, input), test.call(name, input)])
    expect([first.status, second.status]).toEqual(['OK', 'OK'])
    expect(second.data.uid).toBe(first.data.uid)
    expect((await test.call(userInfo, {}, { token: second.pragma })).data.uid).toBe(first.data.uid)
    expect(await countAccounts('double.click')).toBe(1)
  })

  it('a repeated registration is answered only with the same password and network, for a minute', async () => {
    const input = { accountName: 'not.yours', password, agreed: true }
    expect((await test.call(name, input)).status).toBe('OK')
    expect((await test.call(name, { ...input, password: 'a guess of mine' })).status).toBe('AccountNameTaken')
    expect((await test.call(name, input, { address: '198.51.100.7' })).status).toBe('AccountNameTaken')
    await test.db.asOwner("update recent_registrations set created_at = now() - interval '61 seconds'")
    expect((await test.call(name, input)).status).toBe('AccountNameTaken')
  })

  it('a repeated registration with a code is answered again after five seconds', async () => {
    await test.forgetCodeLimits()
    await ask('register', 'lost@example.com')
    const input = registration('lost@example.com', await test.codeFor('lost@example.com'))
    const first = await test.call(register, input)
    expect((await test.call(register, input)).status).toBe('WrongCode')
    await test.db.asOwner("update sent_codes set used_at = used_at - interval '5 seconds' where used_at is not null")
    const again = await test.call(register, input)
    expect(again.data.uid).toBe(first.data.uid)
    expect((await test.call(register, { ...input, password: 'a guess of mine' })).status).toBe('WrongCode')
  })
})

describe('account enumeration', () => {
  it('asking for a code does not reveal whether an account exists', async () => {
    await test.registerByEmail('known@example.com')
    for (const purpose of ['register', 'reset'] as const) {
      await test.forgetCodeLimits()
      const known = await ask(purpose, 'known@example.com')
      const unknown = await ask(purpose, `nobody.${purpose}@example.com`)
      expect(withoutId(known)).toBe(withoutId(unknown))
      expect(known.http).toBe(200)
    }
  })

  it('registering an existing email address reminds only its owner, without a code', async () => {
    await test.registerByEmail('again@example.com')
    // The code of the registration itself does not count as a reminder.
    await test.db.asOwner("delete from limit_counters where rule = 'code-resend'")
    await ask('register', 'again@example.com')
    const [mail] = await test.messagesTo('again@example.com')
    expect(mail!.subject).toBe('You already have a Wayfare account')
    expect(mail!.text).not.toMatch(/\d{6}/)
    expect(mail!.text).toContain('/en/login')
  })

  it('a wrong code or password does not reveal whether an account exists', async () => {
    await test.registerByEmail('quiet@example.com')
    await test.forgetCodeLimits()
    await ask('reset', 'quiet@example.com')
    const wrong = (await test.codeFor('quiet@example.com')) === '123456' ? '654321' : '123456'
    const tryReset = (identifier: string) => test.call(reset, { kind: 'email', identifier, code: wrong, password })
    expect(withoutId(await tryReset('quiet@example.com'))).toBe(withoutId(await tryReset('never@example.com')))
    const tryRegister = (identifier: string) => test.call(register, registration(identifier, wrong))
    expect(withoutId(await tryRegister('quiet@example.com'))).toBe(withoutId(await tryRegister('never@example.com')))
    const tryLogin = (identifier: string) =>
      test.call(login, { kind: 'email', identifier, password: 'wrong horse 42', agreed: true })
    const answers = [await tryLogin('quiet@example.com'), await tryLogin('never@example.com')]
    expect(new Set(answers.map(withoutId)).size).toBe(1)
    expect(answers[0]).toMatchObject({ http: 401, status: 'WrongCredentials' })
    // An invalid email address is reported as such, because no account can have it.
    expect((await tryLogin('not even an address')).data).toMatchObject({
      fields: { identifier: 'Invalid email address' },
    })
  })

  it('a code request for an unknown email address writes the same rows, without sending a message', async () => {
    await test.forgetCodeLimits()
    const count = async () =>
      (await test.db.asOwner<{ n: number }>('select count(*)::int as n from outbox_messages'))[0]!.n
    const before = await count()
    await ask('reset', 'phantom@example.com')
    expect(await count()).toBe(before + 1)
    expect(await test.messagesTo('phantom@example.com')).toEqual([])
    const [row] = await test.db.asOwner('select status from outbox_messages order by created_at desc limit 1')
    expect(row).toEqual({ status: 'nothing' })
  })
})

describe('password reset', () => {
  const prepare = async (email: string) => {
    const { token } = await test.registerByEmail(email)
    await test.forgetCodeLimits()
    await ask('reset', email)
    return { token, code: await test.codeFor(email) }
  }

  it('a reset ends every session at once and sets the new password', async () => {
    const { token, code } = await prepare('forgot@example.com')
    const other = await test.call(login, { kind: 'email', identifier: 'forgot@example.com', password, agreed: true })
    const done = await test.call(reset, {
      kind: 'email',
      identifier: 'forgot@example.com',
      code,
      password: 'brand new horse',
    })
    expect(done).toMatchObject({ http: 200, pragma: undefined })
    for (const old of [token, other.pragma])
      expect((await test.call(userInfo, {}, { token: old })).status).toBe('Unauthorized')
    const signIn = (chosen: string) =>
      test.call(login, { kind: 'email', identifier: 'forgot@example.com', password: chosen, agreed: true })
    expect((await signIn(password)).status).toBe('WrongCredentials')
    expect((await signIn('brand new horse')).status).toBe('OK')
    const subjects = (await test.messagesTo('forgot@example.com')).map(({ subject }) => subject)
    expect(subjects).toContain('Your Wayfare password was changed')
  })

  it('fifty concurrent resets with one code succeed once', async () => {
    const { code } = await prepare('resets@example.com')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        test.call(reset, { kind: 'email', identifier: 'resets@example.com', code, password: `brand new horse ${n}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(1)
  })

  it('a sign-in with the old password racing a reset keeps no session', async () => {
    const { code } = await prepare('between@example.com')
    const signIns = Array.from({ length: 8 }, () =>
      test.call(login, { kind: 'email', identifier: 'between@example.com', password, agreed: true }),
    )
    const resetting = test.call(reset, {
      kind: 'email',
      identifier: 'between@example.com',
      code,
      password: 'brand new horse',
    })
    const [done, ...answers] = await Promise.all([resetting, ...signIns])
    expect(done.status).toBe('OK')
    const tokens = answers.flatMap(({ pragma }) => pragma ?? [])
    for (const token of tokens) expect((await test.call(userInfo, {}, { token })).status).toBe('Unauthorized')
  })

  it('a reset lifts the lock from wrong passwords', async () => {
    const { code } = await prepare('locked@example.com')
    const guess = (chosen: string) =>
      test.call(login, { kind: 'email', identifier: 'locked@example.com', password: chosen, agreed: true })
    for (let n = 0; n < 10; n++) await guess('wrong horse 42')
    expect((await guess(password)).status).toBe('TooManyRequests')
    await test.call(reset, { kind: 'email', identifier: 'locked@example.com', code, password: 'brand new horse' })
    expect((await guess('brand new horse')).status).toBe('OK')
  })
})
