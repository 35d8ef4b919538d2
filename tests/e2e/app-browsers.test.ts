import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { cashierTexts } from '#simulators/cashier/cashier-text.ts'
import { faultsOf } from './axe.ts'
import { chooseGroup, makeGroup } from './group-steps.ts'
import { openAccount } from './open-account.ts'
import { openPage, testIn, watchBrowser } from './open-page.ts'
import { chooseAlipay, chooseMethod, choosePlan, decideAtCashier, pressPay } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 14; 23127PN0CC Build/UKQ1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0'
const wechat = {
  en: `${iphone} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/en`,
  'zh-CN': `${android} XWEB/1160117 MMWEBSDK/20240501 Mobile Safari/537.36 MicroMessenger/8.0.50.2701 Language/zh_CN`,
}
const open = (language: 'en' | 'zh-CN', agent: string) => openPage({ language, width: 'phone', agent })

/** Sources of what each app refuses are in `web/payment/open-payment.test.ts`. */
describe.each(['en', 'zh-CN'] as const)('inside WeChat (%s)', (language) => {
  const once = testIn('en', language)
  const onPhone = testIn('zh-CN', language)
  const { checkout, outcome, payOutsideApp, groups } = texts[language]

  test('a visitor in WeChat is asked to pay in a browser, by a link with plan and payment method', async () => {
    const page = await open(language, wechat[language])
    await page.goto('/pricing')
    await choosePlan(page, 'plan-3')
    await page.getByLabel(checkout.currencies.CNY).check({ force: true })
    // Alipay is the usual method for CNY, but WeChat does not open it.
    await expect.poll(() => page.locator('input[name=method]:checked').inputValue()).toBe('unionpay')
    await chooseAlipay(page, language)
    const sheet = page.getByRole('dialog', { name: payOutsideApp.title })
    for (const method of ['wechat', 'alipay'] as const) {
      await chooseMethod(page, checkout.order.methods[method])
      await pressPay(page)
      await sheet.getByText(payOutsideApp.why[method]).waitFor()
      expect(await faultsOf(page)).toEqual([])
      const link = new URL((await sheet.locator('code').textContent()) ?? '')
      expect(Object.fromEntries(link.searchParams)).toEqual({ plan: 'plan-3', currency: 'CNY', method })
      // WeChat's own menu opens the URL of the current page.
      expect(page.url()).toBe(link.href)
      await sheet.getByRole('button', { name: method === 'alipay' ? payOutsideApp.other : payOutsideApp.close }).click()
      await sheet.waitFor({ state: 'detached' })
    }
    expect(await page.locator('input[value=alipay]').isChecked()).toBe(true)
    const browser = await openPage({ language, width: 'phone' })
    await browser.goto(page.url())
    await expect.poll(() => browser.locator('input[value="plan-3"]').isChecked()).toBe(true)
    expect(await browser.locator('input[value=alipay]').isChecked()).toBe(true)
  })

  onPhone('a UnionPay payment opens in WeChat, and an order that changes to Alipay is paid in a browser', async () => {
    const page = await open(language, wechat[language])
    await openAccount(page, language)
    await page.goto('/pricing')
    await chooseAlipay(page, language)
    await chooseMethod(page, checkout.order.methods.unionpay)
    await pressPay(page)
    await decideAtCashier(page, language, 'cancel')
    await page.getByRole('link', { name: cashierTexts[language].back }).click()
    await page.waitForURL('**/purchased**')
    await page.getByRole('button', { name: outcome.notPaid }).click()
    await page.getByRole('group', { name: outcome.orWith }).getByText(outcome.methods.alipay).click()
    const sheet = page.getByRole('dialog', { name: payOutsideApp.title })
    await sheet.waitFor()
    const link = new URL((await sheet.locator('code').textContent()) ?? '')
    expect(link.pathname).toMatch(/\/purchased$/)
    expect(link.searchParams.get('order')).toMatch(/^[0-9a-f-]{36}$/)
    expect(page.url()).toBe(link.href)
  })

  once('a friend who joins a group by Alipay keeps the link of the group and the payment method', async () => {
    const owner = await openPage({ language, width: 'desktop' })
    await openAccount(owner, language)
    const group = await makeGroup(owner, { language, width: 'desktop' }, { size: 2, who: 'self' })
    const page = await open(language, wechat[language])
    await openAccount(page, language)
    await page.goto(group)
    await page.getByRole('button', { name: new RegExp(`^${groups.join(true, '')}`) }).click()
    const chosen = page.getByRole('dialog').locator('input[name=method]:checked')
    expect(await chosen.inputValue()).toBe('unionpay')
    await chooseMethod(page.getByRole('dialog'), groups.order.methods.wechat)
    await page.getByRole('dialog').locator('button[type=submit]').click()
    const sheet = page.getByRole('dialog', { name: payOutsideApp.title })
    const link = (await sheet.locator('code').textContent()) ?? ''
    expect(link).toBe(`${group}&method=wechat`)
    expect(await faultsOf(page)).toEqual([])
    const browser = await openPage({ language, width: 'phone' })
    await browser.goto(link)
    await browser.getByRole('button', { name: new RegExp(`^${groups.join(true, '')}`) }).click()
    await expect
      .poll(() => browser.getByRole('dialog').locator('input[name=method]:checked').inputValue())
      .toBe('wechat')
  })
})

