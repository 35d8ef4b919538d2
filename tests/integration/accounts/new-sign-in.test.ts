import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openIdentity, password, type IdentityTest } from '../../support/identity.ts'

let test: IdentityTest
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
const signIn = (identifier: string, headers: Record<string, string> = {}) =>
  test.call('/api/user/user_login', { kind: 'email', identifier, password, agreed: true }, { headers })
const told = async (email: string) =>
  (await test.messagesTo(email)).map(({ subject }) => subject).filter((subject) => subject.startsWith('New sign-in'))

describe('sign-in from a new place', () => {
  it('a sign-in from a new browser is mailed with browser, system and time', async () => {
    const email = 'new@example.com'
    await test.registerByEmail(email)
    expect(await told(email)).toEqual([])
    expect((await signIn(email, { 'user-agent': chrome })).status).toBe('OK')
    expect(await told(email)).toEqual(['New sign-in: Chrome on Windows'])
    const [mail] = await test.messagesTo(email)
    expect(mail!.text).toMatch(/Time: \d+.\w{3}.\d{4} at \d\d:\d\d.UTC\./)
    expect(mail!.text).not.toContain('mails/stop')
    expect(mail!.text).toContain('/en/resetpassword')
  })

  it('a sign-in from a known browser is not mailed', async () => {
    const email = 'known@example.com'
    await test.registerByEmail(email)
    const first = await signIn(email, { 'user-agent': safari })
    const cookie = first.cookie!.split(';', 1)[0]!
    expect(await told(email)).toHaveLength(1)
    await signIn(email, { 'user-agent': safari, cookie })
    await signIn(email, { 'user-agent': chrome, cookie })
    expect(await told(email)).toEqual(['New sign-in: Safari on macOS'])
  })

  it('several sign-ins by the same browser and system are announced by one email an hour', async () => {
    const email = 'storm@example.com'
    await test.registerByEmail(email)
    await Promise.all([1, 2, 3].map(() => signIn(email, { 'user-agent': chrome })))
    await signIn(email, { 'user-agent': safari })
    expect((await told(email)).toSorted()).toEqual(['New sign-in: Chrome on Windows', 'New sign-in: Safari on macOS'])
  })

  it('a refused sign-in is not mailed', async () => {
    const email = 'refused@example.com'
    await test.registerByEmail(email)
    const input = { kind: 'email', identifier: email, password: 'wrong horse 42', agreed: true } as const
    expect((await test.call('/api/user/user_login', input, { headers: { 'user-agent': chrome } })).status).not.toBe(
      'OK',
    )
    expect(await told(email)).toEqual([])
  })
})

it('session list and data export show browser and system', async () => {
  const { token } = await test.registerByEmail('sessions@example.com')
  await signIn('sessions@example.com', { 'user-agent': safari })
  const { list } = (await test.call('/api/user/user_sessions', {}, { token })).data
  expect(list.map(({ browser, system }) => [browser, system])).toContainEqual(['Safari', 'macOS'])
  const { sessions } = (await test.call('/api/user/user_export_data', {}, { token })).data
  expect(sessions.map(({ browser, system }) => [browser, system])).toContainEqual(['Safari', 'macOS'])
})
