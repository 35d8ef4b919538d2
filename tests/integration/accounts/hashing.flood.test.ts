import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asNative } from '../../support/native.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'

/** While the gate is shut, password comparisons wait at it. `order` records whose comparison began. */
const gate = { shut: false, hashed: 0, order: [] as string[], waiting: [] as (() => void)[] }
const real = { ...argon2 }

let app: TestApp
beforeAll(async () => {
  vi.spyOn(argon2, 'verify').mockImplementation(async (...parameters) => {
    gate.order.push(String(parameters[1]))
    if (gate.shut) await new Promise<void>((resolve) => gate.waiting.push(resolve))
    return real.verify(...parameters)
  })
  vi.spyOn(argon2, 'hash').mockImplementation((...parameters) => {
    gate.hashed++
    return real.hash(...parameters)
  })
  app = await createTestApp({ env: { DATABASE_CONNECTIONS: '10' } })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const password = 'correct horse 42'

it('an account with 260 parallel requests does not keep another from signing in', async () => {
  await registerThroughApi(app, 'maya.signs.in')
  const flooder = await registerThroughApi(app, 'floods.alone')
  // The flood has at most twenty sessions with ten attempts each.
  const tokens = [flooder.token]
  for (let n = 0; n < 9; n++) {
    const login = { accountName: 'floods.alone', password, agreed: true }
    tokens.push((await app.call('/api/user/user_login_username', login)).pragma!)
  }
  gate.order.length = 0
  gate.shut = true
  const change = { password: 'flood', newPassword: 'another horse 43' }
  const flood = Array.from({ length: 260 }, (_, n) =>
    app.call('/api/user/user_change_password', change, { token: tokens[n % tokens.length] }),
  )
  await until(() => gate.waiting.length > 0)
  const signingIn = app.call(
    '/api/user/user_login_username',
    { accountName: 'maya.signs.in', password, agreed: true },
    { address: '198.51.100.9' },
  )
  let done = false
  void signingIn.then(() => (done = true))
  // Lets one hash run at a time. The flood never gets more turns than its queue has places.
  let others = 0
  while (!gate.order.includes(password)) {
    const at = gate.order.length
    gate.waiting.shift()?.()
    await until(() => gate.order.length > at || done)
    others++
    // Counts the flood's hashes until the other user's attempt gets its turn, including those before the attempt is
    // queued. Once queued, the attempt waits for at most one more hash.
    expect(others).toBeLessThan(150)
  }
  gate.shut = false
  for (const open of gate.waiting.splice(0)) open()
  expect((await signingIn).status).toBe('OK')
  const answers = await Promise.all(flood)
  expect(answers.filter(({ http }) => ![400, 429, 503].includes(http))).toEqual([])
  expect(gate.order.filter((typed) => typed === 'flood').length).toBeLessThanOrEqual(100)
})

it('registering and naming an account validate everything before hashing', async () => {
  await registerThroughApi(app, 'is.taken')
  const phone = { platform: 'ios', deviceId: 'names-itself' } as const
  const opened = await app.call('/api/user/user_register_deviceid', { agreed: true }, asNative(app, phone))
  const info = await app.call('/api/system/system_user_info', {}, { ...asNative(app, phone), token: opened.pragma })
  gate.order.length = gate.hashed = 0
  const again = { accountName: 'is.taken', password: 'another horse 43', agreed: true }
  expect((await app.call('/api/user/user_register_username', again, { address: '192.0.2.1' })).status).toBe(
    'AccountNameTaken',
  )
  const invited = { ...again, accountName: 'is.free.yet', inviteCode: 'ZZZZZZZZ' }
  expect((await app.call('/api/user/user_register_username', invited, { address: '192.0.2.1' })).status).toBe(
    'InvalidInput',
  )
  const name = { accountName: 'is.taken', password: 'another horse 43' }
  const nameAccount = (input: typeof name) =>
    app.call('/api/user/user_name_account', input, { ...asNative(app, phone), token: info.pragma })
  expect((await nameAccount(name)).status).toBe('AccountNameTaken')
  expect([gate.order, gate.hashed]).toEqual([[], 0])
  expect((await nameAccount({ ...name, accountName: 'is.not.taken' })).status).toBe('OK')
  expect((await nameAccount({ ...name, accountName: 'once.more' })).status).toBe('AccountHasPassword')
  expect(gate.hashed).toBe(1)
})
