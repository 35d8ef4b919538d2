import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf, visit } from './axe.ts'
import { askForAddress, baseUnits, payByHand, readDetails } from './crypto-steps.ts'
import { mineBlocks, sendTokens } from './local-chain.ts'
import { languages, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { openAccount } from './open-account.ts'
import { chooseMethod, newPerson, pressPay, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const savePicture = async (page: Page, name: string, { language, width }: Screen) => {
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/${name}-${language}-${width}.png` })
}
const arrive = async (page: Page, { language }: Screen) => {
  await page.waitForURL('**/purchased?order=*')
  await page.getByRole('heading', { name: texts[language].checkout.order.success.title }).waitFor()
}

async function orderByCrypto(page: Page, language: Language): Promise<void> {
  await page.goto('/pricing')
  await chooseMethod(page, texts[language].checkout.order.methods.crypto)
  await pressPay(page)
  await page.waitForURL('**/crypto-pay/*?order=*')
}

describe.each<Screen>([{ language: 'en', width: 'phone' }])('manual crypto payment ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { crypto, outcome, account } = texts[language]

  once('an order is paid in crypto in two transfers: half of the amount, then the rest', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await orderByCrypto(page, language)

    const go = page.getByRole('button', { name: crypto.getAddress, exact: true })
    await go.click()
    // The only network is chosen, so only the token is missing.
    expect(await page.getByRole('radio', { name: 'Local chain' }).isChecked()).toBe(true)
    await page.getByRole('alert').getByText(crypto.errors.noToken).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await askForAddress(page, language, 'USDT')
    const { address, amount } = await readDetails(page, language, 'USDT')
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    await page
      .getByRole('timer')
      .getByText(/^\d\d:\d\d$/)
      .waitFor()
    await page.getByRole('img', { name: crypto.qrPayment }).waitFor()
    expect(await page.getByRole('link', { name: crypto.openWallet, includeHidden: true }).getAttribute('href')).toMatch(
      new RegExp(`^ethereum:0x.*@31337/transfer\\?address=${address}&uint256=${amount}$`),
    )
    await page.getByRole('button', { name: crypto.showAddressQr }).click()
    await page.getByRole('img', { name: crypto.qrAddress }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await savePicture(page, 'crypto-details', screen)
    // Checks the narrowest phone, and half the width of a desktop.
    await page.setViewportSize({ width: screen.width === 'phone' ? 320 : 720, height: 640 })
    expect(await faultsOf(page)).toEqual([])

    const half = amount / 2n
    const rest = amount - half
    const units = (value: bigint) =>
      `${String(value).slice(0, -6)}.${String(value)
        .slice(-6)
        .replace(/0{1,4}$/, '')} USDT`
    const short = page.getByText(crypto.short(units(half), units(amount)))
    await sendTokens('USDT', address, half)
    // Other tests mine blocks too, so the transfer may already be confirmed.
    await page.getByText(crypto.progress.confirmations(1, 3)).or(short).first().waitFor()
    await mineBlocks(2)
    await short.waitFor()
    await page.getByText(crypto.progress.awaitingRest(units(rest))).waitFor()
    expect(await page.getByRole('link', { name: crypto.tooLittle }).getAttribute('href')).toMatch(
      /^\/user\/help\?about=short&order=[0-9A-Z]{4}-[0-9A-Z]{4}$/,
    )
    expect((await readDetails(page, language, 'USDT')).amount).toBe(rest)
    expect(await faultsOf(page)).toEqual([])
    await savePicture(page, 'crypto-short', screen)

    const payment = page.url()
    await page.goto('/user/profile')
    const first = page.locator('[data-outcome=c-short]')
    await first.getByText(units(rest)).waitFor()
    await first.getByRole('link', { name: outcome.goOn }).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: account.membership.choose }).count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await savePicture(page, 'profile-short', screen)
    await page.goto(payment)
    expect(await readDetails(page, language, 'USDT')).toMatchObject({ address, amount: rest })
    await payByHand('USDT', address, rest)
    await arrive(page, screen)
  })
})

async function noNetworks(route: Route): Promise<void> {
  const response = await route.fetch()
  const answer = (await response.json()) as { data: object }
  await route.fulfill({ response, json: { ...answer, data: { ...answer.data, networks: [] } } })
}

describe.each(languages)('crypto special cases (%s)', (language) => {
  const once = testIn('en', language)
  const screen: Screen = { language, width: 'desktop' }
  const { crypto, entry, outcome } = texts[language]

  test('an unknown product id shows its own 404 page', async () => {
    const page = await openPage({ ...screen, expected: [/status of 404/] })
    const answer = await page.goto('/crypto-pay/no-such-plan')
    expect(answer?.status()).toBe(404)
    const title = language === 'en' ? 'This plan isn’t available' : '这个套餐现在买不了'
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('main').getByRole('link').first().click()
    await page.waitForURL('**/pricing')
  })

  once('a visitor chooses a token, registers, returns to the choice, and an order is created for it', async () => {
    const page = await openPage(screen)
    await visit(page, '/crypto-pay/plan-1?network=local&asset=USDC')
    await page.getByRole('button', { name: crypto.loginFirst }).click()
    await page.waitForURL('**/login')
    await page.getByRole('main').getByRole('link', { name: entry.register }).click()
    await sendAuthForm(page, language, 'register', newPerson())
    await page.waitForURL('**/crypto-pay/plan-1?*')
    await page.getByRole('button', { name: crypto.getAddressFor('USDC', 'Local chain') }).click()
    await page.waitForURL('**/crypto-pay/plan-1?*order=*')
    const { address, amount, text } = await readDetails(page, language, 'USDC')
    expect(baseUnits(text, 'USDC')).toBe(amount)
    await payByHand('USDC', address, amount * 2n)
    await page.waitForURL('**/purchased?order=*')
    await page.getByRole('heading', { name: text }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await savePicture(page, 'crypto-over', screen)
    const back = '0x52908400098527886e0f7030069857d2e4169ee7'
    await page.getByLabel(outcome.giveBack.label).fill(back)
    await page.getByRole('button', { name: outcome.giveAddress }).click()
    await page.getByText(outcome.giveBack.sent(back)).waitFor()
  })

  once('an unsupported network or token in the URL is reported', async () => {
    const page = await openPage(screen)
    await page.goto('/crypto-pay/plan-1?network=dogecoin')
    await page.getByRole('alert').getByText(crypto.errors.unsupported).waitFor()
    await page.goto('/crypto-pay/plan-1?network=local&asset=SHIB')
    await page.getByRole('alert').getByText(crypto.errors.unsupported).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  once('payment details that fail to load are loaded on the second try', async () => {
    const page = await openPage({ ...screen, expected: [/ERR_CONNECTION_REFUSED/] })
    const cut = (path: string) => page.route(`**/${path}`, (route) => route.abort('connectionrefused'), { times: 1 })
    await openAccount(page, language)
    await page.goto('/crypto-pay/plan-1?network=local&asset=USDT')
    await cut('payment_crypto_quote')
    const go = page.getByRole('button', { name: crypto.getAddressFor('USDT', 'Local chain') })
    await go.click()
    await page.getByRole('alert').getByText(crypto.errors.details).waitFor()
    await go.click()
    await page.getByRole('region', { name: crypto.byHandTitle }).waitFor()

    await cut('payment_crypto_state')
    await page.reload()
    await page.getByRole('heading', { name: crypto.ends.failed.title }).waitFor()
    await page.getByRole('button', { name: crypto.ends.failed.action }).click()
    await page.getByRole('region', { name: crypto.byHandTitle }).waitFor()
  })

  once('the token choice is usable before scripts run, and hidden when the URL contains an order', async () => {
    const page = await openPage(screen)
    await page.route('**/assets/**.js', () => {})
    await page.goto('/crypto-pay/plan-1')
    await page.getByRole('radio', { name: 'Local chain' }).check()
    await page.getByRole('button', { name: crypto.loginFirst, exact: true }).waitFor()
    await page.evaluate(`localStorage.setItem('token', 'of someone')`)
    await page.reload()
    await page.getByRole('button', { name: crypto.getAddress, exact: true }).waitFor()
    await page.goto('/crypto-pay/plan-1?order=0198a000-0000-7000-8000-000000000000')
    await page.getByText(crypto.loading).waitFor({ state: 'attached' })
    expect(await page.getByRole('radio').count()).toBe(0)
  })

  once('an open order is kept while crypto is disabled: it can be paid otherwise, and its details stay', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await orderByCrypto(page, language)
    const pattern = '**/payment_crypto_options'
    await page.route(pattern, noNetworks)
    await page.reload()
    await page.getByRole('heading', { name: crypto.ends.closed.title }).waitFor()
    const way = page.getByRole('link', { name: crypto.otherMethod })
    expect(await way.getAttribute('href')).toContain(`/purchased${new URL(page.url()).search.replace(/&.*/, '')}`)
    await page.unroute(pattern)
    await page.reload()
    await askForAddress(page, language, 'USDT')
    await page.getByRole('region', { name: crypto.byHandTitle }).waitFor()
    const closed = page.waitForResponse(pattern)
    await page.route(pattern, noNetworks)
    await page.reload()
    await closed
    await page.getByRole('region', { name: crypto.byHandTitle }).waitFor()
    expect(await page.getByRole('heading', { name: crypto.ends.closed.title }).count()).toBe(0)
  })

  once('focus stays on the only link of an empty outcome page when its script loads', async () => {
    const page = await openPage(screen)
    await page.goto('/purchased')
    const link = page.locator('[data-island] a:visible')
    await link.focus()
    await page.locator('[data-island][data-live]').waitFor()
    expect(await page.evaluate('document.activeElement?.getAttribute("href")')).toBe('/user/orders')
  })

  once('an expired order can be reopened, and an order under review says so', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await page.goto('/crypto-pay/plan-1')
    await askForAddress(page, language, 'USDT')
    let state = 'expired'
    const pattern = '**/payment_crypto_state'
    await page.route(pattern, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, state } } })
    })
    await page.reload()
    await page.getByRole('heading', { name: crypto.ends.expired.title }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    state = 'review'
    await page.reload()
    await page.getByRole('heading', { name: crypto.ends.review.title }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    state = 'expired'
    await page.reload()
    await page.getByRole('heading', { name: crypto.ends.expired.title }).waitFor()
    await page.unroute(pattern)
    await page.getByRole('button', { name: crypto.ends.expired.action }).click()
    await askForAddress(page, language, 'USDC')
    expect((await readDetails(page, language, 'USDC')).address).toMatch(/^0x/)
  })

  once('the page without an order goes on with the open order of the plan', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await page.goto('/crypto-pay/plan-1')
    await askForAddress(page, language, 'USDT')
    const order = new URL(page.url()).searchParams.get('order')
    const { address } = await readDetails(page, language, 'USDT')
    await page.goto('/crypto-pay/plan-1')
    await askForAddress(page, language, 'USDT')
    expect(new URL(page.url()).searchParams.get('order')).toBe(order)
    expect((await readDetails(page, language, 'USDT')).address).toBe(address)
    await page.goto('/crypto-pay/plan-3')
    await askForAddress(page, language, 'USDT')
    expect(new URL(page.url()).searchParams.get('order')).not.toBe(order)
    // The profile shows both open orders.
    await page.goto('/user/profile')
    await page.getByRole('link', { name: outcome.goOn, exact: true }).waitFor()
    const other = page.getByRole('list', { name: outcome.alsoOpen }).getByRole('link')
    expect(await other.count()).toBe(1)
    expect(await other.getAttribute('href')).toBe(`/purchased?order=${order}`)
    expect(await faultsOf(page)).toEqual([])
    await other.click()
    await page.waitForURL(`**/purchased?order=${order}`)
  })

  once('an order of another account is not found, and a cancelled order is shown as ended', async () => {
    const page = await openPage({ ...screen, expected: [/status of 404/] })
    await openAccount(page, language)
    await page.goto('/crypto-pay/plan-1?order=0198a000-0000-7000-8000-000000000000')
    await page.getByRole('heading', { name: crypto.ends.missing.title }).waitFor()
    await page.getByRole('button', { name: crypto.ends.missing.action }).click()
    await askForAddress(page, language, 'USDT')
    await page.getByRole('link', { name: crypto.otherMethod }).click()
    await page.getByRole('button', { name: outcome.cancel }).click()
    await page.getByRole('button', { name: outcome.cancelAsk.yes }).click()
    await page.locator('[data-outcome=cancelled]').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: crypto.ends.ended.title }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })
})
