import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { AppError, type ErrorData } from '#shared/errors.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { createUser } from '../../support/factories.ts'
import { asNative, encodeDeviceId, givePlan, registerNative, waitForWaiters } from '../../support/native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 60 })
})
afterAll(() => app.close())

const list = '/api/user/user_get_device_list'
const unbind = '/api/user/user_unbind_device'
const userInfo = '/api/system/system_user_info'
const login = '/api/user/user_login_username'
const password = 'correct horse 42'

const phone = { platform: 'ios', deviceId: 'PHONE-0001', osVersion: '19.1', name: 'Maya’s iPhone 手机' } as const
const device = (n: number) =>
  ({ platform: 'android', deviceId: `android-${n}`, osVersion: '16', name: `Pixel ${n}` }) as const

describe('native app sign-in', () => {
  it('a native sign-in registers the device with its details, once', async () => {
    const { token } = await registerNative(app, 'device.owner', phone)
    const credentials = { accountName: 'device.owner', password, agreed: true }
    const again = await app.call(
      login,
      credentials,
      asNative(app, { ...phone, osVersion: '19.2', name: 'Renamed by system' }),
    )
    expect(again.status).toBe('OK')
    const { data } = await app.call(list, {}, { token })
    expect(data.limit).toBe(1)
    expect(data.list).toHaveLength(1)
    expect(data.list[0]).toMatchObject({ type: 0, os: 0, osVersion: '19.2', name: 'Maya’s iPhone 手机', current: true })
  })

  it('the device list encodes each operating system as a number, and a browser session is not listed as a device', async () => {
    const { uid, token } = await registerThroughApi(app, 'every.system')
    await givePlan(app, uid, 5)
    const credentials = { accountName: 'every.system', password, agreed: true }
    for (const platform of ['ios', 'android', 'mac', 'windows'] as const) {
      const answer = await app.call(login, credentials, asNative(app, { platform, deviceId: `system-${platform}` }))
      expect([platform, answer.status]).toEqual([platform, 'OK'])
    }
    const { data } = await app.call(list, {}, { token })
    expect(data.list.map(({ type, os }) => `${os}:${type}`).toSorted()).toEqual(['0:0', '1:0', '2:1', '3:1'])
    expect(data.list.some(({ current }) => current)).toBe(false)
  })

  it('a device id that is unencoded, too short or encoded with another key is refused', async () => {
    await registerThroughApi(app, 'odd.device')
    const credentials = { accountName: 'odd.device', password, agreed: true }
    const native = asNative(app, phone)
    const wrong = [
      '',
      'PHONE-0001',
      encodeDeviceId('short'),
      encodeDeviceId('no spaces please'),
      encodeDeviceId('PHONE-0001', '00'.repeat(16)),
    ]
    for (const deviceid of wrong) {
      const { signature } = asNative(app, phone)
      const answer = await app.call(login, credentials, { headers: { ...native.headers, deviceid }, signature })
      expect([deviceid, answer.http, answer.status]).toEqual([deviceid, 400, 'DeviceIdInvalid'])
      expect(answer.msg).toBe('The device ID is wrong. Please try again, or contact support.')
    }
  })
})

