import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/platform/argon2.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { hashAtRealCost } from '../../support/cheap-argon2.ts'

let app: TestApp
beforeAll(async () => {
  hashAtRealCost(true)
  app = await createTestApp()
})
afterAll(async () => {
  hashAtRealCost(false)
  await app.close()
})

let people = 0
async function register(password: string) {
  const accountName = `password.${people++}`
  const answer = await app.call('/api/user/user_register_username', { accountName, password, agreed: true })
  return { accountName, answer }
}
const signIn = (accountName: string, password: string) =>
  app.call('/api/user/user_login_username', { accountName, password, agreed: true })
const storedFor = async (accountName: string) =>
  (
    await app.db.asOwner<{ hash: string }>(
      'select password_hash as hash from users u join account_identifiers i on i.user_id = u.id where i.lookup_key = $1',
      [accountName],
    )
  )[0]!.hash

const ofLength128 = `${'no sign of it '.repeat(9)}42`

/** Variants into which software might convert the password; each must count as another password. */
const variants = (password: string): string[] =>
  [
    password.normalize('NFKC'),
    password.trim(),
    ` ${password}`,
    `${password} `,
    password.toLowerCase(),
    password.toUpperCase(),
    password.slice(0, -1),
    [...password].slice(0, 72).join(''),
    password.replaceAll(/\s+/g, ' '),
  ].filter((variant) => variant.normalize('NFC') !== password.normalize('NFC'))

describe('password hashing', () => {
  it('a password is stored as argon2id of 19 MiB or more, with two passes or more and its own salt', async () => {
    const { accountName } = await register('correct horse 42')
    const stored = await storedFor(accountName)
    const [, memory, passes, salt] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$[A-Za-z0-9+/]{43}$/.exec(stored) ?? []
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024)
    expect(Number(passes)).toBeGreaterThanOrEqual(2)
    expect(salt!.length).toBeGreaterThanOrEqual(22)
    expect(await hashPassword('correct horse 42', 'test')).not.toBe(stored)
    expect(await verify(stored, 'correct horse 42')).toBe(true)
  })

  it.each([
    ['of 128 characters', `${'no sign of it '.repeat(9)}42`],
    ['of 128 characters of two UTF-16 units each', '🦄🐎 of the sea'.repeat(9) + '🦄'.repeat(11)],
    ['with spaces around and within', '  two  spaces\tand a tab  '],
    ['of composed and decomposed letters', 'e\u0301té \u00e9té \ufb01ne'],
    ['in full width', 'Ｐａｓｓｗｏｒｔ ４２'],
    ['with characters that are special in other software', `%00\\'"$\{x} <b>&amp; \u202e`],
  ])('passwords %s open the account in any accent encoding, and in no other form', async (_name, password) => {
    const { accountName, answer } = await register(password)
    expect(answer.status).toBe('OK')
    expect((await signIn(accountName, password)).status).toBe('OK')
    const stored = await storedFor(accountName)
    for (const variant of variants(password)) expect([variant, await verify(stored, variant)]).toEqual([variant, false])
    for (const form of ['NFC', 'NFD'] as const)
      expect((await signIn(accountName, password.normalize(form))).status).toBe('OK')
    const [variant] = variants(password)
    expect((await signIn(accountName, variant!)).status).toBe('WrongCredentials')
  })

  it('composed and decomposed letters are equal in every call that takes a password', async () => {
    const [composed, decomposed] = ['Zürich café 42', 'Zürich café 42'.normalize('NFD')]
    expect(decomposed).not.toBe(composed)
    const { accountName, answer } = await register(decomposed)
    const token = (await app.call('/api/system/system_user_info', {}, { token: answer.pragma })).pragma!
    const changed = { password: composed, newPassword: 'Québec 43 à'.normalize('NFD') }
    expect((await app.call('/api/user/user_change_password', changed, { token })).status).toBe('OK')
    const proof = { password: 'Québec 43 à' }
    const printed = await app.call('/api/user/user_recovery_codes', proof, { token })
    expect(printed.status).toBe('OK')
    const reset = {
      kind: 'account_name',
      identifier: accountName,
      recoveryCode: printed.data.recoveryCodes[0]!,
    } as const
    const input = { ...reset, password: 'Malmö 44 åäö'.normalize('NFD') }
    expect((await app.call('/api/user/user_reset_with_recovery_code', input)).status).toBe('OK')
    expect((await signIn(accountName, 'Malmö 44 åäö')).status).toBe('OK')
  })

  it('password length is counted in composed letters', async () => {
    const { answer } = await register('áéíóú77'.normalize('NFD'))
    expect(JSON.stringify(answer.data)).toContain('at least 8 characters')
  })

  it('a password hashed before normalization still works as it was typed', async () => {
    const { accountName } = await register('correct horse 42')
    const typed = 'e\u0301te\u0301 1998'
    await app.db.asOwner(
      'update users set password_hash = $2 where id = (select user_id from account_identifiers where lookup_key = $1)',
      [accountName, await hash(typed)],
    )
    expect((await signIn(accountName, typed)).status).toBe('OK')
    expect((await signIn(accountName, `${typed}!`)).status).toBe('WrongCredentials')
  })

  it('a password has at most 128 characters, and a longer one is refused instead of cut', async () => {
    for (const long of [`${ofLength128}x`, '🦄'.repeat(129)]) {
      const { answer } = await register(long)
      expect(answer).toMatchObject({ http: 400, status: 'InvalidInput' })
      expect(JSON.stringify(answer.data)).toContain('at most 128 characters')
    }
    const { accountName } = await register(ofLength128)
    expect((await signIn(accountName, `${ofLength128}x`)).status).toBe('WrongCredentials')
  })

  it('a hash with other parameters still opens its account', async () => {
    const { accountName } = await register('correct horse 42')
    const weaker = await hash('correct horse 42', { memoryCost: 1024, timeCost: 1, parallelism: 1 })
    await app.db.asOwner(
      'update users set password_hash = $2 where id = (select user_id from account_identifiers where lookup_key = $1)',
      [accountName, weaker],
    )
    expect((await signIn(accountName, 'correct horse 42')).status).toBe('OK')
  })
})
