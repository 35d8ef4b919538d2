import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registerThroughApi } from '../../support/app.ts'
import { SoftAuthenticator } from '../../support/authenticator.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { asNative, userIdOf, waitForWaiters } from '../../support/native.ts'
import { perform } from '../../support/operator-acts.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

const recover = '/api/user/user_reset_with_recovery_code'
const brandNew = 'brand new horse'

async function addPasskey(token: string, proof: { password: string }) {
  const key = new SoftAuthenticator(test.config.publicOrigin)
  const begun = await test.call('/api/user/user_passkey_register_options', proof, { token })
  const response = key.create(begun.data)
  expect((await test.call('/api/user/user_passkey_register', { name: 'a key', response }, { token })).status).toBe('OK')
  return async () => {
    const { data } = await test.call('/api/user/user_passkey_options', {})
    return (await test.call('/api/user/user_login_passkey', { response: key.get(data.challenge) })).status
  }
}

async function resetByMail(email: string) {
  // Sends earlier mails first, so that the newest one has the code.
  await test.work()
  await test.call('/api/user/user_send_code', { purpose: 'reset', kind: 'email', identifier: email })
  const code = await test.codeFor(email)
  const input = { kind: 'email', identifier: email, code, password: brandNew } as const
  expect((await test.call('/api/user/user_reset_password', input)).status).toBe('OK')
}
const withCode = (identifier: string, recoveryCode: string) =>
  test.call(recover, { kind: 'email', identifier, recoveryCode, password: brandNew })

const resetNotice = async (email: string) =>
  (await test.messagesTo(email)).find(({ subject }) => subject === 'Your Wayfare password was changed')!

describe('after a password reset', () => {
  it('a reset by mail removes all passkeys and tells the owner', async () => {
    const { token } = await test.registerByEmail('had.a.guest@example.com')
    const signIn = await addPasskey(token, { password })
    expect(await signIn()).toBe('OK')
    await resetByMail('had.a.guest@example.com')
    expect(await signIn()).toBe('PasskeyRefused')
    expect((await resetNotice('had.a.guest@example.com')).text).toContain('all passkeys were removed')
  })

  it('a reset by recovery code removes all passkeys and tells the owner', async () => {
    const { token } = await test.registerByEmail('had.two@example.com')
    const signIn = await addPasskey(token, { password })
    const { data } = await test.call('/api/user/user_recovery_codes', { password }, { token })
    expect((await withCode('had.two@example.com', data.recoveryCodes[0]!)).status).toBe('OK')
    expect(await signIn()).toBe('PasskeyRefused')
    expect((await resetNotice('had.two@example.com')).text).toContain('all passkeys were removed')
  })

  it('a reset deletes open passkey challenges', async () => {
    const { token, uid } = await test.registerByEmail('half.made@example.com')
    await test.call('/api/user/user_passkey_register_options', { password }, { token })
    await resetByMail('half.made@example.com')
    const left = 'select 1 from passkey_challenges where user_id = $1'
    expect(await test.db.asOwner(left, [await userIdOf(test, uid)])).toEqual([])
  })

  it('a reset by mail invalidates printed recovery codes', async () => {
    const { token } = await test.registerByEmail('printed@example.com')
    const { data } = await test.call('/api/user/user_recovery_codes', { password }, { token })
    await resetByMail('printed@example.com')
    expect((await withCode('printed@example.com', data.recoveryCodes[0]!)).status).toBe('WrongRecoveryCode')
    const login = { kind: 'email', identifier: 'printed@example.com', password: brandNew, agreed: true } as const
    const { pragma } = await test.call('/api/user/user_login', login)
    expect((await test.call('/api/user/user_security', {}, { token: pragma })).data.recoveryCodesLeft).toBe(0)
  })

  it('a reset with TOTP enabled keeps recovery codes as a second factor only', async () => {
    const { token, uid } = await test.registerByEmail('has.totp@example.com')
    const { data } = await test.call('/api/user/user_recovery_codes', { password }, { token })
    const userId = await userIdOf(test, uid)
    await test.db.asOwner(
      `insert into totp_factors (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())`,
      [userId],
    )
    await resetByMail('has.totp@example.com')
    expect((await withCode('has.totp@example.com', data.recoveryCodes[0]!)).status).toBe('WrongRecoveryCode')
    const login = { kind: 'email', identifier: 'has.totp@example.com', password: brandNew, agreed: true } as const
    const stopped = await test.call('/api/user/user_login', login)
    const { challenge } = stopped.data as unknown as { challenge: string }
    const answer = { challenge, recoveryCode: data.recoveryCodes[1]! }
    const done = await test.call('/api/user/user_login_second_factor', answer)
    expect(done.status).toBe('OK')
    const off = { password: brandNew, recoveryCode: data.recoveryCodes[2]! }
    expect((await test.call('/api/user/user_totp_disable', off, { token: done.pragma })).status).toBe('OK')
    expect((await test.call('/api/user/user_security', {}, { token: done.pragma })).data.recoveryCodesLeft).toBe(0)
  })
})

