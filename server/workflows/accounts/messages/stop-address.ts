import type { Language } from '#shared/language.ts'
import type { Keyring } from '#server/platform/keyring.ts'

const purpose = 'stop reminders'

/** Where one tap stops the reminders of an account, without a sign-in. The address says nothing about whose it is. */
export const stopAddress = (keyring: Keyring, publicOrigin: string, userId: string, language: Language): string =>
  `${publicOrigin}/${language}/mails/stop/${keyring.seal(purpose, userId).toString('base64url')}`

/** Whose reminders a token stops; null for one that was not made here. */
export function readStopToken(keyring: Keyring, token: string): string | null {
  if (!/^[\w-]{20,200}$/.test(token)) return null
  try {
    return keyring.open(purpose, Buffer.from(token, 'base64url'))
  } catch {
    return null
  }
}
