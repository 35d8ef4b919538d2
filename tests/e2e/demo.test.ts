import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import { planEnd } from '#shared/membership-time.ts'
import deviceTexts from '#text/en/site/device.ts'
import { demoAccounts, demoBenefits, demoDevices } from '#simulators/demo/demo-catalog.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { startProduct, type Product } from './start-product.ts'
import { choosePlan, decideAtCashier, pressPay, sendAuthForm, takeMadeAccount } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

let product: Product
beforeAll(async () => {
  product = await startProduct({ still: false, env: { TUNNEL_PULL_SECONDS: '1' } })
})
afterAll(() => product.stop())

test('the demo member has named devices, a benefit, and notices of which the newest is on every page', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', origin: product.origin })
  const { accountName, password } = demoAccounts[0]
  await page.goto('/login')
  await sendAuthForm(page, 'en', 'login', { accountName, password })
  await page.waitForURL('**/user/profile')
  const named = page.getByText('MacBook Air')
  await expect
    .poll(async () => {
      await page.goto('/user/device')
      await page.getByText(deviceTexts.empty).or(named).first().waitFor()
      return named.count()
    })
    .toBeGreaterThan(0)
  for (const device of demoDevices)
    if ('deviceName' in device) await page.getByText(device.deviceName).first().waitFor()
  await page.goto('/user/profile')
  const news = page.getByRole('region', { name: 'News about your account' })
  await news.getByRole('heading').waitFor()
  expect(await news.getByRole('heading').count()).toBe(1)
  await news.getByRole('link', { name: /more unread$/ }).click()
  await page.getByRole('article').nth(1).waitFor()
  await page.goto('/user/benefits')
  for (const { names } of demoBenefits) await page.getByText(names.en).first().waitFor()
})

test('a purchase opens a tunnel at the simulated panel until its expiry, and a link works at the simulated node', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', origin: product.origin })
  const before = new Set((await listOpen()).map(({ username }) => username))
  await page.goto('/pricing')
  await choosePlan(page, 'plan-6')
  await page
    .locator('label', { has: page.getByRole('radio', { name: texts.en.checkout.order.methods.alipay }) })
    .click()
  await pressPay(page)
  await takeMadeAccount(page, 'en')
  await decideAtCashier(page, 'en', 'pay')
  await page.waitForURL('**/purchased?order=*')
  const day = planEnd(new Date(), 6).toISOString().slice(0, 10)
  await expect
    .poll(async () =>
      (await listOpen())
        .filter(({ username, status }) => !before.has(username) && status === 'ACTIVE')
        .map(({ expireAt }) => expireAt.slice(0, 10)),
    )
    .toContain(day)
  await page.goto(`${product.simulator}/panel?lang=en`)
  await page.getByText('open · until').first().waitFor()
  await page.goto('/robots.txt')
  expect(await listLinks()).toEqual({ trouble: null, links: [] })
  const made = await fetch(`${product.origin}${apiPrefix('DEV')}/api/user/user_add_tunnel_link`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      platform: 'web',
      deviceId: 'web',
      language: 'en',
      authorization: await page.evaluate<string>("localStorage.getItem('token')"),
    },
    body: JSON.stringify({ name: 'Laptop', os: 'other' }),
  })
  expect(made.status).toBe(200)
  await expect.poll(async () => (await listLinks()).links).toHaveLength(1)
  await page.goto(`${product.simulator}/node?lang=en`)
  await page.getByText('let in as').waitFor()
})

const listLinks = async () =>
  (await (await fetch(`${product.simulator}/node.json`)).json()) as { trouble: string | null; links: number[] }

const listOpen = async () =>
  (await (await fetch(`${product.simulator}/panel.json`)).json()) as {
    username: string
    status: string
    expireAt: string
  }[]