describe('sign-in that waits until a device is removed from a full account', () => {
  const device = (deviceId: string) => asNative(test, { platform: 'ios', deviceId })
  const byPassword = (accountName: string, deviceId: string) =>
    test.call('/api/user/user_login_username', { accountName, password, agreed: true }, device(deviceId))
  const byOperator = (name: 'people.block' | 'people.unblock' | 'people.end-sessions', uid: number) =>
    perform(test.db.database, name, {
      user: String(uid),
      reason: 'x',
      ...(name === 'people.block' && { sayNothing: true }),
    })
  const changes: Record<string, (token: string, uid: number) => Promise<unknown>> = {
    'the second factor is enabled': async (token) => {
      const { secret } = (await test.call('/api/user/user_totp_begin', { password }, { token })).data
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
      expect((await test.call('/api/user/user_totp_confirm', { code }, { token })).status).toBe('OK')
    },
    'a passkey is removed': async (token) => {
      await addPasskey(token, { password })
      const { passkeys } = (await test.call('/api/user/user_security', {}, { token })).data
      const removed = await test.call('/api/user/user_passkey_remove', { id: passkeys[0]!.id, password }, { token })
      expect(removed.status).toBe('OK')
    },
    'the owner ends all other sessions': (token) => test.call('/api/user/user_end_other_sessions', {}, { token }),
    'an operator ends all sessions': (_token, uid) => byOperator('people.end-sessions', uid),
    'the account is blocked and unblocked': async (_token, uid) => {
      await byOperator('people.block', uid)
      await byOperator('people.unblock', uid)
    },
  }

  it.each(Object.keys(changes))('a sign-in that waits for the user to remove a device ends when %s', async (change) => {
    const accountName = `waits.${Object.keys(changes).indexOf(change)}`
    const { token, uid } = await registerThroughApi(test, accountName)
    expect((await byPassword(accountName, `${accountName}-first`)).status).toBe('OK')
    const { data } = await byPassword(accountName, `${accountName}-second`)
    const { challenge, devices } = data as unknown as { challenge: string; devices: { id: string }[] }
    await changes[change]!(token, uid)
    const replaced = await test.call('/api/user/user_login_replace_device', { challenge, id: devices[0]!.id })
    expect(replaced.status).toBe('SignInExpired')
  })
})

