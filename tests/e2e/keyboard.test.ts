import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openAccount } from './open-account.ts'
import { languages, openPage, watchBrowser } from './open-page.ts'
import { newPerson } from './steps.ts'
import { texts } from './texts.ts'
import redeemTexts from '#text/en/site/security.ts'
import { cashierTexts } from '#simulators/cashier/cashier-text.ts'

watchBrowser()

/** Accessible text of the focused element: an input's label, otherwise its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const element = document.activeElement
    if (element === document.body) return ''
    const label = element?.labels?.[0]?.innerText ?? element?.getAttribute?.('aria-label') ?? element?.innerText ?? ''
    return label.trim()
  })()`)

async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  const seen: string[] = []
  for (let presses = 0; presses < 80; presses++) {
    const label = await focused(page)
    seen.push(label)
    if (typeof wanted === 'string' ? label === wanted : wanted.test(label)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${String(wanted)}; it passed ${[...new Set(seen)].join(' | ')}`)
}

describe.each(languages)('by keyboard alone (%s)', (language) => {
  const { auth, checkout, start, paying } = texts[language]

  test('a user registers, chooses a plan, pays and reads the result by keyboard alone', async () => {
    const page = await openPage({ language, width: 'desktop' })
    const person = newPerson()
    await page.goto('/register')
    await tabTo(page, auth.accountName)
    await page.keyboard.type(person.accountName)
    await tabTo(page, auth.password)
    await page.keyboard.type(person.password)
    await tabTo(page, new RegExp(auth.agreeTerms))
    await page.keyboard.press('Space')
    await tabTo(page, auth.register.submit)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/start')
    await page.getByText(start.plate.armedTab).waitFor()

    await page.goto('/pricing')
    await page.locator('[data-island][data-live]').waitFor()
    // All plans are a single tab stop; arrow keys choose among them.
    const plan = page.getByRole('radio', { name: /^1\s?(month|个月)/ })
    await tabTo(page, /\d\s?(months?|个月)\n/)
    for (let presses = 0; presses < 6 && !(await plan.isChecked()); presses++) await page.keyboard.press('ArrowUp')
    expect(await plan.isChecked()).toBe(true)
    await tabTo(page, language === 'en' ? checkout.ways.card : checkout.ways.alipay)
    await tabTo(
      page,
      new RegExp(`^${(language === 'en' ? checkout.pay.card : checkout.pay.alipay)('.+')}`.replace('$', '\\$')),
    )
    const opened = language === 'en' ? null : page.context().waitForEvent('page')
    await page.keyboard.press('Enter')
    if (opened) {
      // Alipay in yuan shows a QR code; without a phone, this browser opens its link.
      await page.getByRole('dialog').getByRole('link', { name: paying.openHere }).waitFor()
      await tabTo(page, paying.openHere)
      await page.keyboard.press('Enter')
    }
    const cashier = opened ? await opened : page
    await cashier.waitForURL(/\/till\/\w+\/cashier\//)
    await tabTo(cashier, new RegExp(`^${cashierTexts[language].pay('')}`))
    await cashier.keyboard.press('Enter')

    if (!opened) {
      await page.waitForURL('**/purchased?order=*')
      await page.getByRole('heading', { name: checkout.order.success.title }).waitFor()
      return
    }
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: checkout.order.success.title }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('the skip link is the first tab stop and leads to the content', async () => {
    const page = await openPage({ language, width: 'desktop' })
    await page.goto('/')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(texts[language].shell.skip)
    await page.keyboard.press('Enter')
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('main')
  })
})

test('a dialog returns the focus to a button that was disabled while it was open', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await openAccount(page, 'en')
  await page.goto('/user/profile')
  const opener = page.getByRole('button', { name: redeemTexts.redeem.open })
  await opener.evaluate((button) => {
    button.addEventListener('click', () => button.setAttribute('disabled', ''))
    button.ownerDocument.addEventListener('close', () => button.removeAttribute('disabled'), { capture: true })
  })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((button) => button.ownerDocument.activeElement === button)).toBe(true)
})