test.each([
  ['en', 'alipay', `${android} MQQBrowser/6.2 TBS/046247 Mobile Safari/537.36 V1_AND_SQ_9.0.8 QQ/9.0.8.14755`],
  ['zh-CN', 'alipay', `${iphone} Mobile/15E148 Nebula AliApp(AP/10.6.0) AlipayClient/10.6.0`],
  ['en', 'wechat', `${android} Mobile Safari/537.36 Telegram-Android/11.2.1 (Xiaomi; Android 14; SDK 34; HIGH)`],
  ['zh-CN', 'wechat', `${android} MQQBrowser/6.2 TBS/046247 Mobile Safari/537.36 V1_AND_SQ_9.0.8 QQ/9.0.8.14755`],
] as const)('an order is paid inside another app (%s, %s, %s)', async (language, method, agent) => {
  const page = await open(language, agent)
  const { checkout } = texts[language]
  await openAccount(page, language)
  await page.goto('/pricing')
  await chooseAlipay(page, language)
  await chooseMethod(page, checkout.order.methods[method])
  await pressPay(page)
  await decideAtCashier(page, language, 'pay')
  await page.waitForURL('**/purchased?order=*')
  await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
})

/** User agents of apps. Sources of what each app refuses are in `web/client/inside-app.test.ts`. */
const inside = {
  wechat: wechat.en,
  qq: `${iphone} Mobile/15E148 QQ/9.0.8.614 V1_IPH_SQ_9.0.8_1_APP_A NetType/WIFI`,
  alipay: `${android} UCBS/3.22 Mobile Safari/537.36 Nebula AliApp(AP/10.6.0) AlipayClient/10.6.0`,
  telegram: `${android} Mobile Safari/537.36 Telegram-Android/11.2.1 (Xiaomi; Android 14; SDK 34; HIGH)`,
} as const
type Download = { readonly app: keyof typeof inside; readonly os: 'ios' | 'android' }
/**
 * Every app, and both systems in both languages, without each combination: `web/client/inside-app.test.ts` recognises
 * each app on each system.
 */
const downloads: Readonly<Record<Language, readonly Download[]>> = {
  en: [
    { app: 'wechat', os: 'ios' },
    { app: 'telegram', os: 'android' },
  ],
  'zh-CN': [
    { app: 'alipay', os: 'android' },
    { app: 'qq', os: 'ios' },
  ],
}

/** Runs in the page: removes the Clipboard API or lets it fail, and records what the older command copies. */
const noClipboard = `(state) => {
  const writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  Object.defineProperty(navigator, 'clipboard', { value: state === 'lacks' ? undefined : { writeText } })
  if (state === 'forbids') document.execCommand = () => false
  addEventListener('copy', ({ target }) => (window.copied = target.value ?? String(getSelection())))
}`

