import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { errorText } from '#shared/errors.ts'
import { fieldErrorText } from '#shared/field-errors.ts'
import { faultsOf } from './axe.ts'
import { identityTexts } from './identity-texts.ts'
import { addAuthenticator, addPasskey } from './passkey-steps.ts'
import { codeFor, field, finishAuthForm, logIn, newEmail, newPhone } from './identity-steps.ts'
import { openAccount, openProfile } from './open-account.ts'
import { openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { openAndArrive, type Person } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

const dialogOf = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialogOf(page).getByRole('textbox', { name, exact: true })

describe.each<Screen>([{ language: 'en', width: 'phone' }])('security section ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { account, auth } = texts[language]
  const { security } = identityTexts[language]
  const { fields } = security

  once(
    'an email address and a phone number are added to the account with the password and a verification code',
    async () => {
      const page = await openPage({ ...screen, expected: [/status of 400/] })
      const person = await openAccount(page, language)
      await page.goto('/user/security')
      const email = newEmail()
      await page.getByRole('button', { name: account.identity.addLabel(account.identity.email) }).click()
      await inDialog(page, fields.email).fill(newEmail())
      await dialogOf(page).getByRole('button', { name: fields.sendCode }).click()
      await dialogOf(page).getByText(fields.codeSent).first().waitFor()
      // A code sent to a mistyped address does not delay the one for the right address.
      await inDialog(page, fields.email).fill(email)
      await dialogOf(page).getByText(fields.codeHint).waitFor()
      await dialogOf(page).getByRole('button', { name: fields.sendCode }).click()
      await inDialog(page, fields.code).fill(await codeFor(email))
      await inDialog(page, fields.password).fill('not my password')
      await dialogOf(page).getByRole('button', { name: security.save }).click()
      await dialogOf(page).getByText(fieldErrorText('PasswordWrong', language)).last().waitFor()
      expect(await faultsOf(page)).toEqual([])
      await inDialog(page, fields.password).fill(person.password)
      await dialogOf(page).getByRole('button', { name: security.save }).click()
      await dialogOf(page).waitFor({ state: 'detached' })
      await page.getByText(email, { exact: true }).waitFor()

      const number = newPhone()
      await page.getByRole('button', { name: account.identity.addLabel(account.identity.phone) }).click()
      await dialogOf(page).getByLabel(fields.country).selectOption('CN')
      await inDialog(page, fields.phone).fill(number)
      await dialogOf(page).getByRole('button', { name: fields.sendCode }).click()
      await inDialog(page, fields.code).fill(await codeFor(`+86${number}`))
      await inDialog(page, fields.password).fill(person.password)
      await dialogOf(page).getByRole('button', { name: security.save }).click()
      await page.getByText(`+86${number}`, { exact: true }).waitFor()
      await page.getByRole('heading', { name: security.data.title }).waitFor()
      expect(await faultsOf(page)).toEqual([])

      const other = await openPage(screen)
      await other.goto('/login')
      await other.getByRole('tab', { name: auth.kinds.phone }).click()
      await other.getByLabel(fields.country).selectOption('CN')
      await field(other, fields.phone).fill(number)
      await finishAuthForm(other, language, 'login', person.password)
      await other.waitForURL('**/user/profile')
    },
  )

  once('a scheduled account deletion is cancelled by the next login', async () => {
    const page = await openPage({ ...screen, expected: [/status of 400/] })
    const person = await openAccount(page, language)
    await page.goto('/user/security')
    await page.getByRole('link', { name: security.data.delete }).click()
    await page.getByText(security.deletion.goes.devices(0), { exact: true }).waitFor()
    expect(await page.getByText(security.deletion.payouts).count()).toBe(0)
    await page.getByRole('button', { name: security.deletion.submit }).click()
    await page.getByRole('alert').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await field(page, fields.password).fill(person.password)
    await page.getByRole('button', { name: security.deletion.submit }).click()
    await page.waitForURL('**/login')
    await page
      .locator('main')
      .getByText(/20\d\d/)
      .first()
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await logIn(page, language, person)
    await page.getByText(account.kept).waitFor()
    await page.goto('/user/profile')
    await page.getByText(person.accountName, { exact: true }).first().waitFor()
    expect(await page.getByText(account.kept).count()).toBe(0)
  })
})

