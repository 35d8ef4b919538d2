import { Secret, TOTP } from 'otpauth'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createIdentityDeps } from '#server/deps/identity-deps.ts'
import { finishChanges } from '#server/workflows/accounts/security/finish-changes.ts'
import { registerThroughApi } from '../../support/app.ts'
import { SoftAuthenticator } from '../../support/authenticator.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { userIdOf } from '../../support/native.ts'
import { perform } from '../../support/operator-acts.ts'
import { giveAddress, listTold } from '../../support/sent-messages.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

const brandNew = 'brand new horse'
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function person(name: string, on: IdentityTest = test) {
  const { token, uid } = await registerThroughApi(on, name, password)
  const userId = await userIdOf(on, uid)
  const changes = async () => {
    await on.work()
    const told = await listTold(on.db.asOwner, userId)
    return told.filter(({ template }) => template === 'account-changed').map(({ facts }) => facts.what)
  }
  const notices = async (headers = {}) => (await on.call('/api/user/user_notices', {}, { token, headers })).data.list
  return { name, token, uid, userId, changes, notices }
}

describe('account without an email address', () => {
  it('the account area shows every change of password, names and sign-in methods, and a requested deletion', async () => {
    const { name, token, changes } = await person('has.no.mail')
    const call: IdentityTest['call'] = async (path, input) => {
      const answer = await test.call(path, input, { token })
      expect(answer.status).toBe('OK')
      return answer
    }
    const expected: string[] = []
    const expectChange = async (what: string) => {
      expected.push(what)
      expect(await changes()).toEqual(expected)
    }
    await call('/api/user/user_change_password', { password, newPassword: brandNew })
    await expectChange('password-changed')
    const now = { password: brandNew }
    await call('/api/user/user_set_account_name', { accountName: `${name}.two`, ...now })
    await expectChange('name-changed')
    const { secret } = (await call('/api/user/user_totp_begin', now)).data
    await call('/api/user/user_totp_confirm', { code: codeOf(secret) })
    await expectChange('authenticator-added')
    await call('/api/user/user_totp_disable', { ...now, code: codeOf(secret, 1) })
    await expectChange('authenticator-removed')
    const { recoveryCodes } = (await call('/api/user/user_recovery_codes', now)).data
    await expectChange('recovery-codes-made')
    const options = await call('/api/user/user_passkey_register_options', now)
    const response = new SoftAuthenticator(test.config.publicOrigin).create(options.data)
    const kept = await call('/api/user/user_passkey_register', { name: 'Key', response })
    await expectChange('passkey-added')
    await call('/api/user/user_passkey_remove', { id: kept.data.id, ...now })
    await expectChange('passkey-removed')
    await call('/api/user/user_send_bind_code', { kind: 'email', identifier: 'first@example.com', ...now })
    const code = await test.codeFor('first@example.com')
    await call('/api/user/user_bind_identifier', { kind: 'email', identifier: 'first@example.com', code, ...now })
    await expectChange('email-changed')
    expect((await test.messagesTo('first@example.com')).map(({ subject }) => subject)).toEqual(['Your Wayfare code'])
    await test.db.asOwner(`delete from account_identifiers where value = 'first@example.com'`)
    const reset = {
      kind: 'account_name',
      identifier: `${name}.two`,
      recoveryCode: recoveryCodes[0]!,
      password,
    } as const
    expect((await test.call('/api/user/user_reset_with_recovery_code', reset)).status).toBe('OK')
    await expectChange('password-reset')
    const input = { accountName: `${name}.two`, password, agreed: true } as const
    const { pragma } = await test.call('/api/user/user_login_username', input)
    expect((await test.call('/api/user/user_delete_account', { password }, { token: pragma })).status).toBe('OK')
    await expectChange('deletion-requested')
  })

  it('the account area shows that support removed the second factor', async () => {
    const { token, uid, userId, changes } = await person('is.served')
    await test.db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       values ($1, 'phone', '+8613800138098', '+8613800138098', now())`,
      [userId],
    )
    const { secret } = (await test.call('/api/user/user_totp_begin', { password }, { token })).data
    await test.call('/api/user/user_totp_confirm', { code: codeOf(secret) }, { token })
    const asked = { user: String(uid), reason: 'lost phone' }
    await perform(test.db.database, 'people.reset-second-factor', asked, { config: test.config })
    await test.db.asOwner(`update account_changes set due_at = now()`)
    await test.db.asOwner('update totp_factors set last_step = 0 where user_id = $1', [userId])
    await finishChanges(createIdentityDeps(test.config, test.db.database, () => {}))
    expect(await changes()).toEqual(['authenticator-added', 'factors-removed'])
  })

  it.each([
    [
      'en',
      'Your password was changed.',
      /^It happened on \d{1,2}\s\w+\s\d{4}\sat\s\d{2}:\d{2}[^.]*\. Was it you\? Then do nothing\. If not, change your password now/,
    ],
    [
      'zh_CN',
      '密码已修改。',
      /^时间：\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日\s\d{2}:\d{2}[^。]*。如果是你本人操作，无需处理。如果不是，请立即修改密码/,
    ],
  ])('the notice of a change says in %s what changed, when, and what to do', async (language, heading, text) => {
    const { token, notices } = await person(`reads.${language.toLowerCase().replace('_', '.')}`)
    await test.call('/api/user/user_change_password', { password, newPassword: brandNew }, { token })
    await test.work()
    const [notice, ...more] = await notices({ language })
    expect(more).toEqual([])
    expect(notice).toMatchObject({ heading, action: { page: '/user/security' } })
    expect(notice!.text).toMatch(text)
  })

  it('a password change of an account with a phone number appears in the account area, besides the SMS', async () => {
    const { token, userId, changes } = await person('has.a.phone')
    await test.db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       values ($1, 'phone', '+8613800138099', '+8613800138099', now())`,
      [userId],
    )
    await test.call('/api/user/user_change_password', { password, newPassword: brandNew }, { token })
    expect(await changes()).toEqual(['password-changed'])
    expect((await test.messagesTo('+8613800138099')).map(({ text }) => text).join('')).toContain('password was changed')
  })
})

