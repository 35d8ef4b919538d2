import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOTP, Secret } from 'otpauth'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const fieldsOf = ({ data }: { data: unknown }) => Object.keys((data as { fields?: object }).fields ?? {})

async function guarded(email: string) {
  const { token } = await test.registerByEmail(email)
  const begun = await test.call('/api/user/user_totp_begin', { password }, { token })
  const { secret } = begun.data
  const on = await test.call('/api/user/user_totp_confirm', { code: codeOf(secret) }, { token })
  // Each code is accepted once. This reset allows the next one without a wait of half a minute.
  await test.db.asOwner('update totp_factors set last_step = 0')
  await test.forgetCodeLimits()
  return { token, secret, recoveryCodes: on.data.recoveryCodes }
}

describe('changes with an authenticator app enabled', () => {
  it('a password change also needs a TOTP code', async () => {
    const { token, secret } = await guarded('password@guarded.example')
    const change = (more: object) =>
      test.call('/api/user/user_change_password', { password, newPassword: 'another horse 43', ...more }, { token })
    expect(fieldsOf(await change({}))).toEqual(['code'])
    expect(fieldsOf(await change({ code: '000000' }))).toEqual(['code'])
    expect(fieldsOf(await change({ recoveryCode: 'AAAA-BBBB-CCCC-DDDD' }))).toEqual(['recoveryCode'])
    expect((await change({ code: codeOf(secret) })).status).toBe('OK')
  })

  it('a name change also needs a TOTP code or a recovery code', async () => {
    const { token, recoveryCodes } = await guarded('name@guarded.example')
    const change = (more: object) =>
      test.call('/api/user/user_set_account_name', { password, accountName: 'guarded.name', ...more }, { token })
    expect(fieldsOf(await change({}))).toEqual(['code'])
    expect((await change({ recoveryCode: recoveryCodes[0] })).status).toBe('OK')
    expect(fieldsOf(await change({ recoveryCode: recoveryCodes[0], accountName: 'another.name' }))).toEqual([
      'recoveryCode',
    ])
  })

  it.each([
    ['email', 'new@guarded.example'],
    ['phone', '+8613800138044'],
  ] as const)(
    'a change of %s also needs a TOTP code, which a wrong verification code does not use up',
    async (kind, address) => {
      const { token, secret } = await guarded(`${kind}@guarded.example`)
      const sent = await test.call('/api/user/user_send_bind_code', { kind, identifier: address }, { token })
      const code = await test.codeFor(address)
      const bind = (more: object) =>
        test.call(
          '/api/user/user_bind_identifier',
          { kind, identifier: address, code, ticket: sent.data.ticket, password, ...more },
          { token },
        )
      expect(fieldsOf(await bind({}))).toEqual(['factorCode'])
      const factorCode = codeOf(secret)
      const wrong = await bind({ factorCode, code: code === '000000' ? '000001' : '000000' })
      expect(fieldsOf(wrong)).toEqual(['code'])
      expect((await bind({ factorCode })).status).toBe('OK')
      expect((await test.call('/api/system/system_user_info', {}, { token })).data[kind]).toBe(address)
    },
  )

  it('a session has ten attempts in fifteen minutes, unaffected by attempts of strangers', async () => {
    const { token, secret } = await guarded('tries@guarded.example')
    const change = (code: string) =>
      test.call('/api/user/user_change_password', { password, newPassword: 'another horse 43', code }, { token })
    const tried = []
    for (let n = 0; n < 11; n++) tried.push((await change('000000')).http)
    expect(tried).toEqual([...Array(10).fill(400), 429])
    await test.db.asOwner("delete from limit_counters where rule = 'factor-session'")
    const login = { kind: 'email', identifier: 'tries@guarded.example', password, agreed: true } as const
    for (let n = 0; n < 30; n++) {
      const from = { address: `203.0.113.${n}` }
      const { data } = await test.call('/api/user/user_login', login, from)
      const { challenge } = data as unknown as { challenge: string }
      await test.call('/api/user/user_login_second_factor', { challenge, code: '000000' }, from)
    }
    expect((await change(codeOf(secret))).status).toBe('OK')
  })
})

describe('sign-in with a second factor', () => {
  it('a recovery code or a known browser still works after strangers used up their attempts', async () => {
    const { secret, recoveryCodes } = await guarded('factor@guarded.example')
    const home = { address: '198.51.100.1' }
    const login = { kind: 'email', identifier: 'factor@guarded.example', password, agreed: true } as const
    const begin = async (options: object) =>
      ((await test.call('/api/user/user_login', login, options)).data as unknown as { challenge: string }).challenge
    const pass = async (answer: object, options: object) =>
      test.call('/api/user/user_login_second_factor', { challenge: await begin(options), ...answer }, options)
    const { cookie = '' } = await pass({ recoveryCode: recoveryCodes[0] }, home)
    const known = { address: '192.0.2.1', headers: { cookie: cookie.split(';')[0]! } }
    const tried = []
    for (let n = 0; n < 40; n++) tried.push((await pass({ code: '000000' }, { address: `203.0.113.${n}` })).http)
    expect(tried.filter((http) => http === 401)).toHaveLength(20)
    expect((await pass({ code: codeOf(secret) }, { address: '192.0.2.2' })).http).toBe(429)
    expect((await pass({ recoveryCode: recoveryCodes[1] }, { address: '192.0.2.3' })).status).toBe('OK')
    expect((await pass({ code: codeOf(secret) }, known)).status).toBe('OK')
  })
})
