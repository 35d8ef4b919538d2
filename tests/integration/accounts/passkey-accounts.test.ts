import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { SoftAuthenticator } from '../../support/authenticator.ts'
import { asNative, registerNative, userIdOf } from '../../support/native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 20 })
})
afterAll(() => app.close())

const begin = '/api/user/user_register_passkey_options'
const finish = '/api/user/user_register_passkey'
const makePassword = '/api/user/user_make_app_password'
const phone = (deviceId: string) => asNative(app, { platform: 'ios', deviceId })
const newKey = () => new SoftAuthenticator(app.config.publicOrigin)

async function open(accountName: string, inviteCode = '') {
  const key = newKey()
  const options = await app.call(begin, { accountName })
  const answer = { accountName, inviteCode, agreed: true, passkeyName: 'This device' }
  const registered = await app.call(finish, { ...answer, response: key.create(options.data) })
  expect(registered.status).toBe('OK')
  const info = await app.call('/api/system/system_user_info', {}, { token: registered.pragma })
  return { key, uid: registered.data.uid, token: info.pragma as string, info: info.data }
}
const logIn = (accountName: string, password: string, options = {}) =>
  app.call('/api/user/user_login_username', { accountName, password, agreed: true }, options)

describe('account opened by passkey', () => {
  it('a passkey account has a name and no password, and the passkey signs in again', async () => {
    const person = await open('only.key')
    expect(person.info.accountName).toBe('only.key')
    const security = await app.call('/api/user/user_security', {}, { token: person.token })
    expect(security.data).toMatchObject({ password: false, passkeys: [{ name: 'This device' }] })
    const asked = await app.call('/api/user/user_passkey_options', {})
    const back = await app.call('/api/user/user_login_passkey', { response: person.key.get(asked.data.challenge) })
    expect(back.data.uid).toBe(person.uid)
    expect((await logIn('only.key', 'correct horse 42')).status).toBe('WrongCredentials')
  })

  it('a passkey account keeps its inviter', async () => {
    const inviter = await registerThroughApi(app, 'brings.key')
    const { inviteCode } = (await app.call('/api/system/system_user_info', {}, { token: inviter.token })).data
    const person = await open('brought.key', inviteCode)
    const rows = await app.db.asOwner('select inviter_id from referrals where user_id = $1', [
      await userIdOf(app, person.uid),
    ])
    expect(rows).toEqual([{ inviter_id: await userIdOf(app, inviter.uid) }])
  })

  it('a passkey account needs the agreement, a free valid name and the right kind of challenge', async () => {
    await registerThroughApi(app, 'taken.key')
    expect(await app.call(begin, { accountName: 'taken.key' })).toMatchObject({ status: 'AccountNameTaken' })
    expect((await app.call(begin, { accountName: '!' })).status).toBe('InvalidInput')
    const key = newKey()
    const options = (await app.call(begin, { accountName: 'not.agreed' })).data
    const answer = { accountName: 'not.agreed', agreed: true, passkeyName: 'Key', response: key.create(options) }
    expect((await app.call(finish, { ...answer, agreed: false })).status).toBe('InvalidInput')
    const asked = (await app.call('/api/user/user_passkey_options', {})).data
    const foreign = newKey().create({ ...options, challenge: asked.challenge })
    expect((await app.call(finish, { ...answer, response: foreign })).status).toBe('PasskeyRefused')
    const person = await open('has.key')
    const response = person.key.get(options.challenge)
    expect((await app.call('/api/user/user_login_passkey', { response })).status).toBe('PasskeyRefused')
    expect((await app.call(finish, answer)).status).toBe('OK')
    expect((await app.call(finish, { ...answer, accountName: 'again.key' })).status).toBe('PasskeyRefused')
    expect((await app.call(finish, { ...answer, accountName: 'not.agreed' })).status).not.toBe('OK')
  })

  it('two concurrent openings under one name create one account and leave nothing of the other', async () => {
    const both = await Promise.all(
      [newKey(), newKey()].map(async (key) => {
        const options = (await app.call(begin, { accountName: 'same.key' })).data
        return { accountName: 'same.key', agreed: true, passkeyName: 'Key', response: key.create(options) }
      }),
    )
    const answers = await Promise.all(both.map((input) => app.call(finish, input)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['AccountNameTaken', 'OK'])
    expect(
      await app.db.asOwner(
        `select count(*)::int as passkeys from passkeys p where not exists (select 1 from account_identifiers i where i.user_id = p.user_id)`,
      ),
    ).toEqual([{ passkeys: 0 }])
  })
})

describe('app password', () => {
  it('an app password is created in one call with at least 16 characters and stored as a hash', async () => {
    const person = await open('needs.app')
    const ride = '/api/user/user_first_ride'
    expect((await app.call(ride, {}, person)).data).toMatchObject({ name: 'needs.app', hasPassword: false })
    const { data } = await app.call(makePassword, {}, person)
    expect(data.password.replaceAll('-', '').length).toBeGreaterThanOrEqual(16)
    expect((await app.call(ride, {}, person)).data).toMatchObject({ hasPassword: true, device: null })
    expect((await logIn('needs.app', data.password, phone('apps-phone'))).status).toBe('OK')
    expect((await app.call(ride, {}, person)).data).toMatchObject({ devices: 1, device: { os: 0 } })
    const [row] = await app.db.asOwner<{ password_hash: string }>('select password_hash from users where uid = $1', [
      person.uid,
    ])
    expect(row!.password_hash).toMatch(/^\$argon2/)
    expect((await app.call(makePassword, {}, person)).status).toBe('AccountHasPassword')
  })

  it('concurrent requests create one app password, which signs in', async () => {
    const person = await open('asks.twice')
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.call(makePassword, {}, person)))
    const made = answers.filter(({ status }) => status === 'OK')
    expect(made).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'AccountHasPassword')).toHaveLength(4)
    expect((await logIn('asks.twice', made[0]!.data.password)).status).toBe('OK')
  })

  it('an app password is refused ten minutes after the last proof of identity, until the passkey signs in', async () => {
    const person = await open('long.here')
    await app.db.asOwner(
      `update sessions set proved_at = proved_at - interval '11 minutes' where user_id = (select id from users where uid = $1)`,
      [person.uid],
    )
    expect((await app.call(makePassword, {}, person)).status).toBe('SignInAgain')
    const asked = await app.call('/api/user/user_passkey_options', {})
    const back = await app.call('/api/user/user_login_passkey', { response: person.key.get(asked.data.challenge) })
    expect((await app.call(makePassword, {}, { token: back.pragma })).status).toBe('OK')
  })

  it('an app password is refused to accounts with a password or without a name', async () => {
    const { token } = await registerThroughApi(app, 'has.one')
    expect((await app.call(makePassword, {}, { token })).status).toBe('AccountHasPassword')
    const nameless = await app.call('/api/user/user_register_deviceid', { agreed: true }, phone('nameless-phone'))
    const info = await app.call(
      '/api/system/system_user_info',
      {},
      { ...phone('nameless-phone'), token: nameless.pragma },
    )
    expect((await app.call(makePassword, {}, { token: info.pragma })).status).toBe('PasswordNotSet')
  })
})

