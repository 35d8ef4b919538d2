import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDeviceSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { createTestApp, registerThroughApi, type TestApp } from '#tests/support/app.ts'
import { SoftAuthenticator } from '#tests/support/authenticator.ts'
import { asNative, registerNative, userIdOf, waitForWaiters } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { createGate } from '../payments/payments.setup.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 20 })
})
afterAll(() => app.close())

const password = 'correct horse 42'
const userInfo = '/api/system/system_user_info'
const phone = { platform: 'ios', deviceId: 'blocked-phone' } as const
const signIn = (accountName: string, options = {}) =>
  app.call('/api/user/user_login_username', { accountName, password, agreed: true }, options)
const block = (uid: number, preview = false) =>
  perform(app.db.database, 'people.block', { user: String(uid), sayNothing: true, reason: 'abuse' }, { preview })
const unblock = (uid: number) => perform(app.db.database, 'people.unblock', { user: String(uid), reason: 'cleared' })
const statusOf = async (token: string | undefined) => (await app.call(userInfo, {}, { token })).status

describe('blocked account', () => {
  it('a blocked account is signed out everywhere at once, and can sign in again after unblocking', async () => {
    const { token, uid } = await registerNative(app, 'is.blocked', phone)
    const { pragma: web } = await signIn('is.blocked')
    expect(await block(uid, true)).toEqual({
      uid,
      signIns: 2,
      openOrders: 0,
      toldReason: null,
      timeStops: false,
      earnsOn: false,
    })
    expect(await statusOf(web)).toBe('OK')
    expect(await block(uid)).toEqual({
      uid,
      signIns: 2,
      openOrders: 0,
      toldReason: null,
      timeStops: false,
      earnsOn: false,
    })
    expect([await statusOf(token), await statusOf(web)]).toEqual(['Unauthorized', 'Unauthorized'])
    const refused = await signIn('is.blocked')
    expect([refused.http, refused.status, refused.pragma]).toEqual([403, 'AccountBlocked', undefined])
    expect(refused.msg).toBe('This account is blocked. Support can tell you why.')
    await expect(block(uid)).rejects.toThrow('is blocked already')
    expect((await unblock(uid)).uid).toBe(uid)
    expect((await signIn('is.blocked')).status).toBe('OK')
    await expect(unblock(uid)).rejects.toThrow('is not blocked')
    const audit = await app.db.asOwner<{ action: string; details: { reason: string } }>(
      `select action, details from audit_log where subject = $1 order by at`,
      [`user ${uid}`],
    )
    expect(audit.map(({ action, details }) => [action, details.reason])).toEqual([
      ['people.block', 'abuse'],
      ['people.unblock', 'cleared'],
    ])
  })

  it('a blocked account is told so only after the right password, and cannot add devices or cancel its deletion', async () => {
    const { token, uid } = await registerThroughApi(app, 'told.alone')
    await app.call('/api/user/user_delete_account', { password }, { token })
    await block(uid)
    const wrong = await app.call('/api/user/user_login_username', {
      accountName: 'told.alone',
      password: 'not this one',
      agreed: true,
    })
    expect(wrong.status).toBe('WrongCredentials')
    expect((await signIn('told.alone', asNative(app, phone))).status).toBe('AccountBlocked')
    const userId = await userIdOf(app, uid)
    expect(await app.db.asOwner('select 1 from devices where user_id = $1', [userId])).toHaveLength(0)
    expect(await app.db.asOwner('select 1 from account_deletions where user_id = $1', [userId])).toHaveLength(1)
    await app.db.asOwner('update account_deletions set erase_at = now() where user_id = $1', [userId])
    expect(await eraseDueAccounts(app.db.database)).toBe(1)
    expect(await app.db.asOwner('select 1 from account_blocks where user_id = $1', [userId])).toHaveLength(0)
    const [row] = await app.db.asOwner<{ erased: boolean }>(
      'select erased_at is not null as erased from memberships where user_id = $1',
      [userId],
    )
    expect(row?.erased).toBe(true)
  })

  it('a blocked account cannot sign in by passkey, repeated registration or password reset', async () => {
    const { token, uid } = await registerThroughApi(app, 'other.ways')
    const begun = await app.call('/api/user/user_passkey_register_options', { password }, { token })
    const key = new SoftAuthenticator(app.config.publicOrigin)
    await app.call('/api/user/user_passkey_register', { name: 'a key', response: key.create(begun.data) }, { token })
    const codes = await app.call('/api/user/user_recovery_codes', { password }, { token })
    await block(uid)
    const options = await app.call('/api/user/user_passkey_options', {})
    const byKey = await app.call('/api/user/user_login_passkey', { response: key.get(options.data.challenge) })
    expect(byKey.status).toBe('AccountBlocked')
    const again = await app.call('/api/user/user_register_username', {
      accountName: 'other.ways',
      password,
      agreed: true,
    })
    expect(again.status).toBe('AccountBlocked')
    await app.call('/api/user/user_reset_with_recovery_code', {
      identifier: 'other.ways',
      kind: 'account_name',
      recoveryCode: codes.data.recoveryCodes[0]!,
      password: 'another horse 43',
    })
    const [sessions] = await app.db.asOwner<{ open: number }>(
      'select count(*)::int as open from sessions where user_id = $1 and ended_at is null',
      [await userIdOf(app, uid)],
    )
    expect(sessions?.open).toBe(0)
  })

  it('a session that is being opened when the account is blocked is not kept', async () => {
    const { uid } = await registerThroughApi(app, 'being.born')
    const userId = await userIdOf(app, uid)
    const gate = createGate()
    const born = app.db.database.transaction(async (tx) => {
      const opened = await openDeviceSession(
        tx,
        { userId, uid },
        { platform: 'web', deviceId: 'web' },
        { kind: 'full', origin: { from: 'proof' } },
      )
      await gate.pass()
      return opened?.token
    })
    await gate.arrived
    const blocking = block(uid)
    await waitForWaiters(app, 1)
    gate.open()
    expect((await blocking).signIns).toBe(2)
    expect(await statusOf(await born)).toBe('Unauthorized')
  })
})
