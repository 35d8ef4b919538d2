import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { errorText } from '#shared/errors.ts'
import { faultsOf } from './axe.ts'
import { identityTexts } from './identity-texts.ts'
import { nativeApp } from './identity-steps.ts'
import { languages, openPage, screens, watchBrowser } from './open-page.ts'
import { register } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const newDevice = () => `e2e-${randomBytes(5).toString('hex')}`

/** An address that opens the web account of this simulated device, and the code in it. */
async function webAddress(device: string): Promise<{ url: URL; code: string }> {
  const [line = ''] = (await nativeApp(device, 'web')).split('\n')
  const url = new URL(line)
  return { url, code: url.searchParams.get('token') ?? '' }
}

describe.each(screens)('devices ($language, $width)', (screen) => {
  const { language } = screen
  const { device: words } = identityTexts[language]

  test('none yet; one that an app registers is listed, renamed, and unbound', async () => {
    const page = await openPage(screen)
    const person = await register(page, language)
    await page.goto('/user/device')
    await page.getByText(words.empty).waitFor()
    expect(await faultsOf(page)).toEqual([])

    const device = newDevice()
    const credentials = ['--name', person.accountName, '--password', person.password]
    await nativeApp(device, 'login', ...credentials, '--platform', 'android', '--device-name', 'Old phone')
    await page.reload()
    await page.getByText('Old phone').waitFor()
    await page.getByRole('heading', { name: words.types[0] ?? '' }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    await page.getByRole('button', { name: words.renameLabel('Old phone') }).click()
    await page.getByRole('textbox', { name: words.name }).fill('Lin’s phone')
    await page.getByRole('dialog').getByRole('button', { name: words.save }).click()
    await page.getByText('Lin’s phone').waitFor()

    await page.getByRole('button', { name: words.unbindLabel('Lin’s phone') }).click()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: words.unbind, exact: true }).click()
    await page.getByText(words.empty).waitFor()
    await expect(nativeApp(device, 'info')).rejects.toThrow(errorText('Unauthorized', 'en'))
  })
})

describe.each(languages)('a login code in the address (%s)', (language) => {
  const { account } = texts[language]
  const { loginCode } = identityTexts[language]

  test('opens the account once; nothing that the page asks for carries it on', async () => {
    const device = newDevice()
    await nativeApp(device, 'register')
    const { url, code } = await webAddress(device)
    expect(code).not.toBe('')
    const page = await openPage({ language, width: 'phone', expected: [/status of 401/] })
    const leaks: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) return
      const { referer = '' } = request.headers()
      if (request.url().includes(code) || referer.includes(code)) leaks.push(request.url())
    })
    await page.goto(url.pathname + url.search)
    await page.getByText(account.identity.nameless).waitFor()
    expect(page.url()).not.toContain('token')
    expect(leaks).toEqual([])
    expect(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])')).not.toContain(code)

    // A second time it says so, and leads nowhere.
    const other = await openPage({ language, width: 'phone', expected: [/status of 401/] })
    await other.goto(`/pricing${url.search}`)
    await other.getByRole('dialog').getByText(errorText('LoginCodeInvalid', language)).waitFor()
    expect(await faultsOf(other)).toEqual([])
    expect(other.url()).not.toContain('token')
    await other.getByRole('button', { name: loginCode.ok }).click()
    expect(await other.evaluate('localStorage.getItem("token")')).toBeNull()
  })

  test('asks before it replaces the session of somebody else', async () => {
    const device = newDevice()
    await nativeApp(device, 'register')
    const page = await openPage({ language, width: 'desktop' })
    const person = await register(page, language)
    const before = await page.evaluate<string>('localStorage.getItem("token")')

    const first = await webAddress(device)
    await page.goto(first.url.pathname + first.url.search)
    await page.getByRole('dialog').getByText(person.accountName).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: loginCode.switchNo }).click()
    await page.getByText(person.accountName, { exact: true }).waitFor()
    expect(await page.evaluate<string>('localStorage.getItem("token")')).toBe(before)

    const second = await webAddress(device)
    await page.goto(`/faq${second.url.search}`)
    await page.getByRole('button', { name: loginCode.switchYes, exact: true }).click()
    await page.waitForURL('**/faq')
    await page.goto('/user/profile')
    await page.getByText(account.identity.nameless).waitFor()
  })
})
