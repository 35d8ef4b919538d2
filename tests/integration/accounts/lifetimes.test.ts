import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import { deleteOldAheadNonces, deleteOldNonces } from '#server/modules/sessions/sessions.queries.ts'
import { openSignedCall } from '#server/modules/sessions/sessions.service.ts'
import { createTestApp, registerThroughApi, type TestApp } from '../../support/app.ts'
import { userIdOf } from '../../support/native.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const password = 'correct horse 42'

it('an account that is to be deleted waits exactly seven days', async () => {
  const { token, uid } = await registerThroughApi(app, 'leaves.soon')
  expect((await app.call('/api/user/user_delete_account', { password }, { token })).status).toBe('OK')
  const [wish] = await app.db.asOwner<{ wait: string }>(
    `select (erase_at - requested_at)::text as wait from account_deletions where user_id = $1`,
    [await userIdOf(app, uid)],
  )
  expect(wish?.wait).toBe('7 days')
})

it('a login code for the web account lives sixty seconds', async () => {
  const { token } = await registerThroughApi(app, 'opens.web')
  const issue = async () => (await app.call('/api/user/user_web_login_code', {}, { token })).data
  const use = (code: string) => app.call('/api/user/user_login_code', { code })
  // Moves the expiry of the login code, because the clock of the database cannot be moved.
  const age = (seconds: number) =>
    app.db.asOwner(`update login_codes set expires_at = expires_at - make_interval(secs => $1)`, [seconds])
  const before = Date.now()
  const first = await issue()
  expect(first.expiresAt - before).toBeGreaterThanOrEqual(59_000)
  const [left] = await app.db.asOwner<{ seconds: number }>(
    `select extract(epoch from max(expires_at) - now())::float8 as seconds from login_codes`,
  )
  expect(left!.seconds).toBeLessThanOrEqual(60)
  await age(60)
  expect((await use(first.code)).status).toBe('LoginCodeInvalid')
  const second = await issue()
  expect((await use(second.code)).status).toBe('OK')
})

it('a uid has nine digits', async () => {
  const { uid } = await registerThroughApi(app, 'nine.digits')
  expect(String(uid)).toMatch(/^[1-9]\d{8}$/)
})

it('the database refuses a uid of eight or ten digits', async () => {
  const change = (uid: number) =>
    app.db.asOwner('update users set uid = $1 where uid = (select max(uid) from users)', [uid])
  await registerThroughApi(app, 'other.digits')
  for (const uid of [99_999_999, 1_000_000_000]) await expect(change(uid)).rejects.toThrow('users_uid_check')
  await change(100_000_000)
  await change(999_999_999)
})

it('a token holds 256 bits', async () => {
  const { token } = await registerThroughApi(app, 'long.token')
  expect(Buffer.from(token.slice(3), 'base64url')).toHaveLength(32)
})

it('a session ends thirty days after it began', async () => {
  await registerThroughApi(app, 'thirty.days')
  const lives = await app.db.asOwner<{ days: string }>(
    `select distinct (ends_at - created_at)::text as days from sessions`,
  )
  expect(lives).toEqual([{ days: '30 days' }])
})

const isFresh = async (nonce: string, signedAt: Date): Promise<boolean> =>
  (await openSignedCall(app.db.database, { nonce, signedAt })).isFresh

it('a nonce is accepted once in ten minutes, and again afterwards', async () => {
  const { database } = app.db
  expect(await isFresh('once0001', new Date())).toBe(true)
  const age = (minutes: number) =>
    app.db.asOwner(`update signed_nonces set seen_at = now() - make_interval(secs => $1) where nonce = 'once0001'`, [
      minutes * 60,
    ])
  await age(10)
  await deleteOldNonces(database, 1_000)
  expect(await isFresh('once0001', new Date())).toBe(false)
  await age(11.1)
  await deleteOldNonces(database, 1_000)
  expect(await isFresh('once0001', new Date())).toBe(true)
})

it('a nonce from a clock that runs ahead is accepted once in ten minutes', async () => {
  const { database } = app.db
  const ahead = new Date(Date.now() + 120_000)
  const age = (minutes: number) =>
    app.db.asOwner(
      `with plain as (delete from signed_nonces where nonce = 'ahead001')
       update signed_nonces_ahead set seen_at = now() - make_interval(secs => $1) where nonce = 'ahead001'`,
      [minutes * 60],
    )
  expect(await isFresh('ahead001', ahead)).toBe(true)
  await age(10)
  await deleteOldAheadNonces(database, 1_000)
  expect(await isFresh('ahead001', ahead)).toBe(false)
  await age(11.1)
  await deleteOldAheadNonces(database, 1_000)
  expect(await isFresh('ahead001', ahead)).toBe(true)
})

it('a request body may have 64 KiB and not a byte more', async () => {
  const post = (bytes: number) => {
    const empty = JSON.stringify({ goodsId: '' })
    return app.app.inject({
      method: 'POST',
      url: `${apiPrefix('TEST')}/api/payment/payment_coupon`,
      headers: { 'content-type': 'application/json', platform: 'web', language: 'en', deviceid: 'web' },
      payload: JSON.stringify({ goodsId: 'x'.repeat(bytes - empty.length) }),
    })
  }
  expect((await post(65_536)).statusCode).not.toBe(413)
  expect((await post(65_537)).statusCode).toBe(413)
})
