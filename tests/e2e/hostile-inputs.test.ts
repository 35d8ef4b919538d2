import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hostileTexts } from '../support/hostile-texts.ts'
import { openPage, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { accountRoutes, publicRoutes } from './routes.ts'
import { openAccount } from './open-account.ts'

watchBrowser()

/** Runs in the page: types each text into every field as fast as possible and submits forms now and then. */
const typing = `async (texts, handsIn) => {
  let most = 0
  for (const [index, text] of texts.entries()) {
    const fields = document.querySelectorAll('textarea, input:not([type=checkbox], [type=radio], [type=hidden], [type=submit], [type=file])')
    most = Math.max(most, fields.length)
    for (const field of fields) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text)
      for (const name of ['input', 'change', 'focusout']) field.dispatchEvent(new Event(name, { bubbles: true }))
    }
    if (handsIn && index % 40 === 0)
      for (const form of document.forms)
        if (form.getAttribute('method') !== 'dialog') HTMLFormElement.prototype.requestSubmit.call(form)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return { fields: most, ran: 'ran' in window }
}`
const islandOf: Readonly<Record<string, string>> = {
  '/login': 'auth',
  '/register': 'auth',
  '/resetpassword': 'reset',
  '/pricing': 'checkout',
}
const typeEverywhere = (page: Page, submits: boolean): Promise<{ fields: number; ran: boolean }> =>
  page.evaluate(`(${typing})(${JSON.stringify(hostileTexts)}, ${submits})`)

test('200 hostile texts in every field and in the URL run no script', async () => {
  // Rejected input is answered with 4xx, which the browser logs; anything else in the log fails the test.
  const page = await openPage({ language: 'zh-CN', width: 'desktop', expected: [/status of 4\d\d/] })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  let fields = 0
  // The price form would redirect to the login page; its fields work without the island.
  const visit = async (route: string) => {
    await page.goto(route)
    const island = islandOf[route]
    if (island) await reach(page, island)
    await page.waitForTimeout(300)
    const seen = await typeEverywhere(page, route !== '/pricing')
    fields += seen.fields
    expect([route, seen.ran]).toEqual([route, false])
  }
  for (const route of Object.keys(islandOf)) await visit(route)
  for (const [index, route] of publicRoutes.entries()) {
    const address = encodeURIComponent(hostileTexts[(index * 10) % hostileTexts.length]!)
    await page.goto(`${route}?r=${address}&code=${address}&order=${address}#${address}`)
    expect(await page.evaluate("'ran' in window")).toBe(false)
  }
  await page.goto('/register')
  await openAccount(page, 'zh-CN')
  for (const route of accountRoutes) await visit(route)
  expect(dialogs).toEqual([])
  expect(fields).toBeGreaterThan(8)
})
