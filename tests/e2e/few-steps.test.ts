import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from './axe.ts'
import { arrive, countDone } from './count-done.ts'
import { nativeApp } from './identity-steps.ts'
import { inviteTexts } from './invite-texts.ts'
import { addAuthenticator, addPasskey } from './passkey-steps.ts'
import { call, makeAccount, openAccount } from './open-account.ts'
import { corners, openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { chooseAlipay, logInInSheet, newPerson, pressPay, takeMadeAccount } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

async function seePrices(page: Page): Promise<void> {
  await page.goto('/')
  await page.locator('main a[href$="/pricing"]').first().click()
  await reach(page, 'checkout')
}

/** Signs out on a page without scripts, so that none stores anything meanwhile. */
async function signOut(page: Page, { forgetsAll = false } = {}): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(
    `sessionStorage.clear(); ${forgetsAll ? 'localStorage.clear()' : `localStorage.removeItem('token')`}`,
  )
}

/** A known browser, which opens the sheet with the login form, pays with a passkey in three clicks. */
async function payAgainByPasskey(page: Page, screen: Screen, done: Awaited<ReturnType<typeof countDone>>) {
  await signOut(page)
  Object.assign(done, { clicks: 0, typed: 0 })
  await seePrices(page)
  await pressPay(page)
  const { loginAndPay } = texts[screen.language].signIn
  await page
    .getByRole('dialog')
    .getByRole('button', { name: loginAndPay('').trim() })
    .first()
    .click()
  await arrive(page, screen)
  expect(done).toEqual({ clicks: 3, typed: 0 })
}

describe.each(corners)('from the front page to the provider ($language, $width)', (screen) => {
  const { language } = screen

  test('a new visitor reaches the provider in four clicks without typing', async () => {
    const page = await openPage(screen)
    const done = await countDone(page)
    await seePrices(page)
    await pressPay(page)
    await takeMadeAccount(page, language)
    await arrive(page, screen)
    expect(done).toEqual({ clicks: 4, typed: 0 })
  })

  test('a signed-in user reaches the provider in two clicks', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    const done = await countDone(page)
    await seePrices(page)
    await pressPay(page)
    await arrive(page, screen)
    expect(done).toEqual({ clicks: 2, typed: 0 })
  })
})

test.each(corners)(
  'no tab of the sign-in sheet moves when a form appears or another is chosen ($language, $width)',
  async (screen) => {
    const { signIn } = texts[screen.language]
    const page = await openPage(screen)
    await page.goto('/pricing')
    await reach(page, 'checkout')
    // Keeps the form from appearing, because it asks the browser about passkeys first.
    await page.evaluate(`PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = () =>
      new Promise((resolve) => { globalThis.answer = () => resolve(false) })`)
    await pressPay(page)
    const sheet = page.getByRole('dialog')
    const fields = sheet.getByRole('tabpanel').getByRole('textbox')
    const place = async () => sheet.getByRole('tablist').first().boundingBox()
    await sheet.getByRole('tablist').first().waitFor()
    // The sheet rises when it opens.
    await page.evaluate(
      `Promise.all(document.querySelector('dialog').getAnimations().map(({ finished }) => finished)).then(() => null)`,
    )
    const before = await place()
    expect(await fields.count()).toBe(0)
    await page.evaluate('answer()')
    await fields.first().waitFor()
    expect(await place()).toEqual(before)
    await sheet.getByRole('tab', { name: signIn.doors.login }).click()
    await sheet.locator('[name=password]').waitFor()
    expect(await place()).toEqual(before)
  },
)

