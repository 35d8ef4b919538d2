import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fakeBrowser } from './fake-browser.test-support.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: () => {} }))
const token = `wf_${'a'.repeat(43)}`

let browser: Awaited<ReturnType<typeof fakeBrowser>>
let fetchUser: (typeof import('./user-info.ts'))['fetchUser']
beforeEach(async () => {
  vi.resetModules()
  browser = await fakeBrowser()
  ;({ fetchUser } = await import('./user-info.ts'))
})
afterEach(() => vi.unstubAllGlobals())

test('without a token nobody is asked', async () => {
  expect(await fetchUser()).toBeNull()
  expect(browser.fetch).not.toHaveBeenCalled()
})

test.each([
  [401, 'Unauthorized'],
  [400, 'InvalidSignature'],
  [403, 'Forbidden'],
])('%i %s logs out and removes the stored token', async (code, status) => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockResolvedValue(answer({ code, status, data: null }))
  expect(await fetchUser()).toBeNull()
  expect(browser.localStorage.getItem('token')).toBeNull()
})

test.each([
  [500, 'Internal'],
  [503, 'Unavailable'],
  [502, 'SomethingNew'],
])('%i %s says nothing about the caller: the token stays', async (code, status) => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockResolvedValue(answer({ code, status, msg: 'not now', data: null }))
  await expect(fetchUser()).rejects.toMatchObject({ status, message: 'not now' })
  expect(browser.localStorage.getItem('token')).toBe(token)
})

test('no answer proves nothing: the token stays', async () => {
  browser.localStorage.setItem('token', token)
  browser.fetch.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(fetchUser()).rejects.toMatchObject({ status: 'NetworkError' })
  expect(browser.localStorage.getItem('token')).toBe(token)
})