it('setting a name and password does not rename an account opened by passkey', async () => {
  const person = await open('keeps.name')
  const input = { accountName: 'other.name', password: 'correct horse 42' }
  expect((await app.call('/api/user/user_name_account', input, person)).status).toBe('AccountHasPassword')
  expect((await app.call('/api/system/system_user_info', {}, person)).data.accountName).toBe('keeps.name')
})

describe('first steps', () => {
  it('the data for the first steps contain account name, time, location, device and purchases', async () => {
    const { token } = await registerNative(app, 'rides.first', {
      platform: 'android',
      deviceId: 'rides-phone',
      name: 'Pixel',
    })
    await app.call('/api/user/user_claim_trial', {}, { token })
    const { data } = await app.call('/api/user/user_first_ride', {}, { token })
    expect(data).toMatchObject({
      name: 'rides.first',
      hasPassword: true,
      hasWayBack: false,
      trial: { state: 'running', minutes: 15 },
      maxDevices: 1,
      devices: 1,
      device: { os: 1, name: 'Pixel' },
      order: null,
    })
    expect(data.expiresAt).toBe(data.trial.endsAt)
    await app.call('/api/user/user_recovery_codes', { password: 'correct horse 42' }, { token })
    expect((await app.call('/api/user/user_first_ride', {}, { token })).data.hasWayBack).toBe(true)
  })
})