describe.each<Language>(['en'])('sign-in sheet over checkout (%s)', (language) => {
  const once = testIn('en', language)
  const screen: Screen = { language, width: 'phone' }
  const { auth, checkout, signIn } = texts[language]

  once('the sheet keeps plan, promo code and method, and names the purchase and its price', async () => {
    const page = await openPage(screen)
    await page.goto('/pricing')
    await chooseAlipay(page, language)
    await page.locator('label:has(input[value=plan-24])').click()
    await page.getByRole('button', { name: checkout.havePromo }).click()
    await page.getByLabel(texts[language].paying.promoLabel).fill('welcome10')
    await page.getByRole('button', { name: texts[language].paying.promoApply, exact: true }).click()
    await page
      .getByText(/WELCOME10/)
      .first()
      .waitFor()
    const placed = page.waitForRequest('**/payment_purchase')
    await pressPay(page)
    await page.getByRole('dialog').getByText('¥403.20', { exact: true }).waitFor()
    await takeMadeAccount(page, language)
    expect((await placed).postDataJSON()).toMatchObject({
      goodsId: 'plan-24',
      method: 'alipay',
      currency: 'CNY',
      promoCode: 'WELCOME10',
      expectedTotalMinor: 40_320,
    })
  })

  once('a self-chosen name and password: errors appear at their field, and no input is lost', async () => {
    const page = await openPage({ ...screen, expected: [/status of 409/] })
    const taken = await openAccount(page, language)
    await page.evaluate('localStorage.clear()')
    await page.goto('/pricing')
    await pressPay(page)
    const sheet = page.getByRole('dialog')
    await sheet.locator('code').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await sheet.getByRole('button', { name: signIn.ownName }).click()
    await sheet.getByRole('button', { name: signIn.ownPassword }).click()
    await sheet.getByLabel(auth.accountName, { exact: true }).fill(taken.accountName)
    await sheet.getByLabel(auth.password, { exact: true }).fill('short')
    await sheet.getByRole('button', { name: signIn.createAndPay('').trim() }).click()
    await sheet.getByRole('alert').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await sheet.getByLabel(auth.accountName, { exact: true }).inputValue()).toBe(taken.accountName)
    await sheet.getByLabel(auth.password, { exact: true }).fill(`${taken.password} too`)
    // New users must tick the agreement themselves.
    expect(await sheet.getByRole('checkbox').isChecked()).toBe(false)
    await sheet.getByRole('checkbox').check()
    await sheet.getByRole('button', { name: signIn.createAndPay('').trim() }).click()
    await expect
      .poll(() => sheet.getByLabel(auth.accountName, { exact: true }).getAttribute('aria-invalid'))
      .toBe('true')
    await sheet.getByLabel(auth.accountName, { exact: true }).fill(newPerson().accountName)
    await sheet.getByRole('button', { name: signIn.createAndPay('').trim() }).click()
    await page.waitForURL(`${inject('e2e').simulator}/till/**`)
  })

  once(
    'an order refused after the account was created shows the error at the button, and the user is signed in',
    async () => {
      const page = await openPage({ ...screen, expected: [/status of 409/] })
      await page.goto('/pricing')
      await page.route('**/payment_purchase', (route) =>
        route.fulfill({ status: 409, json: { code: 409, status: 'PriceChanged', msg: 'No longer.', data: null } }),
      )
      await pressPay(page)
      const { accountName } = await takeMadeAccount(page, language)
      await page.getByRole('alert').getByText('No longer.').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await page.getByText(accountName).waitFor()
      await page.unroute('**/payment_purchase')
      await pressPay(page)
      await page.waitForURL(`${inject('e2e').simulator}/till/**`)
    },
  )

  once('a returning visitor sees the login form, with consent ticked until a legal text changes', async () => {
    const page = await openPage(screen)
    const person = await openAccount(page, language)
    await page.evaluate('localStorage.clear()')
    await page.goto('/pricing')
    await pressPay(page)
    await logInInSheet(page, language, person)
    await page.waitForURL(`${inject('e2e').simulator}/till/**`)
    const back = async () => {
      await signOut(page)
      await page.goto('/pricing')
      await pressPay(page)
      await page.getByRole('dialog').getByLabel(auth.password, { exact: true }).waitFor()
      return page.getByRole('dialog').getByRole('checkbox')
    }
    const box = await back()
    await expect.poll(() => box.isChecked()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await page.getByText(auth.agreedOn('').trim().split(' ').at(-1) ?? '').waitFor()
    await page.evaluate(`localStorage.setItem('agreed', localStorage.getItem('agreed').replace('1.1', '0.1'))`)
    expect(await (await back()).isChecked()).toBe(false)
  })

  once(
    'a passkey login reaches the provider in four clicks in a new browser, three in a known one, without typing',
    async () => {
      const desktop: Screen = { language, width: 'desktop' }
      const page = await openPage(desktop)
      const { password } = await openAccount(page, language)
      await addAuthenticator(page)
      await addPasskey(page, language, password, 'my key')
      await signOut(page, { forgetsAll: true })
      const done = await countDone(page)
      const sheet = page.getByRole('dialog')

      await seePrices(page)
      await pressPay(page)
      // The form loads after the sheet has opened; the tabs are pressed once it is there.
      await sheet.getByRole('tabpanel').getByRole('textbox').first().waitFor()
      await sheet.getByRole('tab', { name: signIn.doors.login }).click()
      await sheet.getByRole('button', { name: auth.passkey }).click()
      await arrive(page, desktop)
      expect(done).toEqual({ clicks: 4, typed: 0 })

      await payAgainByPasskey(page, desktop, done)
    },
  )
})