describe('intruder during a password reset', () => {
  async function prepare(email: string) {
    const { token, uid } = await test.registerByEmail(email)
    await test.work()
    await test.call('/api/user/user_send_code', { purpose: 'reset', kind: 'email', identifier: email })
    const input = { kind: 'email', identifier: email, code: await test.codeFor(email), password: brandNew } as const
    const gate = new pg.Client(test.db.connection)
    await gate.connect()
    await gate.query('begin')
    const open = async (end: 'commit' | 'rollback') => {
      await gate.query(end)
      await gate.end()
    }
    return { token, userId: await userIdOf(test, uid), gate, open, input }
  }

  it('a passkey being created during a reset is not kept', async () => {
    const { token, userId, gate, open, input } = await prepare('passkey.race@example.com')
    const { data } = await test.call('/api/user/user_passkey_register_options', { password }, { token })
    const key = new SoftAuthenticator(test.config.publicOrigin)
    const other = await registerThroughApi(test, 'passkey.gate')
    // Locks the id of the new passkey, so that its insert still waits when the password is reset.
    await gate.query(
      `insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name)
       values (gen_random_uuid(), $1, $2, 'x', 0, '{}', 'x')`,
      [await userIdOf(test, other.uid), key.id],
    )
    const response = key.create(data)
    const keeping = test.call('/api/user/user_passkey_register', { name: 'mine', response }, { token })
    await waitForWaiters(test, 1)
    const resetting = test.call('/api/user/user_reset_password', input)
    await waitForWaiters(test, 2)
    await open('rollback')
    expect([(await keeping).status, (await resetting).status]).toEqual(['OK', 'OK'])
    expect(await test.db.asOwner('select 1 from passkeys where user_id = $1', [userId])).toEqual([])
  })

  it('recovery codes are not printed with the old password', async () => {
    const { token, userId, gate, open } = await prepare('print.race@example.com')
    await gate.query(`update users set password_hash = 'changed' where id = $1`, [userId])
    const printing = test.call('/api/user/user_recovery_codes', { password }, { token })
    await waitForWaiters(test, 1)
    await open('commit')
    expect((await printing).status).toBe('WrongPassword')
    expect(await test.db.asOwner('select 1 from recovery_codes where user_id = $1', [userId])).toEqual([])
  })

  it('an authenticator app begun before a reset is not enabled', async () => {
    const { token, userId, gate, open, input } = await prepare('totp.race@example.com')
    const { data } = await test.call('/api/user/user_totp_begin', { password }, { token })
    const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate()
    await gate.query('select 1 from users where id = $1 for update', [userId])
    const resetting = test.call('/api/user/user_reset_password', input)
    await waitForWaiters(test, 1)
    const confirming = test.call('/api/user/user_totp_confirm', { code }, { token })
    await waitForWaiters(test, 2)
    await open('rollback')
    expect([(await resetting).status, (await confirming).status]).toEqual(['OK', 'TotpOff'])
    for (const table of ['totp_factors', 'recovery_codes'])
      expect(await test.db.asOwner(`select 1 from ${table} where user_id = $1`, [userId])).toEqual([])
  })
})

describe('new sign-in name', () => {
  const subject = 'A change in how you sign in to Wayfare'
  const subjects = async (address: string) => (await test.messagesTo(address)).map((message) => message.subject)
  async function bindPhone(token: string, phone: string) {
    await test.db.asOwner('delete from limit_counters')
    await test.call('/api/user/user_send_bind_code', { kind: 'phone', identifier: phone }, { token })
    const input = { kind: 'phone', identifier: phone, code: await test.codeFor(phone), password } as const
    expect((await test.call('/api/user/user_bind_identifier', input, { token })).status).toBe('OK')
  }

  it('a changed email address or phone number for sign-in is reported to every previous one', async () => {
    const { token } = await test.registerByEmail('told@example.com')
    await bindPhone(token, '+8613912345678')
    expect(await subjects('told@example.com')).toContain(subject)
    expect((await test.messagesTo('+8613912345678')).filter(({ text }) => !/\d{6}/.test(text))).toEqual([])
    await bindPhone(token, '+8613912345679')
    expect((await subjects('told@example.com')).filter((each) => each === subject)).toHaveLength(2)
    expect((await test.messagesTo('+8613912345678'))[0]!.text).toContain('in place of this one')
  })

  it('a changed account name is reported, and an unchanged one is not', async () => {
    const { token } = await test.registerByEmail('renamed@example.com')
    const rename = (accountName: string) =>
      test.call('/api/user/user_set_account_name', { accountName, password }, { token })
    expect((await rename('told.name')).status).toBe('OK')
    expect((await rename('told.name')).status).toBe('OK')
    expect((await subjects('renamed@example.com')).filter((each) => each === subject)).toHaveLength(1)
  })

  it('an account name can be changed ten times a day', async () => {
    const { token } = await registerThroughApi(test, 'restless')
    const statuses: string[] = []
    for (let n = 0; n < 11; n++) {
      const input = { accountName: `restless.${n}`, password }
      statuses.push((await test.call('/api/user/user_set_account_name', input, { token })).status)
    }
    expect(statuses).toEqual([...Array(10).fill('OK'), 'TooManyRequests'])
  })
})

