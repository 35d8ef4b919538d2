import { afterEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/client/fake-browser.test-support.ts'
import { preferredMethod, savePreferredMethod } from './preferred-method.ts'

afterEach(() => vi.unstubAllGlobals())

const inside = (userAgent: string) => vi.stubGlobal('navigator', { userAgent })

test('the preferred method is the last one used, WeChat Pay inside WeChat, or none', async () => {
  await fakeBrowser()
  inside('Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Safari/604.1')
  expect(preferredMethod()).toBeNull()
  inside('Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 MicroMessenger/8.0.49')
  expect(preferredMethod()).toBe('wechat')
  savePreferredMethod('unionpay')
  expect(preferredMethod()).toBe('unionpay')
})
