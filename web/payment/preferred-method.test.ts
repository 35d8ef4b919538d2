import { expect, test } from 'vitest'
import { fakeBrowser } from '#web/client/fake-browser.test-support.ts'
import { preferredMethod, savePreferredMethod } from './preferred-method.ts'

test('the preferred method is the last one used, or none', async () => {
  await fakeBrowser()
  expect(preferredMethod()).toBeNull()
  savePreferredMethod('unionpay')
  expect(preferredMethod()).toBe('unionpay')
})