describe('account with an email address', () => {
  it('an account with an email address gets the notice of a change by mail alone', async () => {
    const { token, userId, changes } = await person('has.mail')
    await giveAddress(test.db.asOwner, userId, 'has.mail@example.com')
    await test.call('/api/user/user_change_password', { password, newPassword: brandNew }, { token })
    expect(await changes()).toEqual([])
    expect((await test.messagesTo('has.mail@example.com')).map(({ subject }) => subject)).toEqual([
      'Your Wayfare password was changed',
    ])
  })

  it('the account area shows a change whose mail is refused or expires', async () => {
    const refusing = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such box'), { responseCode: 550 })),
    })
    const port = await new Promise<number>((resolve) => {
      refusing.listen(0, 'localhost', () => resolve((refusing.server.address() as { port: number }).port))
    })
    const on = await openIdentity({
      env: { SMTP_URL: `smtp://localhost:${port}`, MAIL_FROM: 'Wayfare <hello@wayfare.example>' },
    })
    const one = await person('is.refused', on)
    await giveAddress(on.db.asOwner, one.userId, 'gone@example.com')
    const newPassword = brandNew
    await on.call('/api/user/user_change_password', { password, newPassword }, { token: one.token })
    await one.changes()
    expect((await one.notices()).map(({ heading }) => heading)).toEqual(['Your password was changed.'])
    const late = await person('is.late', on)
    await giveAddress(on.db.asOwner, late.userId, 'late@example.com')
    await on.call('/api/user/user_change_password', { password, newPassword }, { token: late.token })
    await on.db.asOwner(
      `update outbox_messages set created_at = created_at - interval '4 days' where status = 'waiting'`,
    )
    await late.changes()
    expect((await late.notices()).map(({ heading }) => heading)).toEqual(['Your password was changed.'])
    await on.close()
    await new Promise<void>((resolve) => refusing.close(() => resolve()))
  })
})