describe.each<Language>(['en'])('sign-in methods (%s)', (language) => {
  const once = testIn('en', language)
  const { account, auth } = texts[language]
  const { security } = identityTexts[language]
  const { fields, totp, passkeys, sessions } = security
  const visit = (expected: RegExp[] = []) => openPage({ language, width: 'desktop', expected })
  const logOut = async (page: Page) => {
    await page.getByRole('button', { name: account.logOut, exact: true }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
  }

  once(
    'an authenticator app is turned on, asked for at login, replaced once by a recovery code, and turned off',
    async () => {
      const page = await visit([/status of 40[01]/])
      const person = await openAccount(page, language)
      await page.goto('/user/security')
      await page.getByRole('button', { name: `${totp.turnOn}: ${totp.title}` }).click()
      await inDialog(page, fields.password).fill(person.password)
      await dialogOf(page).getByRole('button', { name: totp.next }).click()
      await dialogOf(page).getByRole('img', { name: totp.qr }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      const secret = (await dialogOf(page).locator('code').textContent()) ?? ''
      const app = new TOTP({ secret })
      await inDialog(page, fields.authenticatorCode).fill(app.generate())
      await dialogOf(page).getByRole('button', { name: totp.confirm, exact: true }).click()
      await dialogOf(page).getByRole('heading', { name: security.recovery.showTitle }).waitFor()
      const codes = await dialogOf(page).getByRole('listitem').allTextContents()
      await dialogOf(page).getByRole('button', { name: security.recovery.kept }).click()
      await page.getByText(totp.on).waitFor()

      await logOut(page)
      await logIn(page, language, person)
      await page.getByRole('heading', { name: auth.factor.title }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      // A code cannot be used twice, not even the one that enabled the app.
      await field(page, fields.authenticatorCode).fill(app.generate({ timestamp: Date.now() - 3_600_000 }))
      await page.getByRole('button', { name: auth.factor.submit }).click()
      await page.getByRole('alert').getByText(errorText('WrongFactorCode', language)).waitFor()
      await page.getByRole('button', { name: auth.factor.useRecovery }).click()
      await field(page, fields.recoveryCode).fill(codes[0] ?? '')
      await page.getByRole('button', { name: auth.factor.submit }).click()
      await page.waitForURL('**/user/profile')

      await page.goto('/user/security')
      await page.getByRole('button', { name: `${totp.turnOff}: ${totp.title}` }).click()
      await inDialog(page, fields.password).fill(person.password)
      await dialogOf(page).getByRole('button', { name: security.useRecovery }).click()
      await inDialog(page, fields.recoveryCode).fill(codes[1] ?? '')
      await dialogOf(page).getByRole('button', { name: totp.turnOff }).click()
      await page.getByText(totp.off, { exact: true }).waitFor()
    },
  )

  once('a passkey is added, logs in without account name and password, and is removed', async () => {
    const page = await visit()
    const person = await openProfile(page, language)
    await addAuthenticator(page)
    await addPasskey(page, language, person.password, 'my key')
    await dialogOf(page).waitFor({ state: 'detached' })

    await logOut(page)
    await page.goto('/login')
    await page.getByRole('button', { name: auth.passkey }).click()
    await page.waitForURL('**/user/profile')
    await page.getByText(person.accountName, { exact: true }).first().waitFor()

    await logOut(page)
    await page.evaluate("sessionStorage.setItem('offer', '')")
    await openAndArrive(page, '/login', '**/user/profile')
    await page.goto('/user/security')
    await page.getByRole('button', { name: passkeys.removeLabel('my key') }).click()
    await inDialog(page, fields.password).fill(person.password)
    await dialogOf(page).getByRole('button', { name: passkeys.remove }).click()
    await page.getByText(passkeys.none).waitFor()
  })

  once('changing the password and "sign out elsewhere" end other sessions and appear in the history', async () => {
    const page = await visit([/status of 400/])
    const person = await openProfile(page, language)
    const elsewhere = async (who: Person) => {
      const other = await visit([/status of 401/])
      await logIn(other, language, who)
      await other.waitForURL('**/user/profile')
      return other
    }
    const first = await elsewhere(person)
    await page.goto('/user/security')
    await page.getByRole('button', { name: sessions.endOthers }).click()
    await page.getByText(sessions.othersEnded).waitFor()
    await openAndArrive(first, '/user/profile', '**/login')

    const second = await elsewhere(person)
    await page.getByRole('button', { name: `${security.password.change}: ${security.password.title}` }).click()
    await inDialog(page, security.password.current).fill(person.password)
    await inDialog(page, fields.newPassword).fill('short')
    await dialogOf(page).getByRole('button', { name: security.save }).click()
    await dialogOf(page).getByText(fieldErrorText('PasswordTooShort', language)).waitFor()
    await inDialog(page, fields.newPassword).fill('a way that is new 42')
    await dialogOf(page).getByRole('button', { name: security.save }).click()
    await page.getByText(security.password.done).waitFor()
    await openAndArrive(second, '/user/profile', '**/login')

    await page.getByText(security.history.title).click()
    await page.getByText(security.history.results.signed_in).nth(2).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  once('an unknown redeem code is refused in its dialog and stays in the field', async () => {
    const page = await visit([/status of 404/])
    await openProfile(page, language)
    await page.getByRole('button', { name: security.redeem.open }).click()
    await inDialog(page, security.redeem.label).fill('AAAA-AAAA-AAAA-AAAA')
    await dialogOf(page).getByRole('button', { name: security.redeem.submit }).click()
    await dialogOf(page).getByRole('alert').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await inDialog(page, security.redeem.label).inputValue()).toBe('AAAA-AAAA-AAAA-AAAA')
  })

  once('a request that fails without a network shows the error in its dialog and keeps the input', async () => {
    const page = await visit([/ERR_FAILED/])
    await openProfile(page, language)
    await page.getByRole('button', { name: security.redeem.open }).click()
    await page.route('**/api/**', (route) => route.abort('failed'))
    await inDialog(page, security.redeem.label).fill('AAAA-AAAA-AAAA-AAAA')
    await dialogOf(page).getByRole('button', { name: security.redeem.submit }).click()
    const sentence = language === 'en' ? 'Network error. Please try again later.' : '网络错误，请稍后再试。'
    await page.getByRole('alert').getByText(sentence).first().waitFor()
    expect(await inDialog(page, security.redeem.label).inputValue()).toBe('AAAA-AAAA-AAAA-AAAA')
  })

  once('the data export downloads a JSON file of the account', async () => {
    const page = await visit()
    const person = await openAccount(page, language)
    await page.goto('/user/security')
    const arrived = page.waitForEvent('download')
    await page.getByRole('button', { name: security.data.export }).click()
    const file = await (await arrived).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of file) chunks.push(chunk as Buffer)
    const data = JSON.parse(Buffer.concat(chunks).toString()) as { account: { accountName: string } }
    expect(data.account.accountName).toBe(person.accountName)
  })
})
