import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { faultsOf } from './axe.ts'
import { nativeApp } from './identity-steps.ts'
import { operate } from './invite-steps.ts'
import { openAccount } from './open-account.ts'
import { openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { newPerson, sendAuthForm } from './steps.ts'
import { texts } from './texts.ts'
import en from '#text/en/site/trial-claim.ts'
import zh from '#text/zh-CN/site/trial-claim.ts'

watchBrowser()

const minutes = '15 minutes'

describe.each<Screen>([{ language: 'en', width: 'phone' }])('first use ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { start } = texts[language]

  once('signing up leads to a waiting trial, which starts by itself once an app signs in', async () => {
    const page = await openPage(screen)
    await page.goto('/trial')
    await page.getByRole('main').getByRole('link').first().click()
    await page.waitForURL('**/register')
    const person = newPerson()
    await sendAuthForm(page, language, 'register', person)
    await page.waitForURL('**/start')
    await page.getByRole('heading', { level: 1, name: start.heads.unknown }).waitFor()
    await page.getByText(start.leads.armed(minutes)).waitFor()
    await page.getByText(start.plate.armedTab, { exact: true }).waitFor()
    await page.getByText('15:00', { exact: true }).waitFor()
    await page.getByText(person.accountName, { exact: true }).waitFor()
    await page.getByText(start.wayBack.title).waitFor()
    expect(await faultsOf(page)).toEqual([])

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
    const stay = page.getByRole('link', { name: new RegExp(`^${start.plate.stay('', '').split(/[ ,:：]/)[0]}`) })
    const query = new URL((await stay.getAttribute('href')) ?? '', 'http://x').searchParams
    await stay.click()
    await reach(page, 'checkout')
    expect(await page.locator(`input[value="${query.get('plan')}"]`).isChecked()).toBe(true)
    expect(query.get('currency')).toBe('USD')
  })

  once('a second trial on the same device is refused, and the plans on sale are offered', async () => {
    const device = `ride-${randomBytes(5).toString('hex')}`
    const page = await openPage(screen)
    for (const turn of ['first', 'second']) {
      const person = await openAccount(page, language)
      await page.goto('/trial')
      const claimed = page.waitForResponse('**/user_claim_trial')
      await page.getByRole('main').getByRole('button').first().click()
      await claimed
      await page.waitForURL('**/start')
      await page.getByText(start.plate.armedTab, { exact: true }).waitFor()
      const credentials = ['--name', person.accountName, '--password', person.password]
      await nativeApp(device, 'login', ...credentials, '--device-name', 'My phone')
      if (turn === 'first') await page.getByText(start.plate.runningTab, { exact: true }).waitFor()
    }
    await page.getByText(start.leads.refused).waitFor()
    await page.getByRole('link', { name: start.plate.plans }).waitFor()
    expect(await page.getByRole('main').getByRole('button', { name: start.plate.startNow }).count()).toBe(0)
    expect(await page.getByRole('main').getByRole('button', { name: start.plate.keep }).count()).toBe(0)
  })

  once(
    'a sign-up whose last response was lost is completed, and a signed-in user is not sent back to login',
    async () => {
      const page = await openPage({ ...screen, expected: [/ERR_FAILED/, /status of 401/] })
      await page.goto('/register')
      const person = newPerson()
      await page.route('**/system_user_info', (route) => route.abort())
      await sendAuthForm(page, language, 'register', person)
      await page.waitForURL('**/start')
      // A visitor with a partial session is not asked to log in.
      await page.getByText(start.plate.failed).waitFor()
      expect(await page.getByRole('main').getByRole('link', { name: start.logIn }).count()).toBe(0)
      await page.unroute('**/system_user_info')
      await page.getByText(person.accountName, { exact: true }).waitFor()
      await page.getByRole('button', { name: start.plate.keep }).waitFor()

      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/user_first_ride', (route) => held.then(() => route.continue()))
      await page.reload()
      await page.getByText(start.plate.asking).waitFor()
      expect(await page.getByText(start.strangerPlate.title).isVisible()).toBe(false)
      release()
      await page.getByRole('button', { name: start.plate.keep }).waitFor()
    },
  )

  once('the start page leads to setting up the missing account recovery', async () => {
    const page = await openPage(screen)
    await openAccount(page, language)
    for (const [name, id] of [
      [start.wayBack.codes, 'security'],
      [start.wayBack.email, 'identity'],
    ] as const) {
      await page.goto('/start')
      await page.getByRole('link', { name }).click()
      await page.waitForURL(`**/user/security#${id}`)
      await page.locator(`#${id}`).waitFor()
      await expect
        .poll(() =>
          page.evaluate<boolean>(
            `(({ top }) => Math.abs(top) < innerHeight / 2)(document.querySelector('#${id}').getBoundingClientRect())`,
          ),
        )
        .toBe(true)
    }
  })

  once('the start page shows a paid and connected member, and stops polling', async () => {
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

describe.each<Language>(['en'])('trial page (%s)', (language) => {
  const once = testIn('en', language)
  const { start } = texts[language]
  const words = en

  once('the page retries after a failed request, and shows the current state on return', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/ERR_FAILED/] })
    await openAccount(page, language)
    await page.route('**/user_trial', (route) => route.abort())
    await page.goto('/trial')
    await page.getByRole('alert').getByText(words.failed).waitFor()
    await page.unroute('**/user_trial')
    await page.getByRole('button', { name: words.retry }).click()
    const claim = page.getByRole('button', { name: words.keep(minutes) })
    // Simulates the browser's back button: the page was left before the redirect finished.
    await page.route('**/start', (route) => route.fulfill({ status: 204 }))
    await claim.click()
    await page.getByRole('main').getByRole('link', { name: words.toStart }).waitFor()
    await page.unroute('**/start')
    await page.getByRole('main').getByRole('link', { name: words.toStart }).click()
    await page.getByText(start.plate.armedTab, { exact: true }).waitFor()
  })

  once('an error is shown in the language that is switched to', async () => {
    const page = await openPage({ language, width: 'desktop', expected: [/ERR_FAILED/] })
    await openAccount(page, language)
    await page.goto('/trial')
    // Simulates a response that does not come from our server.
    await page.route('**/user_trial', (route) => route.abort())
    await page.reload()
    await page.getByRole('alert').getByText(words.failed).waitFor()
    await page.locator('a[data-language]').click()
    await page.getByRole('alert').getByText(zh.failed).waitFor()
  })

  once('a sign-up whose last response was lost is completed', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/ERR_FAILED/, /status of 401/] })
    await page.goto('/register')
    await page.route('**/system_user_info', (route) => route.abort())
    await sendAuthForm(page, language, 'register', newPerson())
    await page.waitForURL('**/start')
    await page.getByText(start.plate.failed).waitFor()
    await page.unroute('**/system_user_info')
    await page.goto('/trial')
    await page
      .getByRole('main')
      .getByRole('button', { name: words.keep(minutes) })
      .waitFor()
  })
})
