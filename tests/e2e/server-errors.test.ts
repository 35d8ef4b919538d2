import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorText } from '#shared/errors.ts'
import errorsEn from '#text/en/site/error-pages.ts'
import errorsZh from '#text/zh-CN/site/error-pages.ts'
import { demoPromoCode } from '#simulators/demo/demo-catalog.ts'
import { changeProduct, queryProduct } from '../support/query-product.ts'
import { enterDemoConsole, shellTexts } from './console/console-steps.ts'
import { languages, openPage, testIn, watchBrowser } from './open-page.ts'
import { startProduct, type Product } from './start-product.ts'
import { register } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const errorPages = { en: errorsEn, 'zh-CN': errorsZh }
const requestId = /(?:Request ID: |请求编号：)[\w-]{8,}/
/** Operators of these tests, one per language, because a TOTP code is accepted once. */
const operators = { en: 'finn', 'zh-CN': 'vic' }
/** Internal texts of errors that a visitor must not see. */
const inside = /memberships|relation|select |TypeError|undefined|at .*:\d+:\d+|node_modules|server\//i

/** Separate product, because the test breaks its database. */
let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

describe.each(languages)('real error of the server (%s)', (language) => {
  const once = testIn('en', language)
  const visit = () =>
    openPage({ language, width: 'desktop', origin: product.origin, expected: [/status of (?:500|40[0-9])/] })

  test('a page that cannot be rendered shows the error page with a reference, and loads once it can', async () => {
    const page = await visit()
    const [kept] = (
      await queryProduct<{ value: unknown }>(
        product.dataDir,
        `select value from settings where key = 'affiliateContact'`,
        [],
      )
    ).rows
    const write = (value: unknown) =>
      changeProduct(
        product.dataDir,
        `insert into settings (key, value) values ('affiliateContact', $1)
         on conflict (key) do update set value = excluded.value`,
        [JSON.stringify(value)],
      )
    // React throws when it gets an object in place of a text.
    await write({ label: { broken: 1 }, url: '/', demo: false })
    const t = errorPages[language]
    const status = async () => (await page.goto('/affiliate'))!.status()
    await expect.poll(status).toBe(500)
    await page.getByRole('heading', { name: t.failureTitle }).waitFor()
    const text = await page.locator('body').innerText()
    expect(text).toMatch(requestId)
    expect(text).not.toMatch(inside)
    expect((await page.goto('/pricing'))!.status()).toBe(200)
    expect(await status()).toBe(500)
    await write(kept?.value ?? null)
    await expect.poll(status).toBe(200)
  })

  once('the account area shows the error of its server with a reference, and tries again', async () => {
    const page = await visit()
    await register(page, language)
    const { account } = texts[language]
    await queryProduct(product.dataDir, 'alter view membership_ends rename to away', [])
    try {
      await page.goto('/user/profile')
      await page.getByRole('heading', { name: account.outage.title }).waitFor()
      const text = await page.getByRole('alert').innerText()
      expect(text).toContain(errorText('Internal', language))
      expect(text).toMatch(requestId)
      expect(text).not.toMatch(inside)
    } finally {
      await queryProduct(product.dataDir, 'alter view away rename to membership_ends', [])
    }
    await page.getByRole('button', { name: account.retry, exact: true }).click()
    await page.getByRole('heading', { name: account.outage.title }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: account.sections.help, exact: true }).first().waitFor()
  })

  once('the console shows the error of its server with a reference, and tries again', async () => {
    const page = await visit()
    await page.clock.install()
    await enterDemoConsole(page, language, operators[language])
    const failed = page.getByRole('alert').filter({ hasText: requestId })
    const code = page.getByText(demoPromoCode.code, { exact: true }).first()
    const meetError = async (read: () => Promise<unknown>) => {
      await queryProduct(product.dataDir, 'alter table promo_codes rename to away', [])
      try {
        await read()
        await failed.waitFor()
        const text = await failed.innerText()
        expect(text).toContain(errorText('Internal', language))
        expect(text).not.toMatch(inside)
      } finally {
        await queryProduct(product.dataDir, 'alter table away rename to promo_codes', [])
      }
    }
    const tryAgain = async () => {
      await failed.getByRole('button', { name: shellTexts[language].retry, exact: true }).click()
      await failed.waitFor({ state: 'detached' })
      await code.waitFor()
    }
    await meetError(() => page.goto('/console/shop/promos'))
    await tryAgain()
    // The list stays visible when a later request fails.
    await meetError(async () => {
      await page.clock.fastForward(6_000)
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    })
    expect(await code.isVisible()).toBe(true)
    await tryAgain()
  })
})
