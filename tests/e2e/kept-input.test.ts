import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { identityTexts } from './identity-texts.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { decideAtCashier, newPerson, pressPay, sendAuthForm, takeMadeAccount } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const sentence = /已切到中文，你填的都还在。/
const toChinese = async (page: Page) => {
  await page.evaluate(`window.mark = 'still the same document'`)
  // Clicks by script, because a real click would scroll the page.
  await page.evaluate(`document.querySelector('a[data-language=zh-CN]').click()`)
  await page.locator('html[lang=zh-CN]').waitFor()
  await page.getByText(sentence).waitFor()
  expect(await page.evaluate('window.mark')).toBe('still the same document')
  expect(await page.evaluate(`document.activeElement.matches('a[data-language]')`)).toBe(true)
}
const open = async (route: string): Promise<Page> => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto(route)
  return page
}
async function holdBack(page: Page, url: string | ((url: URL) => boolean)) {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  let hear = () => {}
  const asked = new Promise<void>((resolve) => (hear = resolve))
  await page.route(url, async (route) => {
    hear()
    await gate
    await route.continue()
  })
  return { asked, letGo }
}

describe('switching the language keeps all input', () => {
  test('checkout keeps plan, currency, method, an opened field, an applied code and the scroll position', async () => {
    const page = await open('/pricing')
    await reach(page, 'checkout')
    const { checkout, paying } = texts.en
    await page.locator('label:has(input[value=plan-24])').click()
    await page.locator('label:has(input[value=CNY])').click()
    await page.locator('label:has(input[name=method][value=wechat])').click()
    await page.getByRole('button', { name: checkout.havePromo }).click()
    await page.getByLabel(paying.promoLabel).fill('welcome10')
    await page.getByRole('button', { name: paying.promoApply, exact: true }).click()
    await page
      .getByText(/WELCOME10/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: checkout.haveGift }).click()
    await page.getByLabel(paying.giftLabel).fill('ABCD-1234')
    await page.evaluate('scrollTo(0, 120)')
    await toChinese(page)
    const zh = texts['zh-CN']
    for (const [name, value] of [
      ['plan', 'plan-24'],
      ['currency', 'CNY'],
      ['method', 'wechat'],
    ])
      expect(await page.locator(`input[name=${name}][value=${value}]`).isChecked(), name).toBe(true)
    await page
      .getByText(/WELCOME10/)
      .first()
      .waitFor()
    expect(await page.getByLabel(zh.paying.giftLabel).inputValue()).toBe('ABCD-1234')
    await page.getByRole('button', { name: zh.checkout.pay.wechat('¥403.20') }).waitFor()
    expect(await page.evaluate('scrollY')).toBe(120)
  })

  test('the checkout keeps the currency and the method that it showed, although none was chosen', async () => {
    const page = await open('/pricing')
    await reach(page, 'checkout')
    await page.locator('label:has(input[value=plan-24])').click()
    await toChinese(page)
    expect(await page.locator('input[name=plan][value=plan-24]').isChecked()).toBe(true)
    await page.getByRole('button', { name: texts['zh-CN'].checkout.pay.card('$74.90') }).waitFor()
  })

  test('the login form keeps tab, email address, password, consent and phone country', async () => {
    const page = await open('/login')
    await reach(page, 'auth')
    const { auth } = texts.en
    await page.getByRole('tab', { name: auth.kinds.phone }).click()
    await page.getByLabel(auth.fields.country).selectOption('DE')
    await page.getByRole('textbox', { name: auth.fields.phone }).fill('0151 23456789')
    await page.getByRole('tab', { name: auth.kinds.email }).click()
    await page.getByRole('textbox', { name: auth.fields.email }).fill('maya@example.com')
    await page.getByLabel(auth.password, { exact: true }).fill('long-way-round')
    await page.getByRole('checkbox').check()
    await toChinese(page)
    const zh = texts['zh-CN'].auth
    expect(await page.getByRole('tab', { name: zh.kinds.email }).getAttribute('aria-selected')).toBe('true')
    expect(await page.getByRole('textbox', { name: zh.fields.email }).inputValue()).toBe('maya@example.com')
    expect(await page.getByLabel(zh.password, { exact: true }).inputValue()).toBe('long-way-round')
    expect(await page.getByRole('checkbox').isChecked()).toBe(true)
    // The hidden field keeps its phone number and country.
    await page.getByRole('tab', { name: zh.kinds.phone }).click()
    const country = page.getByLabel(zh.fields.country)
    await country.getByText('德国').waitFor({ state: 'attached' })
    expect(await country.inputValue()).toBe('DE')
    expect(await page.getByRole('textbox', { name: zh.fields.phone }).inputValue()).toBe('0151 23456789')
  })

  test('the registration form keeps account name and invite code', async () => {
    const page = await open('/register')
    const { auth } = texts.en
    await reach(page, 'auth')
    await page.getByLabel(auth.accountName).fill('long-way-round')
    await page.getByLabel(auth.inviteCode).fill('W4YF7K2M')
    await toChinese(page)
    const zh = texts['zh-CN'].auth
    expect(await page.getByLabel(zh.accountName).inputValue()).toBe('long-way-round')
    expect(await page.getByLabel(zh.inviteCode).inputValue()).toBe('W4YF7K2M')
  })

  test('the password reset form keeps the email address', async () => {
    const page = await open('/resetpassword')
    await reach(page, 'reset')
    await page.locator('main input').first().fill('maya@example.com')
    await toChinese(page)
    expect(await page.locator('main input').first().inputValue()).toBe('maya@example.com')
  })

  test('the second step of a password reset keeps the step, the recovery code and earlier input', async () => {
    const page = await open('/resetpassword')
    const [en, zh] = [identityTexts.en.reset, identityTexts['zh-CN'].reset]
    await page.getByRole('tab', { name: en.kinds.account_name }).click()
    await page.getByLabel(en.fields.accountName).fill('long-way-round')
    await page.getByRole('button', { name: en.next }).click()
    await page.getByLabel(en.fields.recoveryCode).fill('AAAA-AAAA')
    await toChinese(page)
    expect(await page.locator('li[aria-current=step]').textContent()).toBe(zh.steps.code)
    expect(await page.getByLabel(zh.fields.recoveryCode).inputValue()).toBe('AAAA-AAAA')
    await page.getByRole('button', { name: zh.back }).click()
    expect(await page.getByLabel(zh.fields.accountName).inputValue()).toBe('long-way-round')
    expect(await page.getByRole('tab', { name: zh.kinds.account_name }).getAttribute('aria-selected')).toBe('true')
  })

  test('the group form keeps size, payer and method', async () => {
    const page = await open('/group-buying')
    await page.locator('[data-island=group-start]').hover()
    await reach(page, 'group-start')
    await page.locator('input[name=size]').last().check({ force: true })
    await page.locator('input[name=who]').last().check({ force: true })
    await page.locator('input[name=method]').last().check({ force: true })
    const chosen = () =>
      page.evaluate<boolean[]>(
        `[...document.querySelectorAll('[data-island=group-start] input')].map(({ checked }) => checked)`,
      )
    const before = await chosen()
    await toChinese(page)
    expect(await chosen()).toEqual(before)
  })

  test('the affiliate page keeps the calculator and the application', async () => {
    const page = await open('/affiliate')
    const range = page.locator('input[name=count]')
    await range.fill('40')
    const field = page.locator('[data-island=affiliate] :is(input, textarea)').first()
    await field.fill('https://maya.example')
    await toChinese(page)
    expect(await range.inputValue()).toBe('40')
    expect(await page.locator('output[name=people]').textContent()).toBe('40')
    expect(await field.inputValue()).toBe('https://maya.example')
  })

  test('a form whose script loads between the language switch and the new page keeps its input', async () => {
    const page = await open('/affiliate')
    const island = page.locator('[data-island=affiliate]')
    const scripts = (await island.getAttribute('data-scripts'))!.split(' ')
    const script = await holdBack(page, `**${scripts.at(-1)}`)
    const other = await holdBack(page, (url) => url.pathname.endsWith('/affiliate'))
    const field = island.locator(':is(input, textarea)').first()
    await field.fill('https://maya.example')
    await page.evaluate(`document.querySelector('a[data-language=zh-CN]').click()`)
    await other.asked
    script.letGo()
    await reach(page, 'affiliate')
    other.letGo()
    await page.locator('html[lang=zh-CN]').waitFor()
    expect(await field.inputValue()).toBe('https://maya.example')
  })

  test('a form started while the page in the other language loads keeps its input', async () => {
    const page = await open('/affiliate')
    const other = await holdBack(page, (url) => url.pathname.endsWith('/affiliate'))
    await page.evaluate(`document.querySelector('a[data-language=zh-CN]').click()`)
    await other.asked
    const field = page.locator('[data-island=affiliate] :is(input, textarea)').first()
    await field.fill('https://maya.example')
    await reach(page, 'affiliate')
    other.letGo()
    await page.locator('html[lang=zh-CN]').waitFor()
    expect(await field.inputValue()).toBe('https://maya.example')
  })

  test('the FAQ keeps the search text and the open answers', async () => {
    const page = await open('/faq')
    const search = page.getByRole('searchbox').or(page.locator('input[data-search]')).first()
    await page.locator('details[data-entry] summary').nth(1).click()
    await search.fill('a')
    await toChinese(page)
    expect(await search.inputValue()).toBe('a')
    expect(await page.locator('details[data-entry]').nth(1).getAttribute('open')).not.toBeNull()
  })
})

