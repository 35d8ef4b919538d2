import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { registerThroughApi } from '../../support/app.ts'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'
import { userIdOf } from '../../support/native.ts'
import { giveAddress } from '../../support/sent-messages.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())
beforeEach(() => test.db.asOwner('delete from limit_counters'))

/** User agents as these browsers send them (MDN, "Browser detection using the user agent string"). */
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'

async function person(accountName: string) {
  const { token, uid } = await registerThroughApi(test, accountName, password)
  const signIn = async (agent = chrome) => {
    const input = { accountName, password, agreed: true } as const
    const { pragma } = await test.call('/api/user/user_login_username', input, { headers: { 'user-agent': agent } })
    await test.work()
    return pragma!
  }
  return { token, userId: await userIdOf(test, uid), signIn }
}
const notices = async (token: string, headers = {}) =>
  (await test.call('/api/user/user_notices', {}, { token, headers })).data
const headings = async (token: string) => (await notices(token)).list.map(({ heading }) => heading)
const all = async (token: string) =>
  (await test.call('/api/user/user_all_notices', {}, { token })).data.list.map(({ heading }) => heading)

it('a new sign-in is announced to the other sessions with device and time, and not to itself', async () => {
  const { token, signIn } = await person('has.two.places')
  const before = Date.now()
  const opened = await signIn()
  expect(await notices(opened)).toEqual({ list: [], unread: 0 })
  expect(await all(opened)).toEqual([])
  const { list, unread } = await notices(token, { language: 'zh_CN' })
  expect(unread).toBe(1)
  expect(list).toMatchObject([{ heading: '新登录：Windows 上的 Chrome', isSignIn: true, isRead: false }])
  expect(list[0]!.at).toBeGreaterThanOrEqual(before - 1_000)
  expect(list[0]!.at).toBeLessThanOrEqual(Date.now() + 1_000)
  expect(await all(token)).toEqual(['New sign-in: Chrome on Windows'])
})

it('each of two new sessions gets a notice about the other one only', async () => {
  const { token, signIn } = await person('has.three.places')
  const [first, second] = [await signIn(chrome), await signIn(firefox)]
  expect(await headings(first)).toEqual(['New sign-in: Firefox on Linux'])
  expect(await headings(second)).toEqual(['New sign-in: Chrome on Windows'])
  expect(await headings(token)).toEqual(['New sign-in: Firefox on Linux', 'New sign-in: Chrome on Windows'])
})

it('a second sign-in by the same kind of browser within the hour is announced to the first one, even after a dismissal', async () => {
  const { token, signIn } = await person('is.imitated')
  const own = await signIn()
  const [notice] = (await notices(token)).list
  await test.call('/api/user/user_put_notice_away', { id: notice!.id }, { token })
  expect(await headings(token)).toEqual([])
  const thief = await signIn()
  expect(await headings(own)).toEqual(['New sign-in: Chrome on Windows'])
  expect(await headings(token)).toEqual(['New sign-in: Chrome on Windows'])
  expect(await headings(thief)).toEqual([])
})

it('a sign-in announced by mail is mailed only once within the hour', async () => {
  const { userId, signIn } = await person('is.mailed.once')
  await giveAddress(test.db.asOwner, userId, 'once@example.com')
  await signIn()
  await signIn()
  expect((await test.messagesTo('once@example.com')).map(({ subject }) => subject)).toEqual([
    'New sign-in: Chrome on Windows',
  ])
})

it('the notice leads to the session that it names, which can be ended from there', async () => {
  const { token, signIn } = await person('ends.the.other')
  const opened = await signIn()
  const [notice] = (await notices(token)).list
  const sessionId = /^\/user\/security\?not-me=(\S+)$/.exec(notice!.action.page)![1]!
  const { data } = await test.call('/api/user/user_sessions', {}, { token })
  expect(data.list.find((session) => session.sessionId === sessionId)).toMatchObject({
    browser: 'Chrome',
    current: false,
  })
  expect((await test.call('/api/user/user_end_session', { sessionId }, { token })).status).toBe('OK')
  expect((await test.call('/api/user/user_notices', {}, { token: opened })).status).toBe('Unauthorized')
})
