import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { networkErrorText } from '#web/client/api-error.ts'
import { visit } from './axe.ts'
import { identityTexts } from './identity-texts.ts'
import { openAccount, openProfile } from './open-account.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { pasteEverywhere } from './paste.ts'
import { smallTargets } from './small-targets.ts'
import { texts } from './texts.ts'

watchBrowser()

const language = 'en'
const phone = { language, width: 'phone' } as const
const { account, checkout, paying, shell } = texts[language]
const { security } = identityTexts[language]

/**
 * Visible fields with text below 16 px, into which Safari on iOS zooms (LemmyNet/lemmy-ui#1070,
 * swisspost/design-system#7820).
 */
const zoomedFields = `(() => {
  const fields = document.querySelectorAll('textarea, select, input:not([type=checkbox], [type=radio], [type=hidden], [type=range])')
  return [...fields]
    .filter((field) => field.checkVisibility({ visibilityProperty: true }) && parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => location.pathname + ' zooms into ' + field.outerHTML.slice(0, 90))
})()`

/**
 * Password fields whose text a phone's keyboard would change once it is shown (mozilla/fxa-content-server#2991,
 * Trustroots/trustroots#775, swiftyapp/swifty#465).
 */
const changedPasswords = `(() => {
  const isKept = (field) => field.autocapitalize === 'none' && !field.spellcheck && field.getAttribute('autocorrect') === 'off'
  return [...document.querySelectorAll('input[type=password]:not([hidden])')]
    .filter((field) => !isKept(field))
    .map((field) => location.pathname + ' changes ' + field.outerHTML.slice(0, 90))
})()`

async function* dialogs(page: Page): AsyncGenerator<void> {
  const { identity } = account
  const openers = [
    identity.changeLabel(identity.accountName),
    identity.addLabel(identity.email),
    identity.addLabel(identity.phone),
    security.redeem.open,
    `${security.password.change}: ${security.password.title}`,
    `${security.totp.turnOn}: ${security.totp.title}`,
    `${security.recovery.make}: ${security.recovery.title}`,
    security.passkeys.add,
  ]
  for (const name of openers) {
    if (name === security.redeem.open) await visit(page, '/user/profile')
    else if (new URL(page.url()).pathname !== '/user/security') await visit(page, '/user/security')
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    yield
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

test('targets in menu, forms and dialogs are at least 44 px on a phone, and every field accepts pasted text and is not zoomed into', async () => {
  const page = await openPage(phone)
  const faults: string[] = []
  let fields = 0
  const look = async () => {
    // Fields are shown disabled until they are ready.
    await page.locator('input:disabled').first().waitFor({ state: 'detached' })
    const seen = await pasteEverywhere(page)
    fields += seen.fields
    faults.push(...(await smallTargets(page)), ...seen.deaf)
    for (const script of [zoomedFields, changedPasswords]) faults.push(...(await page.evaluate<string[]>(script)))
  }
  for (const route of ['/login', '/register', '/resetpassword']) {
    await visit(page, route)
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await look()
    }
  }
  await visit(page, '/pricing')
  for (const name of [checkout.havePromo, checkout.haveGift]) await page.getByRole('button', { name }).click()
  await page.getByLabel(paying.giftLabel).waitFor()
  await look()
  await visit(page, '/faq')
  await look()
  await page.locator('summary').filter({ visible: true }).and(page.getByLabel(shell.menu)).click()
  faults.push(...(await smallTargets(page)))
  await openProfile(page, language)
  for await (const _ of dialogs(page)) await look()
  for (const route of ['/user/delete-account', '/user/kol']) {
    await visit(page, route)
    await page.getByRole('main').getByRole('textbox').first().waitFor()
    await look()
  }
  expect(faults).toEqual([])
  expect(fields).toBeGreaterThan(30)
})

test('toasts are announced in an existing live region: politely, or assertively for an error', async () => {
  const page = await openPage({ ...phone, expected: [/net::ERR_FAILED/] })
  const person = await openAccount(page, language)
  await page.goto('/user/security')
  // Records each live-region text, its urgency, and if the region existed a frame earlier.
  await page.evaluate(`(() => {
    window.heard = []
    const regions = new WeakMap()
    const look = () => {
      for (const region of document.querySelectorAll('[id^=toasts-]')) {
        if (region.textContent !== '' && !heard.some(({ text }) => text === region.textContent))
          heard.push({ role: region.role, text: region.textContent, stood: regions.has(region) })
        regions.set(region, true)
      }
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })()`)
  const heard = () => page.evaluate<{ role: string; text: string; stood: boolean }[]>('heard')
  const dialog = page.getByRole('dialog')
  const { identity } = account
  await page.getByRole('button', { name: identity.changeLabel(identity.accountName) }).click()
  await dialog.getByRole('textbox', { name: security.fields.accountName }).fill(`${person.accountName}.new`)
  await dialog.getByRole('textbox', { name: security.fields.password }).fill(person.password)
  await page.route('**/user_set_account_name', (route) => route.abort())
  await dialog.getByRole('button', { name: security.save }).click()
  await dialog.getByText(networkErrorText[language]).waitFor()
  await page.unroute('**/user_set_account_name')
  await dialog.getByRole('button', { name: security.save }).click()
  await page.getByText(security.saved, { exact: true }).waitFor()
  expect(await heard()).toEqual([
    { role: 'alert', text: networkErrorText[language], stood: true },
    { role: 'status', text: security.saved, stood: true },
  ])
})

test('the touch checks report a small target, a field that blocks pasting, and one that truncates pasted text', async () => {
  const page = await openPage(phone)
  await page.goto('/loading')
  await page.evaluate(`(() => {
    const add = (name, attributes) => document.body.append(Object.assign(document.createElement(name), attributes))
    add('button', { textContent: '×', style: 'width: 44px; height: 30px' })
    add('input', { name: 'closed', onpaste: (event) => event.preventDefault() })
    add('input', { name: 'short', maxLength: 6 })
    const sentence = document.createElement('p')
    sentence.append('A sentence with ', Object.assign(document.createElement('a'), { href: '/', textContent: 'a link' }))
    const alone = document.createElement('p')
    alone.append(Object.assign(document.createElement('a'), { href: '/', textContent: 'a link alone' }))
    document.body.append(sentence, alone)
  })()`)
  const small = (await smallTargets(page)).join('\n')
  expect(small).toContain('button "×" is 44 × 30 px')
  expect(small).toContain('a "a link alone"')
  expect(small).not.toContain('a "a link"')
  expect((await pasteEverywhere(page)).deaf).toEqual(['/loading closed holds ""', '/loading short holds "138001"'])
})
