import { randomBytes } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { trialLength } from '#shared/trial-length-text.ts'
import { faultsOf } from './axe.ts'
import { nativeApp } from './identity-steps.ts'
import { identityTexts } from './identity-texts.ts'
import { letMembershipEndIn, readMembershipEnd } from './let-time-pass.ts'
import { buyPlan } from './buy-plan.ts'
import { openAccount } from './open-account.ts'
import { corners, openPage, testIn, watchBrowser } from './open-page.ts'
import { addAuthenticator } from './passkey-steps.ts'
import { shownDate } from './shown-date.ts'
import { chooseAlipay, choosePlan, newPerson, reachCashier, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const device = () => `plate-${randomBytes(5).toString('hex')}`

describe.each(corners)('leading card of the profile ($language, $width)', (screen) => {
  const { language } = screen
  const onDesktop = testIn('zh-CN', language)
  const onPhone = testIn('en', language)
  const { account, start } = texts[language]
  const { membership } = account
  const { security } = identityTexts[language]

  onDesktop(
    'the profile leads with the trial: its minutes while it waits, and the time left once an app signed in',
    async () => {
      const page = await openPage(screen)
      const person = newPerson()
      await page.goto('/register')
      await sendAuthForm(page, language, 'register', person)
      await page.waitForURL('**/start')
      await page.getByText(start.plate.armedTab, { exact: true }).waitFor()
      await page.goto('/user/profile')
      await page.getByText(membership.trial.tab, { exact: true }).waitFor()
      await page.getByText('15:00', { exact: true }).waitFor()
      expect(await page.getByRole('link', { name: membership.trial.toStart }).getAttribute('href')).toBe('/start')
      expect(await faultsOf(page)).toEqual([])

      await nativeApp(device(), 'login', '--name', person.accountName, '--password', person.password)
      await page.reload()
      await page.getByText(membership.trial.left(trialLength(15, language)), { exact: true }).waitFor()
      await page
        .getByRole('timer')
        .getByText(/^1[34]:\d\d$/)
        .waitFor()
      expect(await faultsOf(page)).toEqual([])

      await letMembershipEndIn(-1, person.accountName)
      await page.reload()
      await page.getByRole('heading', { name: membership.over.trialOn }).waitFor()
      await page.getByText(membership.over.devicesStay(1), { exact: true }).waitFor()
      expect(await page.getByRole('link', { name: membership.over.plans }).getAttribute('href')).toBe('/pricing')
      expect(await faultsOf(page)).toEqual([])
      await page.goto('/start')
      await page.getByRole('heading', { name: membership.over.trialOn }).waitFor()
      expect(await faultsOf(page)).toEqual([])
    },
  )

  onDesktop('the overview shows no notice about the order that it begins with, but the next one', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    await page.goto('/pricing')
    await chooseAlipay(page, language)
    await reachCashier(page, screen)
    await page.goto('/user/orders')
    const number =
      (await page
        .locator('a', { hasText: /^\w{4}-\w{4}$/ })
        .first()
        .textContent()) ?? ''
    const notice = (heading: string, rows: readonly { label: string; value: string }[]) => ({
      id: heading,
      at: Date.now(),
      isRead: false,
      isSignIn: false,
      heading,
      text: '',
      rows,
      action: { label: 'See it', page: '/user/orders' },
    })
    await page.route('**/user_notices', async (route) => {
      const response = await route.fetch()
      const list = [notice('About this order', [{ label: 'Order', value: number }]), notice('About another', [])]
      await route.fulfill({ response, json: { ...(await response.json()), data: { list, unread: 2 } } })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'About this order' }).waitFor()
    await page.goto('/user/profile')
    await page.getByRole('heading', { name: 'About another' }).waitFor()
    await page.getByText(number).waitFor()
    expect(await page.getByRole('heading', { name: 'About this order' }).count()).toBe(0)
  })

  onPhone(
    'the profile leads with an ending or expired plan, and renewing it selects that plan at pricing',
    async () => {
      const page = await openPage(screen)
      const { accountName, token } = await openAccount(page, language)
      await buyPlan(token, 'plan-6', language)
      await page.goto('/user/profile')
      await page.getByRole('link', { name: membership.extend }).waitFor()

      await letMembershipEndIn(9 * 24 + 1, accountName)
      await page.reload()
      const [plan, sum] = [language === 'en' ? '6 months' : '6 个月', '¥162']
      await page.getByRole('link', { name: membership.more(plan, sum) }).waitFor()
      await page.getByText(membership.daysLeft(10), { exact: true }).waitFor()
      const plate = page.locator('.plate', { has: page.getByText(membership.validTo, { exact: true }) })
      await plate.getByText(shownDate(await readMembershipEnd(accountName), language), { exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      // The dialog opens from the plate, whose pale text it must not take. Axe does not judge it, because of the backdrop.
      const colourOf = (text: Locator) =>
        text.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).color)
      const pale = await colourOf(plate.locator('.dim').first())
      await plate.getByRole('button', { name: security.redeem.open }).click()
      expect(await colourOf(page.getByRole('dialog').getByText(security.redeem.lead))).not.toBe(pale)
      await page.keyboard.press('Escape')

      await letMembershipEndIn(-1, accountName)
      await page.reload()
      await page.getByRole('heading', { name: membership.over.membershipOn }).waitFor()
      await page.getByText(membership.over.invitesStay).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('link', { name: membership.over.again(plan, sum) }).click()
      await page.waitForURL((url) => url.pathname === '/pricing' && url.search === '')
      const chosen = (id: string) => page.locator(`input[name=plan][value=${id}]`).isChecked()
      await expect.poll(() => chosen('plan-6')).toBe(true)
      await expect.poll(() => page.locator('input[name=currency][value=CNY]').isChecked()).toBe(true)
      await choosePlan(page, 'plan-24')
      await page.reload()
      await expect.poll(() => chosen('plan-24')).toBe(true)
    },
  )

  onPhone('the profile leads with account recovery while none is set up', async () => {
    const page = await openPage(screen)
    const { password } = await openAccount(page, language)
    const known = Promise.withResolvers<void>()
    await page.route('**/api/user/user_security', async (route) => {
      await known.promise
      await route.continue()
    })
    await page.goto('/user/profile')
    const redeem = page.getByRole('button', { name: security.redeem.open })
    await redeem.waitFor()
    const before = await redeem.boundingBox()
    known.resolve()
    const card = page.getByRole('heading', { name: account.wayBack.title })
    await card.waitFor()
    // Content that appears above a button must not move it.
    expect(await redeem.boundingBox()).toEqual(before)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: account.wayBack.codes }).click()
    await page.waitForURL('**/user/security#security')
    await page.locator('#security').waitFor()
    await expect
      .poll(() => page.evaluate("document.querySelector('#security').getBoundingClientRect().top < innerHeight"))
      .toBe(true)
    await page.getByRole('button', { name: `${security.recovery.make}: ${security.recovery.title}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: security.fields.password, exact: true }).fill(password)
    await dialog.locator('button[type=submit]').click()
    await dialog.getByRole('button', { name: security.recovery.kept }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/user/profile')
    await redeem.waitFor()
    await card.waitFor({ state: 'detached' })
  })

  onDesktop('account recovery of a passkey-only account first leads to setting a password', async () => {
    const page = await openPage(screen)
    await addAuthenticator(page)
    await page.goto('/register')
    await page.getByLabel(texts[language].auth.accountName).fill(newPerson().accountName)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: texts[language].auth.passkeyNew }).click()
    await page.waitForURL('**/start')
    await page.goto('/user/profile')
    await page.getByText(account.wayBack.passwordFirst).waitFor()
    expect(await page.getByRole('link', { name: account.wayBack.codes }).count()).toBe(0)
    await page.getByRole('link', { name: account.wayBack.makePassword }).click()
    await page.getByRole('button', { name: start.appPassword.make }).click()
    await page.getByText(start.appPassword.once).waitFor()
    await page.goto('/user/profile')
    await page.getByRole('link', { name: account.wayBack.codes }).waitFor()
  })
})