describe.each(['en', 'zh-CN'] as const)('downloading inside an app (%s)', (language) => {
  const once = testIn('zh-CN', language)
  const { openInBrowser } = texts[language]

  test.each(downloads[language])(
    'the pages for downloading and starting ask the visitor to open a browser ($app, $os)',
    async ({ app, os }) => {
      const page = await open(language, inside[app])
      for (const path of ['/download', '/start']) {
        await page.goto(`/${language}${path}?r=KOLCODE1`)
        const note = page.getByRole('complementary', { name: openInBrowser.title })
        await note.waitFor()
        const name = openInBrowser.names[app]
        expect(await note.innerText()).toContain(openInBrowser[os](name))
        expect(await note.getByRole('listitem').allInnerTexts()).toEqual([
          openInBrowser.menu,
          app === 'wechat' ? openInBrowser.open : openInBrowser.openOther,
        ])
        // The link to copy keeps the referral, because the other browser has its own storage.
        expect(await note.locator('code').textContent()).toBe(page.url())
        expect(new URL(page.url()).searchParams.get('r')).toBe('KOLCODE1')
        expect(await note.getByText(openInBrowser.signIn).count()).toBe(path === '/start' ? 1 : 0)
        expect(await faultsOf(page)).toEqual([])
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/leave${path.replace('/', '-')}-${app}-${os}-${language}.png`,
          })
      }
    },
  )

  // Facebook's browser on Android refuses the Clipboard API (feross/clipboard-copy#37), and others lack it
  // (gnacho/netpulse#466).
  for (const state of ['refuses', 'lacks'] as const)
    once(`the link is copied when the app ${state} the clipboard`, async () => {
      const page = await open(language, wechat[language])
      await page.addInitScript(`(${noClipboard})('${state}')`)
      await page.goto(`/${language}/download`)
      const note = page.getByRole('complementary', { name: openInBrowser.title })
      await note.getByRole('button', { name: openInBrowser.copy }).click()
      await note.getByRole('button', { name: openInBrowser.copied }).waitFor()
      expect(await page.evaluate('window.copied')).toBe(page.url())
      expect(await page.locator('textarea').count()).toBe(0)
    })

  once('the link is selected when the app forbids every way of copying', async () => {
    const page = await open(language, wechat[language])
    await page.addInitScript(`(${noClipboard})('forbids')`)
    await page.goto(`/${language}/download`)
    const note = page.getByRole('complementary', { name: openInBrowser.title })
    await note.getByRole('button', { name: openInBrowser.copy }).click()
    await expect.poll(() => page.evaluate('String(getSelection())')).toBe(page.url())
    expect(await note.getByRole('button', { name: openInBrowser.copied }).count()).toBe(0)
  })

  once('the note about opening a browser follows a switch of the language', async () => {
    const page = await open(language, wechat[language])
    await page.goto(`/${language}/download`)
    await page.getByRole('complementary', { name: openInBrowser.title }).waitFor()
    const other = language === 'en' ? 'zh-CN' : 'en'
    await page
      .locator(`a[data-language=${other}]`)
      .first()
      .evaluate((link: { click(): void }) => link.click())
    await page.getByRole('complementary', { name: texts[other].openInBrowser.title }).waitFor()
    expect(await page.locator('.leave').count()).toBe(1)
  })
})

test('a normal browser gets no note about opening another browser', async () => {
  const page = await openPage({ language: 'en', width: 'phone' })
  await page.goto('/en/download')
  await page.waitForLoadState('networkidle')
  expect(await page.locator('.leave').count()).toBe(0)
})

test('a group is started in a browser when its payment cannot be opened in WeChat', async () => {
  const page = await open('zh-CN', wechat['zh-CN'])
  await openAccount(page, 'zh-CN')
  await chooseGroup(page, { language: 'zh-CN', width: 'phone' }, { size: 2, who: 'all' })
  await pressPay(page)
  await page.getByRole('dialog', { name: texts['zh-CN'].payOutsideApp.title }).waitFor()
  const link = new URL(page.url())
  expect(link.pathname).toMatch(/\/group-buying$/)
  expect(Object.fromEntries(link.searchParams)).toMatchObject({
    size: '2',
    who: '0',
    currency: 'CNY',
    method: 'alipay',
  })
  const browser = await openPage({ language: 'zh-CN', width: 'phone' })
  await browser.goto(link.href)
  await browser.locator('form').dispatchEvent('pointerover')
  const { start } = texts['zh-CN'].groups
  for (const name of [start.sizes[2], start.all, texts['zh-CN'].groups.order.methods.alipay])
    await expect.poll(() => browser.getByRole('radio', { name: new RegExp(`^${name}`) }).isChecked()).toBe(true)
})

test('a payment method chosen by hand before the scripts arrive wins over the stored one', async () => {
  const page = await openPage({ language: 'zh-CN', width: 'phone' })
  await page.goto('/pricing')
  await page.evaluate(`localStorage.setItem('method', 'wechat')`)
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/(?:checkout|mount)/, async (route) => {
    await gate
    await route.continue()
  })
  await page.reload()
  const alipay = page.locator('input[name=method][value=alipay]')
  expect(await alipay.isChecked()).toBe(true)
  await page.locator('label:has(input[value=alipay])').click()
  letGo()
  await page.locator('[data-island=checkout][data-live]').waitFor()
  await page.getByRole('button', { name: texts['zh-CN'].checkout.pay.alipay('¥268') }).waitFor()
  expect(await alipay.isChecked()).toBe(true)
})