describe('checkout choices', () => {
  const { checkout, paying } = texts.en

  async function choose(): Promise<Page> {
    const page = await openPage({ language: 'en', width: 'phone' })
    await page.goto('/pricing')
    await reach(page, 'checkout')
    await page.locator('label:has(input[value=plan-24])').click()
    await page.locator('label:has(input[name=method][value=alipay])').click()
    await page.getByRole('button', { name: checkout.havePromo }).click()
    await page.getByLabel(paying.promoLabel).fill('welcome10')
    await page.getByRole('button', { name: paying.promoApply, exact: true }).click()
    await isChosen(page)
    return page
  }
  const isChosen = (page: Page) => page.getByRole('button', { name: checkout.pay.alipay('$67.41') }).waitFor()

  test('every choice made before the checkout script loads is applied, once', async () => {
    const page = await openPage({ language: 'en', width: 'phone' })
    const script = await holdBack(page, '**/assets/checkout-*.js')
    await page.goto('/pricing')
    await page.locator('label:has(input[name=currency][value=CNY])').click()
    await page.locator('label:has(input[name=method][value=wechat])').click()
    await pressPay(page)
    await script.asked
    script.letGo()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('¥268', { exact: true }).waitFor()
    await sheet.getByText(texts.en.signIn.next('wechat')).waitFor()
    expect(await page.locator('input[name=method][value=wechat]').isChecked()).toBe(true)
  })

  test('choices survive a reload, a second tab, and registration', async () => {
    const page = await choose()
    await page.reload()
    await isChosen(page)
    const beside = await page.context().newPage()
    await beside.goto('/pricing')
    await isChosen(beside)
    await pressPay(page)
    await page.getByRole('dialog').getByRole('button', { name: texts.en.signIn.byAddress }).click()
    await page.waitForURL('**/register')
    await sendAuthForm(page, 'en', 'register', newPerson())
    await page.waitForURL('**/pricing')
    await isChosen(page)
  })

  test('choices survive browser-back from the provider and cancelling there', async () => {
    const page = await choose()
    await pressPay(page)
    await takeMadeAccount(page, 'en')
    await page.waitForURL(/\/till\//)
    await page.goBack()
    await page.getByRole('dialog').getByRole('button', { name: checkout.order.close }).click()
    await isChosen(page)
    await pressPay(page)
    await decideAtCashier(page, 'en', 'cancel')
    await page.waitForURL('**/purchased?order=*')
    await page.goto('/pricing')
    await expect.poll(() => page.locator('input[name=plan][value=plan-24]').isChecked()).toBe(true)
  })

  test('a removed promo code stays removed after a reload', async () => {
    const page = await choose()
    await page.getByRole('button', { name: paying.promoRemove('WELCOME10') }).click()
    await page.getByRole('button', { name: checkout.pay.alipay('$74.90') }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: checkout.pay.alipay('$74.90') }).waitFor()
  })
})

