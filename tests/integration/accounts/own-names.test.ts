import { afterAll, beforeAll, expect, it } from 'vitest'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { asNative } from '../../support/native.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

const name = 'maya.longtravel'
const email = 'harbourmaster@pier.example'
const fieldOf = ({ data }: { data: unknown }) => (data as { fields?: Record<string, string> }).fields ?? {}

it("a password equal to the user's own name is refused by every call that sets one", async () => {
  const { call } = test
  const own = 'L0NGTR4V3L.ayam'
  const refused = [
    await call('/api/user/user_register_username', { accountName: name, password: own, agreed: true }),
    await call('/api/user/user_register_normal', {
      kind: 'email',
      identifier: email,
      code: '123456',
      password: 'H4rbourM4ster1',
      agreed: true,
    }),
  ]
  for (const answer of refused) expect(fieldOf(answer)).toHaveProperty('password')

  const { token } = await test.registerByEmail(email)
  const password = 'correct horse 42'
  const named = await call('/api/user/user_set_account_name', { accountName: name, password }, { token })
  expect(named.status).toBe('OK')
  for (const newPassword of [own, 'H4rbourM4ster1', 'retsamruobrah'])
    expect(fieldOf(await call('/api/user/user_change_password', { password, newPassword }, { token }))).toHaveProperty(
      'newPassword',
    )

  await call('/api/user/user_send_code', { purpose: 'reset', kind: 'email', identifier: email })
  const code = await test.codeFor(email)
  // The input does not contain the account name, which is known only after the code is checked.
  const reset = { kind: 'email', identifier: email, code } as const
  expect(fieldOf(await call('/api/user/user_reset_password', { ...reset, password: own }))).toHaveProperty('password')
  expect((await call('/api/user/user_reset_password', { ...reset, password: 'another horse 43' })).status).toBe('OK')

  const signedIn = await call('/api/user/user_login', {
    kind: 'email',
    identifier: email,
    password: 'another horse 43',
    agreed: true,
  })
  const owner = { token: signedIn.pragma! }
  const { recoveryCodes } = (await call('/api/user/user_recovery_codes', { password: 'another horse 43' }, owner)).data
  const recover = { kind: 'email', identifier: email, recoveryCode: recoveryCodes[0]! } as const
  const recoverWith = (chosen: string) =>
    call('/api/user/user_reset_with_recovery_code', { ...recover, password: chosen })
  for (const chosen of ['H4rbourM4ster1', own]) expect(fieldOf(await recoverWith(chosen))).toHaveProperty('password')
  expect((await recoverWith('a third horse 44')).status).toBe('OK')
})

it('a password similar to the chosen name is refused for an account opened by an app', async () => {
  const phone = { platform: 'ios', deviceId: 'own-names-phone' } as const
  const opened = await test.call('/api/user/user_register_deviceid', { agreed: true }, asNative(test, phone))
  const info = await test.call('/api/system/system_user_info', {}, { ...asNative(test, phone), token: opened.pragma })
  const input = { accountName: 'quiet.sailor', password: 'Qu1et5ailor!' }
  const answer = await test.call('/api/user/user_name_account', input, {
    ...asNative(test, phone),
    token: info.pragma,
  })
  expect(fieldOf(answer)).toHaveProperty('password')
})
