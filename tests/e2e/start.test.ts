import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { faultsOf } from './axe.ts'
import { nativeApp } from './identity-steps.ts'
import { operate } from './invite-steps.ts'
import { openAccount } from './open-account.ts'
import { openPage, screens, watchBrowser } from './open-page.ts'
import { newPerson, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const minutes = (language: 'en' | 'zh-CN') => (language === 'en' ? '15 minutes' : '15\u00a0分钟')

describe.each(screens)('the first ride ($language, $width)', (screen) => {
  const { language } = screen
  const { start } = texts[language]

  test('goes from signing up to a trial that waits, and runs once an app signs in, by itself', async () => {
    const page = await openPage(screen)
    await page.goto('/trial')
    await page.getByRole('main').getByRole('link').first().click()
    await page.waitForURL('**/register')
    const person = newPerson()
    await sendAuthForm(page, language, 'register', person)
    await page.waitForURL('**/start')
    await page.getByRole('heading', { level: 1, name: start.heads.unknown }).waitFor()
    await page.getByText(start.leads.armed(minutes(language))).waitFor()
    await page.getByText(start.plate.armedTab, { exact: true }).waitFor()
    await page.getByText('15:00', { exact: true }).waitFor()
    await page.getByText(person.accountName, { exact: true }).waitFor()
    await page.getByText(start.wayBack.title).waitFor()
    expect(await faultsOf(page)).toEqual([])

    // Looked at again, it waits on.
    await page.reload()
    await page.getByText(start.plate.armedTab, { exact: true }).waitFor()

    const credentials = ['--name', person.accountName, '--password', person.password]
    await nativeApp(`ride-${randomBytes(5).toString('hex')}`, 'login', ...credentials, '--device-name', 'My phone')
    await page.getByRole('heading', { level: 1, name: start.heads.onTheRoad }).waitFor()
    await page.getByText(start.plate.runningTab, { exact: true }).waitFor()
    await page
      .getByRole('timer')
      .getByText(/^1[34]:\d\d$/)
      .waitFor()
    await page.getByText('My phone', { exact: true }).waitFor()
    expect(await page.locator('li[aria-current=step] h2').textContent()).toBe(start.stops.tap)
    expect(await faultsOf(page)).toEqual([])
  })

  test('shows who paid and is connected, and asks no more', async () => {
    const page = await openPage(screen)
    const person = await openAccount(page, language)
    await operate(
      'people',
      'give-time',
      '--user',
      person.accountName,
      '--days',
      '40',
      '--reason',
      'a test of the first ride',
    )
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/user_first_ride')) asked += 1
    })
    await page.clock.install()
    await page.goto('/start')
    await page.getByRole('heading', { level: 1, name: start.heads.member }).waitFor()
    const before = asked
    await page.clock.fastForward(60_000)
    await expect.poll(() => asked).toBeGreaterThan(before)

    await nativeApp(
      `ride-${randomBytes(5).toString('hex')}`,
      'login',
      '--name',
      person.accountName,
      '--password',
      person.password,
      '--device-name',
      'My phone',
    )
    await expect
      .poll(async () => {
        await page.clock.fastForward(10_000)
        return page.getByRole('heading', { level: 1, name: start.heads.onTheRoad }).isVisible()
      })
      .toBe(true)
    await page.getByText('My phone', { exact: true }).waitFor()
    const last = asked
    await page.clock.fastForward(600_000)
    await page.clock.fastForward(600_000)
    await page.evaluate("fetch('/robots.txt').then((found) => found.text())")
    expect(asked).toBe(last)
    expect(await faultsOf(page)).toEqual([])
  })
})