describe.each<Screen>([{ language: 'en', width: 'phone' }])(
  'new visitor with a passkey device ($language, $width)',
  (screen) => {
    const { language } = screen
    const once = testIn('en', language)
    const { auth, checkout, signIn } = texts[language]
    const makeItMine = signIn.createAndPay('').trim()

    once(
      'a visitor with passkeys reaches the provider in four clicks without typing, and has no password',
      async () => {
        const page = await openPage(screen)
        await addAuthenticator(page)
        const done = await countDone(page)
        await seePrices(page)
        await pressPay(page)
        const sheet = page.getByRole('dialog')
        await sheet.getByText(signIn.passkeyNote).waitFor()
        expect(await sheet.locator('code').count()).toBe(0)
        const name = await sheet.getByLabel(auth.accountName, { exact: true }).inputValue()
        expect(await faultsOf(page)).toEqual([])
        await sheet.getByRole('checkbox').click()
        await sheet.getByRole('button', { name: makeItMine }).click()
        await arrive(page, screen)
        expect(done).toEqual({ clicks: 4, typed: 0 })

        // The account exists under the displayed name, but signing in to the app needs a password first.
        await page.goto('/start')
        await page.getByText(name, { exact: true }).waitFor()
        await page.getByRole('button', { name: texts[language].start.appPassword.make }).waitFor()
        await payAgainByPasskey(page, screen, done)
      },
    )

    once(
      'closing the passkey prompt is reported in the sheet, and a password with the same name still works',
      async () => {
        const page = await openPage(screen)
        await addAuthenticator(page)
        await page.addInitScript(
          "navigator.credentials.create = async () => { throw new DOMException('closed', 'NotAllowedError') }",
        )
        await page.goto('/pricing')
        await pressPay(page)
        const sheet = page.getByRole('dialog')
        const name = await sheet.getByLabel(auth.accountName, { exact: true }).inputValue()
        const agreed = sheet.getByRole('checkbox')
        await sheet.getByRole('button', { name: makeItMine }).click()
        await expect.poll(() => agreed.getAttribute('aria-invalid')).toBe('true')
        await agreed.check()
        await sheet.getByRole('button', { name: makeItMine }).click()
        await sheet.getByRole('alert').getByText(auth.passkeyNotMade).waitFor()
        expect(await faultsOf(page)).toEqual([])
        await sheet.getByRole('button', { name: signIn.usePassword }).click()
        await sheet.locator('code').waitFor()
        expect(await sheet.getByLabel(auth.accountName, { exact: true }).inputValue()).toBe(name)
        expect(await agreed.isChecked()).toBe(true)
        expect(await sheet.getByRole('alert').count()).toBe(0)
        await sheet.getByRole('button', { name: signIn.usePasskey }).click()
        await sheet.getByRole('button', { name: signIn.usePassword }).click()
        await sheet.getByRole('button', { name: signIn.keptAndPay('').trim() }).click()
        await arrive(page, screen)
        await page.goto('/pricing')
        await page.getByText(name).first().waitFor()
        await page.getByRole('radio', { name: checkout.order.methods.alipay }).first().waitFor({ state: 'attached' })
      },
    )
  },
)

