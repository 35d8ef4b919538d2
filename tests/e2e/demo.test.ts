import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, demoBenefits, demoDevices } from '#simulators/demo/demo-catalog.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { startProduct, type Product } from './start-product.ts'
import { sendAuthForm } from './steps.ts'

watchBrowser()

let product: Product
beforeAll(async () => {
  product = await startProduct({ still: false })
})
afterAll(() => product.stop())

test('the member of the demo has devices with names, a benefit, and messages of which the newest alone is open', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', origin: product.origin })
  const { accountName, password } = demoAccounts[0]
  await page.goto('/login')
  await sendAuthForm(page, 'en', 'login', { accountName, password })
  await page.waitForURL('**/user/profile')
  await expect
    .poll(
      async () => {
        await page.goto('/user/device')
        await page.locator('#account h1').waitFor()
        return page.getByText('MacBook Air').count()
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0)
  for (const device of demoDevices)
    if ('deviceName' in device) await page.getByText(device.deviceName).first().waitFor()
  const news = page.getByRole('region', { name: 'News about your account' })
  await news.getByText(/^\d earlier messages$/).waitFor()
  expect(await news.getByRole('button', { name: /^Put away/ }).count()).toBe(1)
  await news.getByText(/^\d earlier messages$/).click()
  expect(await news.getByRole('button', { name: /^Put away/ }).count()).toBeGreaterThan(1)
  await page.goto('/user/benefits')
  for (const { names } of demoBenefits) await page.getByText(names.en).first().waitFor()
})
