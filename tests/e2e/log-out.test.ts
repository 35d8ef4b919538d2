import { expect, test } from 'vitest'
import { openPage, watchBrowser } from './open-page.ts'
import { register } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

test('somebody who logs out while the page still loads is out, and nothing asks for the account any more', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await register(page, 'en')
  const held: (() => void)[] = []
  await page.route(/\/user_(sessions|security)$/, (route) => {
    held.push(() => void route.continue().catch(() => {}))
  })
  await page.reload()
  await expect.poll(() => held.length).toBe(2)
  await page.route('**/user_logout', async (route) => {
    const answer = await route.fetch()
    for (const release of held) release()
    await route.fulfill({ response: answer })
  })
  await page.getByRole('button', { name: texts.en.account.logOut }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})
