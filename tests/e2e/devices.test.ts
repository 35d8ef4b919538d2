import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { errorText } from '#shared/errors.ts'
import { faultsOf } from './axe.ts'
import { identityTexts } from './identity-texts.ts'
import { nativeApp } from './identity-steps.ts'
import { openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { openAccount } from './open-account.ts'
import { texts } from './texts.ts'

watchBrowser()

const newDevice = () => `e2e-${randomBytes(5).toString('hex')}`

async function webAddress(device: string): Promise<{ url: URL; code: string }> {
  const [line = ''] = (await nativeApp(device, 'web')).split('\n')
  const url = new URL(line)
  return { url, code: url.searchParams.get('token') ?? '' }
}

describe.each<Screen>([{ language: 'en', width: 'phone' }])('devices ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { device: words } = identityTexts[language]

  once('the device list is empty at first; a device registered by an app is listed, renamed and removed', async () => {
    const page = await openPage(screen)
    const person = await openAccount(page, language)
    await page.goto('/user/device')
    await page.getByText(words.empty).waitFor()
    expect(await faultsOf(page)).toEqual([])

    const device = newDevice()
    const credentials = ['--name', person.accountName, '--password', person.password]
    await nativeApp(device, 'login', ...credentials, '--platform', 'android', '--device-name', 'Old phone')
    await page.reload()
    await page.getByText('Old phone', { exact: true }).waitFor()
    await page.getByRole('heading', { name: words.types[0] ?? '' }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    await page.getByRole('button', { name: words.renameLabel('Old phone') }).click()
    await page.getByRole('textbox', { name: words.name }).fill('Lin’s phone')
    await page.getByRole('dialog').getByRole('button', { name: words.save }).click()
    await page.getByText('Lin’s phone', { exact: true }).waitFor()

    await page.getByRole('button', { name: words.unbindLabel('Lin’s phone') }).click()
    await page.getByRole('dialog').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: words.unbind, exact: true }).click()
    await page.getByText(words.empty).waitFor()
    await expect(nativeApp(device, 'info')).rejects.toThrow(errorText('Unauthorized', 'en'))
  })
})

describe.each<Screen>([{ language: 'en', width: 'phone' }])('a login code in the URL ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { account } = texts[language]
  const { loginCode } = identityTexts[language]

  once('a login code in the URL asks before logging in, works once, and is not passed on in any request', async () => {
    const device = newDevice()
    await nativeApp(device, 'register')
    const { url, code } = await webAddress(device)
    expect(code).not.toBe('')
    const page = await openPage({ ...screen, expected: [/status of 401/] })
    const leaks: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) return
      const { referer = '' } = request.headers()
      if (request.url().includes(code) || referer.includes(code)) leaks.push(request.url())
    })
    await page.goto(url.pathname + url.search)
    const question = page.getByRole('dialog', { name: loginCode.title })
    await question.getByText(loginCode.nameless).waitFor()
    expect(page.url()).not.toContain('token')
    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate('localStorage.getItem("token")')).toBeNull()
    const { width, height } = page.viewportSize()!
    expect(await question.boundingBox()).toEqual({ x: 0, y: 0, width, height })
    await question.getByRole('button', { name: loginCode.yes, exact: true }).click()
    await page.getByText(account.identity.nameless).waitFor()
    expect(leaks).toEqual([])
    expect(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])')).not.toContain(code)

    const other = await openPage({ ...screen, expected: [/status of 401/] })
    await other.goto(`/pricing${url.search}`)
    await other.getByRole('dialog').getByText(errorText('LoginCodeInvalid', language)).waitFor()
    expect(await faultsOf(other)).toEqual([])
    expect(other.url()).not.toContain('token')
    await other.getByRole('button', { name: loginCode.ok }).click()
    expect(await other.evaluate('localStorage.getItem("token")')).toBeNull()
  })

  once('Enter and Escape decline the login code, and the visitor stays signed out', async () => {
    const device = newDevice()
    await nativeApp(device, 'register')
    for (const key of ['Enter', 'Escape']) {
      const { url } = await webAddress(device)
      const page = await openPage({ ...screen })
      await page.goto(`/faq${url.search}`)
      await page.getByRole('dialog', { name: loginCode.title }).waitFor()
      await page.keyboard.press(key)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await page.evaluate('localStorage.getItem("token")')).toBeNull()
      expect(new URL(page.url()).search).toBe('')
    }
    const { url } = await webAddress(device)
    const page = await openPage({ ...screen })
    await page.goto(`/faq${url.search}`)
    const yes = page.getByRole('dialog').getByRole('button', { name: loginCode.yes, exact: true })
    await yes.waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('localStorage.getItem("token")')).not.toBeNull()
  })

  once('a login code names the signed-in account and replaces its session only after confirmation', async () => {
    const device = newDevice()
    await nativeApp(device, 'register')
    const page = await openPage({ ...screen })
    const person = await openAccount(page, language)
    const before = await page.evaluate<string>('localStorage.getItem("token")')

    const first = await webAddress(device)
    await page.goto(first.url.pathname + first.url.search)
    await page.getByRole('dialog').getByText(loginCode.here(person.accountName)).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: loginCode.stay(person.accountName) }).click()
    await page.getByText(person.accountName, { exact: true }).locator('visible=true').first().waitFor()
    expect(await page.evaluate<string>('localStorage.getItem("token")')).toBe(before)

    const second = await webAddress(device)
    await page.goto(`/faq${second.url.search}`)
    await page.getByRole('dialog').getByRole('button', { name: loginCode.yes, exact: true }).click()
    // Waits for the new session, because leaving the page earlier would decline the login code.
    await expect.poll(() => page.evaluate('localStorage.getItem("token")')).not.toBe(before)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto('/user/profile')
    await page.getByText(account.identity.nameless).waitFor()
  })

  once('a session token in the URL also asks before logging in, and the checkout names the account', async () => {
    const owner = await openPage({ ...screen })
    const person = await openAccount(owner, language)
    const token = await owner.evaluate<string>('localStorage.getItem("token")')
    const page = await openPage({ ...screen })
    await page.goto(`/pricing?token=${token}`)
    await page.getByRole('dialog', { name: loginCode.title }).waitFor()
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate('localStorage.getItem("token")')).toBeNull()
    // After the confirmation the page reloads and does not ask a second time.
    const loadedAgain = page.waitForEvent('load')
    await page.getByRole('dialog').getByRole('button', { name: loginCode.yes, exact: true }).click()
    await loadedAgain
    const rotated = await page.evaluate('localStorage.getItem("token")')
    expect(rotated).toMatch(/^wf_/)
    expect(rotated).not.toBe(token)
    await page.mouse.move(200, 400)
    await page.getByText(person.accountName, { exact: true }).locator('visible=true').first().waitFor()
  })
})
