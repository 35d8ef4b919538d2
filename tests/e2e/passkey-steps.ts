import type { Page } from 'playwright-core'
import type { Language } from '#shared/language.ts'
import { identityTexts } from './identity-texts.ts'

/** Adds a virtual authenticator that verifies its user automatically and answers explicit requests only. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // The virtual authenticator would also answer autofill offers at once, so those are off unless a test enables them.
  await page.addInitScript(
    "PublicKeyCredential.isConditionalMediationAvailable = async () => sessionStorage.getItem('offer') !== null",
  )
}

/** Opens the security section and adds a passkey. */
export async function addPasskey(page: Page, language: Language, password: string, name: string): Promise<void> {
  const { security } = identityTexts[language]
  const dialog = page.getByRole('dialog')
  await page.goto('/user/security')
  await page.getByRole('button', { name: security.passkeys.add }).click()
  await dialog.getByLabel(security.passkeys.name, { exact: true }).fill(name)
  await dialog.getByLabel(security.fields.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: security.passkeys.add }).click()
  await page.getByText(name).waitFor()
}
