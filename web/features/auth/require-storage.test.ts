import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fakeBrowser, forgetMocks } from '#web/client/fake-browser.test-support.ts'
import type { AuthInput } from './auth-input.ts'

vi.mock('#ui/toast.ts', () => ({ showToast: () => {} }))

let browser: Awaited<ReturnType<typeof fakeBrowser>>
beforeEach(async () => {
  vi.resetModules()
  browser = await fakeBrowser('en')
  vi.stubGlobal('location', new URL('https://shop.example/login'))
  Object.assign(browser.document, { cookie: '', referrer: '' })
  browser.fetch.mockImplementation(() => Promise.resolve(answer({ data: {} })))
})
afterEach(() => vi.unstubAllGlobals())
afterAll(forgetMocks)

const input = { kind: 'account_name', identifier: 'lin', password: 'x', agreed: true, inviteCode: '' } as AuthInput

// Storage throws in private windows (facebook/create-react-app#7771): the sign-in worked, and the empty form came back.
test.each(['login', 'register'] as const)('nothing is sent to %s while the browser stores nothing', async (mode) => {
  const { submitAuth } = await import('./auth.calls.ts')
  const setItem = vi.spyOn(browser.localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  await expect(submitAuth(mode, input)).rejects.toMatchObject({
    status: 'StorageBlocked',
    message: expect.stringContaining('Allow cookies and site data') as string,
  })
  expect(browser.fetch).not.toHaveBeenCalled()
  setItem.mockRestore()
  await submitAuth(mode, input)
  expect(browser.fetch).toHaveBeenCalled()
  expect(browser.localStorage.getItem('try')).toBeNull()
})
