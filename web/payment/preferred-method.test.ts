import { expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/client/fake-browser.test-support.ts'
import { preferredMethod, savePreferredMethod } from './preferred-method.ts'

test('the preferred method is the last one used, or none', async () => {
  await fakeBrowser()
  expect(preferredMethod()).toBeNull()
  savePreferredMethod('unionpay')
  expect(preferredMethod()).toBe('unionpay')
})

test('the last used method is not preferred inside an app that blocks it', async () => {
  await fakeBrowser()
  savePreferredMethod('alipay')
  expect(preferredMethod()).toBe('alipay')
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.49' })
  expect(preferredMethod()).toBeNull()
  vi.unstubAllGlobals()
})
