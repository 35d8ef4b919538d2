import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fakeBrowser, forgetMocks } from './fake-browser.test-support.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: () => {} }))
const token = `wf_${'a'.repeat(43)}`

let browser: Awaited<ReturnType<typeof fakeBrowser>>
let fetchUser: (typeof import('./user-info.ts'))['fetchUser']
let finishSignUp: (typeof import('./user-info.ts'))['finishSignUp']
beforeEach(async () => {
  vi.resetModules()
  browser = await fakeBrowser()
  ;({ fetchUser, finishSignUp } = await import('./user-info.ts'))
})
afterEach(() => vi.unstubAllGlobals())
afterAll(forgetMocks)

test('no request is sent without a token', async () => {
  expect(await fetchUser()).toBeNull()
  expect(browser.fetch).not.toHaveBeenCalled()
})

test.each([
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
])('the response %i %s logs out and removes the stored token', async (code, status) => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockResolvedValue(answer({ code, status, data: null }))
  expect(await fetchUser()).toBeNull()
  expect(browser.localStorage.getItem('token')).toBeNull()
})

test.each([
  [500, 'Internal'],
  [503, 'Unavailable'],
  [502, 'SomethingNew'],
])('the response %i %s keeps the token', async (code, status) => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockResolvedValue(answer({ code, status, msg: 'not now', data: null }))
  await expect(fetchUser()).rejects.toMatchObject({ status, message: 'not now' })
  expect(browser.localStorage.getItem('token')).toBe(token)
})

test('a network failure keeps the token', async () => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(fetchUser()).rejects.toMatchObject({ status: 'NetworkError' })
  expect(browser.localStorage.getItem('token')).toBe(token)
})

const refused = () => answer({ code: 400, status: 'InvalidSignature', msg: 'check your clock', data: null })
const signatures = () =>
  browser.fetch.mock.calls.map(([, { body }]) => (JSON.parse(body as string) as { signature: string }).signature)

test('a signature from before a database restart is renewed once', async () => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockResolvedValueOnce(refused()).mockResolvedValueOnce(answer({ data: { uid: 7 } }))
  expect(await fetchUser()).toEqual({ uid: 7 })
  expect(new Set(signatures()).size).toBe(2)
  expect(browser.localStorage.getItem('token')).toBe(token)
})

test('a signature refused twice keeps the token', async () => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockImplementation(async () => refused())
  await expect(fetchUser()).rejects.toMatchObject({ status: 'InvalidSignature', message: 'check your clock' })
  expect(browser.fetch).toHaveBeenCalledTimes(2)
  expect(browser.localStorage.getItem('token')).toBe(token)
})

test('Unauthorized for the second signature ends the session', async () => {
  browser.localStorage.setItem('token', token)
  browser.fetch
    .mockResolvedValueOnce(refused())
    .mockResolvedValueOnce(answer({ code: 401, status: 'Unauthorized', data: null }))
  expect(await fetchUser()).toBeNull()
  expect(browser.localStorage.getItem('token')).toBeNull()
})

test("an interrupted sign-up is completed with the tab's register token; other visitors send no request", async () => {
  await finishSignUp()
  browser.localStorage.setItem('token', token)
  await finishSignUp()
  expect(browser.fetch).not.toHaveBeenCalled()
  browser.localStorage.removeItem('token')
  browser.sessionStorage.setItem('registerToken', `wr_${'b'.repeat(43)}`)
  browser.fetch.mockResolvedValue(answer({ data: { uid: 7 } }))
  await finishSignUp()
  expect(browser.fetch).toHaveBeenCalledOnce()
})
