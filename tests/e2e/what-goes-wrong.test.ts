import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { errorText } from '#shared/errors.ts'
import { fieldErrorText } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'
import errorsEn from '#text/en/site/error-pages.ts'
import errorsZh from '#text/zh-CN/site/error-pages.ts'
import { faultsOf } from './axe.ts'
import { inviteTexts } from './invite-texts.ts'
import { languages, openPage, testIn, watchBrowser } from './open-page.ts'
import { makeAccount, openAccount, openProfile } from './open-account.ts'
import { reach } from './reach.ts'
import { chooseAlipay, decideAtCashier, newPerson, openAndArrive, pressPay, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const errorPages = { en: errorsEn, 'zh-CN': errorsZh }

/** Counts the documents that the page requests from now on. */
function countDocuments(page: Page): () => number {
  let documents = 0
  page.on('request', (request) => void (request.resourceType() === 'document' && documents++))
  return () => documents
}

/** Opens an account, orders a plan with Alipay, decides at the cashier and returns to the shop. */
async function openAccountAndPay(page: Page, language: Language, decision: Parameters<typeof decideAtCashier>[2]) {
  await openAccount(page, language)
  await page.goto('/pricing')
  await chooseAlipay(page, language)
  await pressPay(page)
  await decideAtCashier(page, language, decision)
  await page.waitForURL('**/purchased?order=*')
}

/** Triggers an island whose script fails: the page reloads, and it is triggered again. */
async function reachInVain(page: Page) {
  const island = page.locator('[data-island]')
  const anew = page.waitForEvent('load')
  await island.dispatchEvent('pointerover')
  await anew
  await island.dispatchEvent('pointerover')
}

describe.each(languages)('invalid input and failures (%s)', (language) => {
  const once = testIn('zh-CN', language)
  const { account, auth, checkout, outcome, purchased, shell } = texts[language]
  const visit = (expected: RegExp[] = []) => openPage({ language, width: 'desktop', expected })
  const submit = (page: Page, mode: 'login' | 'register') =>
    page.getByRole('button', { name: auth[mode].submit, exact: true }).click()

  // Apps without DOM storage (NativeScript/NativeScript#5288, segmentio/analytics-next#345).
  once('pages and forms work in an app that has no storage', async () => {
    const page = await visit()
    await page.addInitScript(() => {
      for (const kind of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, kind, { value: null })
    })
    for (const route of ['/', '/pricing', '/group-buying', '/register', '/login']) await page.goto(route)
    expect(await page.evaluate('[localStorage, sessionStorage]')).toEqual([null, null])
    await submit(page, 'login')
    await page.getByRole('alert').first().waitFor()
  })

  once('an empty login form reports each missing field, and an error summary takes the focus', async () => {
    const page = await visit()
    await page.goto('/login')
    await submit(page, 'login')
    const summary = page.getByRole('alert')
    await summary.getByText(auth.checkInput(3)).waitFor()
    await expect.poll(() => page.evaluate<string>(`document.activeElement.getAttribute('role')`)).toBe('alert')
    for (const error of ['AccountNameRequired', 'PasswordRequired', 'AgreementRequired'] as const)
      await page.getByText(fieldErrorText(error, language)).first().waitFor()
    expect(await page.getByLabel(auth.accountName).getAttribute('aria-invalid')).toBe('true')
  })

  once('a login without accepted terms asks for consent', async () => {
    const page = await visit()
    await page.goto('/login')
    await page.getByLabel(auth.accountName).fill('somebody')
    await page.getByLabel(auth.password, { exact: true }).fill('some-password')
    await submit(page, 'login')
    await page.getByRole('alert').getByText(errorText('AgreementRequired', language)).waitFor()
  })

  once('a wrong password is refused by the server, and no input is lost', async () => {
    const page = await visit([/status of 401/])
    await page.goto('/login')
    const nobody = newPerson()
    await sendAuthForm(page, language, 'login', nobody)
    await page.getByRole('alert').getByText(errorText('WrongCredentials', language)).waitFor()
    expect(await page.getByLabel(auth.accountName).inputValue()).toBe(nobody.accountName)
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  once('registration reports a short password, an invalid name and an unknown invite code separately', async () => {
    const page = await visit([/status of 400/])
    await page.goto('/register')
    await sendAuthForm(page, language, 'register', { accountName: 'x', password: 'short' })
    await page.getByText(fieldErrorText('AccountNameFormat', language)).first().waitFor()
    await page.getByText(fieldErrorText('PasswordTooShort', language)).first().waitFor()

    await page.getByLabel(auth.inviteCode).fill('ZZZZZZZZ')
    await sendAuthForm(page, language, 'register', newPerson())
    await page.getByText(fieldErrorText('InviteCodeUnknown', language)).first().waitFor()
  })

  once('registration with a taken account name is reported at its field', async () => {
    const person = await makeAccount(language)
    const page = await openPage({ language, width: 'phone', expected: [/status of 409/] })
    await page.goto('/register')
    await sendAuthForm(page, language, 'register', { ...newPerson(), accountName: person.accountName.toUpperCase() })
    await page.getByText(fieldErrorText('AccountNameTaken', language)).first().waitFor()
  })

  once('a login without a network shows a lasting toast, and the form keeps its input', async () => {
    const page = await visit([/ERR_FAILED/])
    await page.goto('/login')
    await reach(page, 'auth')
    await page.route('**/api/**', (route) => route.abort('failed'))
    const person = newPerson()
    await sendAuthForm(page, language, 'login', person)
    const sentence = language === 'en' ? 'Network error. Please try again later.' : '网络错误，请稍后再试。'
    await page.getByRole('alert').getByText(sentence).waitFor()
    expect(await page.getByLabel(auth.password, { exact: true }).inputValue()).toBe(person.password)
  })

  test('an unknown page returns 404 and links to the home page', async () => {
    const page = await visit([/status of 404/])
    const answer = await page.goto('/no-such-page')
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: errorPages[language].notFoundTitle }).waitFor()
    await page.getByRole('link', { name: errorPages[language].toHome }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })

  once("a form that fails to render keeps the server's HTML and shows an error with a reload button", async () => {
    const page = await visit()
    let broken = true
    await page.route('**/pricing', async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      await route.fulfill({
        response: answer,
        body: broken ? html.replace('"offers":[{"id"', '"offers":null,"none":[{"id"') : html,
      })
    })
    await page.goto('/pricing')
    await page.locator('[data-island]').first().dispatchEvent('pointerover')
    await page.getByRole('alert').getByText(shell.islandFailed).waitFor()
    await page.getByRole('heading', { name: checkout.title }).waitFor()
    expect(await page.locator('input[name=plan]').count()).toBeGreaterThan(1)
    broken = false
    await page.getByRole('button', { name: shell.reload }).click()
    await reach(page, 'checkout')
    expect(await page.getByRole('alert').getByText(shell.islandFailed).count()).toBe(0)
  })

  once("a form that throws during use shows the server's HTML and an error message", async () => {
    const page = await visit()
    await page.goto('/pricing')
    await reach(page, 'checkout')
    await page.evaluate('Array.prototype.map = () => { throw new Error("broken") }')
    await page.locator('label:has(input[name=plan]:not(:checked))').first().click()
    await page.getByRole('alert').getByText(shell.islandFailed).waitFor()
    await page.getByRole('heading', { name: checkout.title }).waitFor()
    expect(await page.locator('input[name=plan]').count()).toBeGreaterThan(1)
  })

  once('a form script that fails to load causes exactly one reload, then an error with its button', async () => {
    const page = await visit([/ERR_FAILED/])
    const documents = countDocuments(page)
    await page.route(/\/assets\/checkout-.*\.js/, (route) => route.abort('failed'))
    await page.goto('/pricing')
    await reachInVain(page)
    await page.getByRole('alert').getByText(shell.islandFailed).waitFor()
    expect(documents()).toBe(2)
    await page.unroute(/\/assets\/checkout-.*\.js/)
    await page.getByRole('button', { name: shell.reload }).click()
    await page.getByRole('heading', { name: checkout.title }).waitFor()
  })

  once('a second script that fails in the same session causes no second reload, but an error at once', async () => {
    const page = await visit([/ERR_FAILED/])
    const documents = countDocuments(page)
    await page.route(/\/assets\/(checkout|auth)-.*\.js/, (route) => route.abort('failed'))
    await page.goto('/pricing')
    await reachInVain(page)
    await page.getByRole('alert').getByText(shell.islandFailed).waitFor()
    expect(documents()).toBe(2)
    await page.goto('/login')
    await page.locator('[data-island]').dispatchEvent('pointerover')
    await page.getByRole('alert').getByText(shell.islandFailed).waitFor()
    expect(documents()).toBe(3)
  })

  once('a form script that fails after a password was typed causes no reload, and all input stays', async () => {
    const page = await visit([/ERR_FAILED/])
    const documents = countDocuments(page)
    let typed = () => {}
    const whenTyped = new Promise<void>((resolve) => (typed = resolve))
    await page.route(/\/assets\/auth-.*\.js/, async (route) => {
      await whenTyped
      await route.abort('failed')
    })
    await page.goto('/login')
    await page.getByLabel(auth.accountName).fill('somebody')
    await page.getByLabel(auth.password, { exact: true }).fill('some-password')
    typed()
    await page.getByRole('alert').getByText(shell.islandFailed).waitFor()
    expect(documents()).toBe(1)
    expect(await page.getByLabel(auth.accountName).inputValue()).toBe('somebody')
    expect(await page.getByLabel(auth.password, { exact: true }).inputValue()).toBe('some-password')
  })

  once('an account section script that fails to load causes exactly one reload, then the error page', async () => {
    const page = await visit([/ERR_FAILED/, /Failed to fetch dynamically imported module/])
    await openProfile(page, language)
    await page.getByText(account.membership.none).waitFor()
    const documents = countDocuments(page)
    await page.route(/\/assets\/device-.*\.js/, (route) => route.abort('failed'))
    await page.getByRole('link', { name: account.sections.device, exact: true }).click()
    await page.getByRole('heading', { name: account.error.title }).waitFor()
    expect(documents()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/user/device')
  })

  once('a session ended elsewhere leads to login and back to the requested account page', async () => {
    const page = await visit([/status of 401/])
    const person = await openProfile(page, language)
    await page.evaluate(`localStorage.setItem('token', 'wf_' + 'A'.repeat(43))`)
    await openAndArrive(page, '/user/reward', '**/login')
    await sendAuthForm(page, language, 'login', person)
    await page.waitForURL('**/user/reward')
    expect(await page.evaluate<string>(`localStorage.getItem('token')`)).not.toContain('AAAAAAAA')
  })

  once('/user redirects a signed-in user to the profile, and anyone else to login first', async () => {
    const page = await visit()
    const person = await openAccount(page, language)
    await page.goto('/user')
    await page.waitForURL((url) => url.pathname === '/user/profile')
    await page.getByText(account.membership.none).waitFor()
    await page.evaluate(`localStorage.removeItem('token')`)
    await openAndArrive(page, '/user', '**/login')
    await sendAuthForm(page, language, 'login', person)
    await page.waitForURL((url) => url.pathname === '/user/profile')
  })

  once('an outage logs nobody out: the account area reports it and retries on request', async () => {
    const page = await visit([/status of 503/])
    await openProfile(page, language)
    const token = await page.evaluate<string>(`localStorage.getItem('token')`)
    const msg = errorText('Unavailable', language)
    await page.route('**/api/system/system_user_info', (route) =>
      route.fulfill({ status: 503, json: { code: 503, msg, status: 'Unavailable', data: null } }),
    )
    await page.goto('/user/profile')
    await page.getByRole('alert').getByText(msg).waitFor()
    expect(await page.evaluate<string>(`localStorage.getItem('token')`)).toBe(token)
    await page.unroute('**/api/system/system_user_info')
    await page.getByRole('button', { name: account.retry }).click()
    await page.getByText(account.membership.none).waitFor()
    expect(new URL(page.url()).pathname).toBe('/user/profile')
  })

  once('a payment cancelled at the cashier grants nothing', async () => {
    const page = await openPage({ language, width: 'phone' })
    await openAccountAndPay(page, language, 'cancel')
    await page.goto('/user/profile')
    // The order can still be paid, so the profile shows it first.
    await page.locator('[data-outcome]').first().waitFor()
    expect(await page.getByText(account.membership.validTo).count()).toBe(0)
    expect(await page.getByText(account.orders.statuses.paid, { exact: true }).count()).toBe(0)
  })

  once(
    'a lost payment notification is recovered: the buyer reports the payment, and the server asks the provider',
    async () => {
      const page = await openPage({ language, width: 'phone' })
      await openAccountAndPay(page, language, 'paySilent')
      const success = page.getByRole('heading', { name: checkout.order.success.title })
      const asks = page.getByRole('button', { name: outcome.askAgain })
      // The reconciliation job may have found the payment first; then no button is shown.
      await success.or(asks).first().waitFor()
      // The button may disappear during the click; the click fails then, but the result is there.
      if (await asks.isVisible()) await Promise.race([asks.click().catch(() => success.waitFor()), success.waitFor()])
      await success.waitFor()
      expect(await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).count()).toBe(1)
    },
  )

  once('an order of another user and a made-up order show the same page', async () => {
    const page = await openPage({ language, width: 'phone' })
    await openAccountAndPay(page, language, 'pay')
    const address = page.url()
    const other = await openPage({ language, width: 'phone', expected: [/status of 404/] })
    await openAccount(other, language)
    const looks: string[] = []
    for (const order of [address, `${new URL(address).origin}/purchased?order=00000000-0000-7000-8000-000000000000`]) {
      await other.goto(order)
      await other.getByRole('heading', { name: purchased.missing.title }).waitFor()
      looks.push(await other.getByRole('main').innerText())
    }
    expect(looks[0]).toBe(looks[1])
  })

  once(
    'a payout statement is refused to an account outside the affiliate programme, with a link to the application',
    async () => {
      const page = await visit([/status of 403/])
      await openAccount(page, language)
      await page.goto('/user/kol/statement/00000000-0000-7000-8000-000000000000')
      await page.getByRole('heading', { name: account.noEntry.title }).waitFor()
      expect(await page.getByRole('alert').innerText()).toContain(errorText('NotAnAffiliate', language))
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('link', { name: account.noEntry.toAffiliates }).click()
      await page.getByRole('heading', { name: account.sections.kol, level: 1 }).waitFor()
      await page.getByRole('button', { name: inviteTexts[language].application.submit }).waitFor()
    },
  )
})