describe('consent box of a returning visitor', () => {
  const back = async () => {
    const page = await open('/register')
    await sendAuthForm(page, 'en', 'register', newPerson())
    await page.waitForURL('**/start')
    await page.goto('/robots.txt')
    await page.evaluate(`sessionStorage.clear(); localStorage.removeItem('token')`)
    return page
  }
  const box = (page: Page) => page.getByRole('checkbox')

  test('the box stays ticked when it was ticked by hand before the form became active', async () => {
    const page = await back()
    const scripts = await holdBack(page, '**/assets/auth-*.js')
    await page.goto('/login')
    await box(page).check()
    await scripts.asked
    scripts.letGo()
    await reach(page, 'auth')
    expect(await box(page).isChecked()).toBe(true)
  })

  test('the box stays ticked when clicked while the form ticks it, and can be unticked afterwards', async () => {
    const page = await back()
    const scripts = await holdBack(page, '**/assets/auth-*.js')
    await page.goto('/login')
    await page.evaluate(`new MutationObserver((_, me) => {
      if (!document.querySelector('[data-island=auth][data-live]')) return
      me.disconnect()
      window.found = document.querySelector('[name=agreed]').checked
      document.querySelector('[name=agreed]').click()
    }).observe(document.body, { subtree: true, attributes: true })`)
    await page.getByLabel(texts.en.auth.accountName).focus()
    scripts.letGo()
    await reach(page, 'auth')
    expect(await page.evaluate('window.found')).toBe(true)
    expect(await box(page).isChecked()).toBe(true)
    await expect.poll(async () => (await box(page).click(), box(page).isChecked())).toBe(false)
  })
})