describe('device limit', () => {
  it('the device limit holds under a hundred concurrent registrations', async () => {
    const limit = 5
    const { userId, uid } = await createUser(app.db.database)
    await givePlan(app, uid, limit)
    // This row lock stops all sign-ins before their decision and then releases them together.
    const gate = new pg.Client(app.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('insert into device_lists (user_id) values ($1)', [userId])
    const sign = (n: number) =>
      openSession(app.db.database, { userId, uid }, device(n), { from: 'proof' }).then(
        () => 'OK',
        (error: unknown) => (error instanceof AppError ? error.status : String(error)),
      )
    const first = Array.from({ length: 40 }, (_, n) => sign(n))
    await waitForWaiters(app, 40)
    const others = Array.from({ length: 60 }, (_, n) => sign(40 + n))
    await gate.query('commit')
    await gate.end()
    const answers = await Promise.all([...first, ...others])
    expect(answers.filter((answer) => answer === 'OK')).toHaveLength(limit)
    expect(answers.filter((answer) => answer === 'DeviceLimitReached')).toHaveLength(100 - limit)
    const [row] = await app.db.asOwner<{ devices: number; sessions: number }>(
      `select (select count(*)::int from devices where user_id = $1) as devices,
        (select count(*)::int from sessions where user_id = $1) as sessions`,
      [userId],
    )
    expect(row).toEqual({ devices: limit, sessions: limit })
  })

  it('a full plan returns the device list, and choosing a device replaces it', async () => {
    const { token: oldToken } = await registerNative(app, 'full.house', phone)
    const credentials = { accountName: 'full.house', password, agreed: true }
    const refused = await app.call(login, credentials, asNative(app, device(1)))
    expect(refused).toMatchObject({ http: 409, status: 'DeviceLimitReached', pragma: undefined })
    const { challenge, devices, limit } = refused.data as unknown as NonNullable<ErrorData>
    expect(limit).toBe(1)
    expect(devices).toMatchObject([{ type: 0, os: 0, name: 'Maya’s iPhone 手机' }])
    const id = devices![0]!.id
    const madeUp = await app.call('/api/user/user_login_replace_device', {
      challenge: challenge!,
      id: crypto.randomUUID(),
    })
    expect(madeUp.status).toBe('NotFound')
    const replaced = await app.call(
      '/api/user/user_login_replace_device',
      { challenge: challenge!, id },
      asNative(app, device(1)),
    )
    expect(replaced.status).toBe('OK')
    expect((await app.call(userInfo, {}, { token: oldToken })).status).toBe('Unauthorized')
    const { data } = await app.call(list, {}, { token: replaced.pragma })
    expect(data.list).toMatchObject([{ os: 1, name: 'Pixel 1', current: true }])
    const twice = await app.call('/api/user/user_login_replace_device', { challenge: challenge!, id: data.list[0]!.id })
    expect(twice.status).toBe('SignInExpired')
  })

  it('a known device can sign in after the plan ended, and a new one cannot', async () => {
    const { uid } = await registerThroughApi(app, 'lapsed.plan')
    await givePlan(app, uid, 3)
    const credentials = { accountName: 'lapsed.plan', password, agreed: true }
    for (const n of [1, 2]) expect((await app.call(login, credentials, asNative(app, device(n)))).status).toBe('OK')
    await app.db.asOwner('update memberships set expires_at = now() from users where users.id = user_id and uid = $1', [
      uid,
    ])
    expect((await app.call(login, credentials, asNative(app, device(2)))).status).toBe('OK')
    expect((await app.call(login, credentials, asNative(app, device(4)))).status).toBe('DeviceLimitReached')
  })
})

describe('device list', () => {
  it('unbinding a device lets another be added and ends only its sessions, at once', async () => {
    const { uid, token } = await registerThroughApi(app, 'unbinds')
    await givePlan(app, uid, 2)
    const credentials = { accountName: 'unbinds', password, agreed: true }
    const [first, second] = [
      await app.call(login, credentials, asNative(app, device(1))),
      await app.call(login, credentials, asNative(app, device(2))),
    ]
    const { data } = await app.call(list, {}, { token })
    const { id } = data.list.find(({ name }) => name === 'Pixel 1')!
    expect((await app.call(unbind, { id }, { token })).status).toBe('OK')
    expect((await app.call(userInfo, {}, { token: first.pragma })).status).toBe('Unauthorized')
    expect((await app.call(userInfo, {}, { token: second.pragma })).status).toBe('OK')
    expect((await app.call(userInfo, {}, { token })).status).toBe('OK')
    expect((await app.call(login, credentials, asNative(app, device(3)))).status).toBe('OK')
  })

  it('a sign-in racing the unbinding of its device leaves no orphaned session', async () => {
    const { userId, uid } = await createUser(app.db.database)
    await openSession(app.db.database, { userId, uid }, device(7), { from: 'proof' })
    const { token } = await openSession(
      app.db.database,
      { userId, uid },
      { platform: 'web', deviceId: 'web' },
      { from: 'proof' },
    )
    const { data } = await app.call(list, {}, { token })
    const gate = new pg.Client(app.db.connection)
    await gate.connect()
    await gate.query('begin')
    await gate.query('select 1 from device_lists where user_id = $1 for update', [userId])
    const unbinding = app.call(unbind, { id: data.list[0]!.id }, { token })
    const signIns = Array.from({ length: 10 }, () =>
      openSession(app.db.database, { userId, uid }, device(7), { from: 'proof' }).catch(() => null),
    )
    await waitForWaiters(app, 11)
    await gate.query('commit')
    await gate.end()
    expect((await unbinding).status).toBe('OK')
    await Promise.all(signIns)
    const [row] = await app.db.asOwner<{ devices: number; orphans: number }>(
      `select (select count(*)::int from devices where user_id = $1) as devices,
        (select count(*)::int from sessions s where user_id = $1 and ended_at is null and platform <> 'web'
          and not exists (select 1 from devices d where d.user_id = s.user_id and d.device_id = s.device_id)) as orphans`,
      [userId],
    )
    expect(row!.orphans).toBe(0)
    expect(row!.devices).toBeLessThanOrEqual(1)
  })

  it("another user's device is answered like an unknown one", async () => {
    const owner = await registerNative(app, 'has.device', { ...phone, deviceId: 'PHONE-0002' })
    const stranger = await registerThroughApi(app, 'has.none')
    const { data } = await app.call(list, {}, { token: owner.token })
    const foreign = data.list[0]!.id
    const body = ({ raw }: { raw: string }) => raw.replace(/"requestId":"[^"]+"/, '')
    for (const path of [unbind, '/api/user/user_rename_device'] as const) {
      const call = (id: string) => app.call(path, { id, name: 'mine' }, { token: stranger.token })
      const [theirs, madeUp, nonsense] = [await call(foreign), await call(crypto.randomUUID()), await call('x')]
      expect(theirs.http).toBe(404)
      expect(body(theirs)).toBe(body(madeUp))
      expect(body(theirs)).toBe(body(nonsense))
    }
    expect((await app.call(list, {}, { token: owner.token })).data.list).toMatchObject([
      { id: foreign, name: 'Maya’s iPhone 手机' },
    ])
  })

  it('a device keeps a name given by its owner, and an invalid name is refused', async () => {
    const mine = { ...phone, deviceId: 'PHONE-0003' }
    const { token } = await registerNative(app, 'renames', mine)
    const { data } = await app.call(list, {}, { token })
    const { id } = data.list[0]!
    const rename = (name: string) => app.call('/api/user/user_rename_device', { id, name }, { token })
    expect((await rename('  客厅电视  ')).status).toBe('OK')
    for (const [name, text] of [
      ['  ', 'Please fill this in'],
      ['x'.repeat(41), 'Use one line of at most 40 characters'],
      ['a\nb', 'Use one line of at most 40 characters'],
    ] as const)
      expect((await rename(name)).data).toMatchObject({ fields: { name: text } })
    await app.call(login, { accountName: 'renames', password, agreed: true }, asNative(app, mine))
    expect((await app.call(list, {}, { token })).data.list[0]!.name).toBe('客厅电视')
  })
})

describe('account opened by device id', () => {
  const start = { platform: 'android', deviceId: 'fresh-install-1', name: 'Pixel' } as const
  const register = '/api/user/user_register_deviceid'
  const byDevice = '/api/user/user_login_deviceid'

  it('a device account is reopened by its secret, not by its device id, until it has a name', async () => {
    const opened = await app.call(register, { agreed: true }, asNative(app, start))
    expect(opened.pragma).toMatch(/^wr_/)
    const info = await app.call(userInfo, {}, { ...asNative(app, start), token: opened.pragma })
    expect(info.data).toMatchObject({ uid: opened.data.uid, accountName: null, email: null, phone: null })
    const other = await app.call(register, { agreed: true }, asNative(app, start))
    expect(other.data.uid).not.toBe(opened.data.uid)
    const { deviceSecret } = opened.data
    const back = await app.call(byDevice, { deviceSecret }, asNative(app, start))
    expect(back.data.uid).toBe(opened.data.uid)
    expect((await app.call(byDevice, { deviceSecret: 'fresh-install-1' }, asNative(app, start))).status).toBe(
      'WrongCredentials',
    )
    const token = back.pragma
    const weak = await app.call('/api/user/user_name_account', { accountName: 'a!', password: 'password1' }, { token })
    expect(Object.keys((weak.data as { fields?: object }).fields ?? {})).toEqual(['accountName', 'password'])
    expect((await app.call('/api/user/user_security', {}, { token })).data.password).toBe(false)
    expect((await app.call('/api/user/user_totp_begin', { password: 'x' }, { token })).status).toBe('PasswordNotSet')
    const naming = { accountName: 'Named.Later', password }
    const named = await Promise.all(
      Array.from({ length: 5 }, () => app.call('/api/user/user_name_account', { ...naming, deviceSecret }, { token })),
    )
    expect(named.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill('AccountHasPassword'), 'OK'])
    expect((await app.call(byDevice, { deviceSecret }, asNative(app, start))).status).toBe('WrongCredentials')
    const signedIn = await app.call(login, { ...naming, agreed: true })
    expect(signedIn.data.uid).toBe(opened.data.uid)
  })

  it('a device account needs a native app and the agreement', async () => {
    expect((await app.call(register, { agreed: true })).status).toBe('DeviceIdInvalid')
    const silent = await app.call(register, { agreed: false }, asNative(app, start))
    expect(silent.data).toMatchObject({ fields: { agreed: 'Please agree to the User Agreement and Privacy Policy' } })
    const invited = await app.call(register, { agreed: true, inviteCode: 'ZZZZZZZZ' }, asNative(app, start))
    expect(Object.keys((invited.data as unknown as { fields: object }).fields)).toEqual(['inviteCode'])
  })
})