test('a taken account name is replaced before the passkey prompt, and an unknown referral code is dropped', async () => {
  const page = await openPage({
    language: 'en',
    width: 'desktop',
    expected: [/status of 409/, /status of 422/, /status of 400/],
  })
  await addAuthenticator(page)
  let asked = 0
  await page.route('**/user_register_passkey_options', (route) =>
    asked++ === 0
      ? route.fulfill({ status: 409, json: { code: 409, status: 'AccountNameTaken', msg: 'Taken.', data: null } })
      : route.continue(),
  )
  await page.goto('/pricing?r=NOSUCH99-blog')
  await pressPay(page)
  const sheet = page.getByRole('dialog')
  const opened: { accountName: string; inviteCode?: string; campaign: { r?: string } }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/user_register_passkey')) opened.push(request.postDataJSON())
  })
  const first = await sheet.getByLabel(texts.en.auth.accountName, { exact: true }).inputValue()
  await sheet.getByRole('checkbox').click()
  await sheet.getByRole('button', { name: texts.en.signIn.createAndPay('').trim() }).click()
  await arrive(page, { language: 'en', width: 'desktop' })
  expect(asked).toBe(2)
  expect(opened.map(({ inviteCode }) => inviteCode)).toEqual(['NOSUCH99', undefined])
  expect(opened[0]?.campaign.r).toBe('NOSUCH99-blog')
  expect(opened.map(({ accountName }) => accountName)).not.toContain(first)
})

describe.each<Language>(['en'])('registration page on a passkey device (%s)', (language) => {
  const once = testIn('en', language)
  const { auth, start } = texts[language]

  once('a passkey account is created without a password once a name is given and the terms are accepted', async () => {
    const page = await openPage({ language, width: 'phone' })
    await addAuthenticator(page)
    await page.goto('/register')
    await reach(page, 'auth')
    const passkey = page.getByRole('button', { name: auth.passkeyNew })
    await passkey.click()
    await page.getByRole('alert').getByText(auth.checkInput(2)).waitFor()
    expect(await page.getByLabel(auth.password, { exact: true }).getAttribute('aria-invalid')).not.toBe('true')
    expect(await faultsOf(page)).toEqual([])
    const { accountName } = newPerson()
    await page.getByLabel(auth.accountName).fill(accountName)
    await page.getByRole('checkbox').check()
    await passkey.click()
    await page.waitForURL('**/start')
    await page.getByText(accountName, { exact: true }).waitFor()
    await page.getByText(start.plate.armedTab, { exact: true }).waitFor()
    // The app password is shown once, and the page says so.
    await page.getByRole('button', { name: start.appPassword.make }).click()
    await page.getByText(start.appPassword.once).waitFor()
    const password =
      (await page.locator('li').filter({ hasText: start.appPassword.once }).locator('code').last().textContent()) ?? ''
    const device = `made-${randomBytes(5).toString('hex')}`
    await nativeApp(device, 'login', '--name', accountName, '--password', password, '--device-name', 'My phone')
    // The page continues once the device has signed in; the password stays until dismissed.
    await page.getByRole('heading', { level: 1, name: start.heads.onTheRoad }).waitFor()
    await page.getByText(password, { exact: true }).waitFor()
    await page.getByText(start.appPassword.once).waitFor()
  })
})

describe.each(['yes', 'no', 'left alone'] as const)('referral code of a link, with consent %s', (answer) => {
  test('the referral code credits the inviter with the account created at checkout', async () => {
    const language = 'en'
    const { token } = await makeAccount(language)
    const invited = async () => (await call('/api/system/system_refer_config', {}, language, token)).data
    const { inviteCode } = await invited()
    const friend = await openPage({ language, width: 'phone' })
    await friend.goto(`/?r=${inviteCode}-blog`)
    const { campaign } = inviteTexts[language]
    if (answer !== 'left alone') await friend.getByRole('button', { name: campaign[answer] }).click()
    await friend.locator('main a[href*="/pricing"]').first().click()
    await reach(friend, 'checkout')
    await pressPay(friend)
    await friend.getByRole('dialog').getByText(texts[language].signIn.invited(inviteCode)).waitFor()
    await takeMadeAccount(friend, language)
    await friend.waitForURL(`${inject('e2e').simulator}/till/**`)
    // `invites.test.ts` reads the inviter's page.
    expect((await invited()).records.map(({ state }) => state)).toEqual(['registered'])
  })
})
