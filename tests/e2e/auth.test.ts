import { describe, expect } from 'vitest'
import type { Language } from '#shared/language.ts'
import { errorText } from '#shared/errors.ts'
import { fieldErrorText } from '#shared/field-errors.ts'
import { faultsOf } from './axe.ts'
import { identityTexts } from './identity-texts.ts'
import { codeFor, field, finishAuthForm, logIn, newEmail, newPhone } from './identity-steps.ts'
import { makeAccount, openProfile } from './open-account.ts'
import { openPage, type Screen, testIn, watchBrowser } from './open-page.ts'
import { reach } from './reach.ts'
import { newPerson, openAndArrive } from './steps.ts'
import { texts } from './texts.ts'

watchBrowser()

describe.each<Screen>([{ language: 'en', width: 'phone' }])('registration and login ($language, $width)', (screen) => {
  const { language } = screen
  const once = testIn('en', language)
  const { account, auth } = texts[language]
  const { fields, kinds } = auth

  once('a user registers by email with a code, then logs in with the email address in other letter case', async () => {
    const page = await openPage({ ...screen, expected: [/status of 400/] })
    const email = newEmail()
    const { password } = newPerson()
    await page.goto('/register')
    await page.getByRole('tab', { name: kinds.email }).click()
    await field(page, fields.email).fill(newEmail())
    await page.getByRole('button', { name: fields.sendCode }).click()
    await page.getByText(fields.codeSent).first().waitFor()
    // A code sent to a mistyped address does not delay the one for the right address.
    await field(page, fields.email).fill(email)
    await page.getByText(fields.codeHint).waitFor()
    await page.getByRole('button', { name: fields.sendCode }).click()
    const code = await codeFor(email)
    await expect.poll(() => page.evaluate<string>('document.activeElement.name')).toBe('code')
    await page.getByRole('button', { name: /\d+/ }).first().waitFor()
    expect(await field(page, fields.code).getAttribute('autocomplete')).toBe('one-time-code')

    await field(page, fields.code).fill(code === '000000' ? '000001' : '000000')
    await finishAuthForm(page, language, 'register', password)
    await page.getByRole('alert').getByText(errorText('WrongCode', language)).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await field(page, fields.email).inputValue()).toBe(email)
    expect(await field(page, auth.password).inputValue()).toBe(password)

    await field(page, fields.code).fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
    await page.getByRole('button', { name: auth.register.submit, exact: true }).click()
    await page.waitForURL('**/start')
    await page.goto('/user/profile')
    await page.getByText(email).waitFor()

    const other = await openPage(screen)
    await other.goto('/login')
    await other.getByRole('tab', { name: kinds.email }).click()
    await field(other, fields.email).fill(email.toUpperCase())
    await finishAuthForm(other, language, 'login', password)
    await other.waitForURL('**/user/profile')
  })

  once('registration by phone reports an invalid number at its field and sends a code by SMS', async () => {
    const page = await openPage(screen)
    const number = newPhone()
    const { password } = newPerson()
    await page.goto('/register')
    await page.getByRole('tab', { name: kinds.phone }).click()
    await page.getByLabel(fields.country).selectOption('CN')
    await field(page, fields.phone).fill('12345')
    await page.getByRole('button', { name: fields.sendCode }).click()
    await page.getByText(fieldErrorText('PhoneInvalid', language)).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await field(page, fields.phone).fill(`${number.slice(0, 3)} ${number.slice(3, 7)} ${number.slice(7)}`)
    await page.getByRole('button', { name: fields.sendCode }).click()
    await field(page, fields.code).fill(await codeFor(`+86${number}`))
    await finishAuthForm(page, language, 'register', password)
    await page.waitForURL('**/start')
    await page.goto('/user/profile')
    await page.getByText(`+86${number}`).waitFor()
    expect(await page.getByText(account.membership.none).isVisible()).toBe(true)
  })
})