describe('account opened by device id', () => {
  const remove = '/api/user/user_delete_account'
  const phone = { platform: 'android', deviceId: 'wants-to-go-1' } as const
  async function open() {
    const opened = await test.call('/api/user/user_register_deviceid', { agreed: true }, asNative(test, phone))
    const options = { ...asNative(test, phone), token: opened.pragma }
    const token = (await test.call('/api/system/system_user_info', {}, options)).pragma!
    const userId = await userIdOf(test, opened.data.uid)
    const age = () =>
      test.db.asOwner(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [userId])
    const leaves = async () =>
      (await test.db.asOwner('select 1 from account_deletions where user_id = $1', [userId])).length === 1
    return { deviceSecret: opened.data.deviceSecret, token, age, leaves }
  }

  it('a device account is deleted only with its own secret', async () => {
    const { token, deviceSecret, age, leaves } = await open()
    const stranger = await open()
    await age()
    expect((await test.call(remove, {}, { token })).status).toBe('PasswordNotSet')
    const wrong = await test.call(remove, { deviceSecret: stranger.deviceSecret }, { token })
    expect(wrong.status).toBe('WrongCredentials')
    expect(await leaves()).toBe(false)
    expect((await test.call(remove, { deviceSecret }, { token })).status).toBe('OK')
    expect(await leaves()).toBe(true)
    expect((await test.call('/api/system/system_user_info', {}, { token })).status).toBe('Unauthorized')
  })

  it('a device account is deleted without its secret within ten minutes of being opened', async () => {
    const { token, leaves } = await open()
    expect((await test.call(remove, {}, { token })).status).toBe('OK')
    expect(await leaves()).toBe(true)
  })

  it('a device account gets a name and password by its secret, and without it only within ten minutes of a proof of identity', async () => {
    const [opened, stranger, young] = [await open(), await open(), await open()]
    const { token, deviceSecret, age } = opened
    await age()
    const name = (proof: { deviceSecret?: string }, by = token) =>
      test.call('/api/user/user_name_account', { accountName: 'named.late', password, ...proof }, { token: by })
    expect((await name({})).status).toBe('DeviceSecretRequired')
    // Apps send the device secret automatically, so a session opened with it is no proof of identity.
    const again = await test.call('/api/user/user_login_deviceid', { deviceSecret }, asNative(test, phone))
    expect(again.pragma).toBeDefined()
    expect((await name({}, again.pragma)).status).toBe('DeviceSecretRequired')
    expect((await name({ deviceSecret: stranger.deviceSecret })).status).toBe('WrongCredentials')
    expect((await name({ deviceSecret })).status).toBe('OK')
    const input = { accountName: 'named.soon', password }
    expect((await test.call('/api/user/user_name_account', input, { token: young.token })).status).toBe('OK')
  })

  it('deleting a device account that has a password asks for the password alone', async () => {
    const { token, deviceSecret, leaves } = await open()
    await test.call('/api/user/user_name_account', { accountName: 'stays.here', password }, { token })
    const answer = await test.call(remove, { deviceSecret }, { token })
    expect(answer.data).toMatchObject({ fields: { password: 'Please enter your password' } })
    expect(await leaves()).toBe(false)
  })
})
