import type { Page } from 'playwright-core'
import type { Language } from '#shared/language.ts'
import { identityTexts } from './identity-texts.ts'

/** A virtual authenticator that verifies its owner by itself, in the place of a finger; it answers what is pressed alone. */
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
  // The virtual authenticator answers at once, also what is only offered at the field: that is for a test to let in.
  await page.addInitScript(
    "PublicKeyCredential.isConditionalMediationAvailable = async () => sessionStorage.getItem('offer') !== null",
  )
}

/** On the profile: adds a passkey, by the password. */
export async function addPasskey(page: Page, language: Language, password: string, name: string): Promise<void> {
  const { security } = identityTexts[language]
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: security.passkeys.add }).click()
  await dialog.getByLabel(security.passkeys.name, { exact: true }).fill(name)
  await dialog.getByLabel(security.fields.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: security.passkeys.add }).click()
  await page.getByText(name).waitFor()
}