describe.each<Language>(['en'])('login and registration problems (%s)', (language) => {
  const once = testIn('en', language)
  const { auth } = texts[language]
  const { reset, security } = identityTexts[language]
  const { fields, kinds } = auth

  once('typed values survive a switch between login tabs', async () => {
    const page = await openPage({ language, width: 'phone' })
    await page.goto('/login')
    await page.getByLabel(auth.accountName).fill('lin.w')
    await reach(page, 'auth')
    const tabs = page.getByRole('tab')
    await tabs.first().focus()
    await page.keyboard.press('ArrowRight')
    expect(await tabs.nth(1).getAttribute('aria-selected')).toBe('true')
    await field(page, fields.email).fill('lin@wayfare.example')
    await page.getByRole('tab', { name: kinds.account_name }).click()
    expect(await page.getByLabel(auth.accountName).inputValue()).toBe('lin.w')
    await page.getByRole('tab', { name: kinds.email }).click()
    expect(await field(page, fields.email).inputValue()).toBe('lin@wayfare.example')
  })

  once(
    'after ten wrong passwords each login attempt needs a proof of work, and the right password still logs in',
    async () => {
      const person = await makeAccount(language)
      const other = await openPage({ language, width: 'desktop', expected: [/status of 401/, /status of 429/] })
      const worked: string[] = []
      other.on('request', (request) => {
        if ('work' in request.headers()) worked.push(request.url())
      })
      await logIn(other, language, { ...person, password: 'not my password' })
      const alert = other.getByRole('alert').filter({ hasText: errorText('WrongCredentials', language) })
      await alert.waitFor()
      const submit = other.getByRole('button', { name: auth.login.submit, exact: true })
      for (let tries = 1; tries <= 20 && worked.length === 0; tries++) {
        const answered = other.waitForResponse('**/user_login')
        await submit.click()
        await answered
      }
      await alert.waitFor()
      await expect.poll(() => worked).not.toEqual([])
      // Waits for the previous response, which moves the form, and submits by keyboard.
      await submit.and(other.locator(':not([aria-busy])')).waitFor()
      await field(other, auth.password).fill(person.password)
      await field(other, auth.password).press('Enter')
      await other.waitForURL('**/user/profile')
    },
  )

  // Chrome on iOS fills forms without an event (react/react#8174, redux-form/redux-form#2649, jaredpalmer/formik#721).
  once('fields that the browser filled without an event are sent', async () => {
    const person = await makeAccount(language)
    const page = await openPage({ language, width: 'phone' })
    await page.goto('/login')
    // Ticking the box by hand shows that the form is active before it is filled.
    await page.getByRole('checkbox').check()
    const fillIn = (input: { value: string }, text: string) => void (input.value = text)
    await page.getByLabel(auth.accountName).evaluate(fillIn, person.accountName)
    await field(page, auth.password).evaluate(fillIn, person.password)
    await page.getByRole('button', { name: auth.login.submit, exact: true }).click()
    await page.waitForURL('**/user/profile')
  })

  once('a double click on submit over a slow connection creates one account', async () => {
    const page = await openPage({ language, width: 'phone' })
    const person = newPerson()
    let calls = 0
    await page.route('**/user_register_username', async (route) => {
      calls++
      await route.continue()
    })
    await page.goto('/register')
    await page.getByLabel(auth.accountName).fill(person.accountName)
    await field(page, auth.password).fill(person.password)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: auth.register.submit, exact: true }).dblclick()
    await page.waitForURL('**/start')
    await page.goto('/user/profile')
    expect(calls).toBe(1)
  })

  once('resubmitting the registration form after a lost response logs in to the same account', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/ERR_FAILED/] })
    const person = newPerson()
    let lost = false
    await page.route('**/user_register_username', async (route) => {
      if (lost) return route.continue()
      lost = true
      await route.fetch()
      await route.abort('failed')
    })
    await page.goto('/register')
    await page.getByLabel(auth.accountName).fill(person.accountName)
    await finishAuthForm(page, language, 'register', person.password)
    await page.getByRole('alert').first().waitFor()
    await page.getByRole('button', { name: auth.register.submit, exact: true }).click()
    await page.waitForURL('**/start')
    await page.goto('/user/profile')
    await page.getByText(person.accountName, { exact: true }).waitFor()
  })

  once('a recovery code resets the password of an account without an email address', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/status of 401/] })
    const person = await openProfile(page, language)
    const make = page.getByRole('button', { name: `${security.recovery.make}: ${security.recovery.title}` })
    await page.getByText(texts[language].account.wayBack.title).waitFor()
    await page.goto('/user/security')
    await make.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: fields.password }).fill(person.password)
    await dialog.getByRole('button', { name: security.recovery.make }).click()
    await dialog.getByRole('heading', { name: security.recovery.showTitle }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    const codes = await dialog.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await dialog.getByRole('button', { name: security.recovery.kept }).click()
    await page.goto('/user/profile')
    await page.getByText(person.accountName, { exact: true }).waitFor()
    await page.getByText(texts[language].account.wayBack.title).waitFor({ state: 'detached' })

    const other = await openPage({ language, width: 'phone', expected: [/status of 401/] })
    await other.goto('/resetpassword')
    await other.getByRole('tab', { name: reset.kinds.account_name }).click()
    await field(other, fields.accountName).fill(person.accountName)
    await other.getByRole('button', { name: reset.next }).click()
    await field(other, fields.recoveryCode).fill('AAAA-AAAA-AAAA-AAAA')
    await other.getByRole('button', { name: reset.next }).click()
    await field(other, fields.newPassword).fill('a whole new way 42')
    await other.getByRole('button', { name: reset.save }).click()
    await other.getByRole('alert').getByText(errorText('WrongRecoveryCode', language)).waitFor()
    await field(other, fields.recoveryCode).fill(codes[0] ?? '')
    expect(await faultsOf(other)).toEqual([])
    await other.getByRole('button', { name: reset.next }).click()
    await field(other, fields.newPassword).fill('a whole new way 42')
    await other.getByRole('button', { name: reset.save }).click()
    await other.getByText(reset.done).waitFor()
    expect(await faultsOf(other)).toEqual([])

    await openAndArrive(page, '/user/profile', '**/login')
    await other.getByRole('form').getByRole('link', { name: reset.logIn }).click()
    await logIn(other, language, { ...person, password: 'a whole new way 42' })
    await other.waitForURL('**/user/profile')
  })

  once('a forgotten password is reset by email, and another code can be requested only after a minute', async () => {
    const page = await openPage({ language, width: 'phone', expected: [/status of 401/] })
    const email = newEmail()
    await page.goto('/register')
    await page.getByRole('tab', { name: kinds.email }).click()
    await field(page, fields.email).fill(email)
    await page.getByRole('button', { name: fields.sendCode }).click()
    const first = await codeFor(email)
    await field(page, fields.code).fill(first)
    await finishAuthForm(page, language, 'register', 'the first way 4242')
    await page.waitForURL('**/start')
    await page.goto('/user/profile')

    const other = await openPage({ language, width: 'phone' })
    await other.goto('/resetpassword')
    await field(other, fields.email).fill(email)
    await other.getByRole('button', { name: reset.sendCode }).click()
    await other.getByText(reset.sentTo(email)).waitFor()
    await expect.poll(() => codeFor(email)).not.toBe(first)

    const third = await openPage({ language, width: 'phone', expected: [/status of 429/] })
    await third.goto('/resetpassword')
    await field(third, fields.email).fill(email)
    await third.getByRole('button', { name: reset.sendCode }).click()
    await third.getByRole('alert').getByText(errorText('TooManyRequests', language)).waitFor()

    await field(other, fields.code).fill(await codeFor(email))
    await other.getByRole('button', { name: reset.next }).click()
    await field(other, fields.newPassword).fill('the second way 4242')
    await other.getByRole('button', { name: reset.save }).click()
    await other.getByText(reset.done).waitFor()
    await openAndArrive(page, '/user/profile', '**/login')

    await other.getByRole('form').getByRole('link', { name: reset.logIn }).click()
    await other.getByRole('tab', { name: kinds.email }).click()
    await field(other, fields.email).fill(email)
    await finishAuthForm(other, language, 'login', 'the second way 4242')
    await other.waitForURL('**/user/profile')
  })
})
