import type { Language } from '#shared/language.ts'
import type { Keyring } from '#server/platform/keyring.ts'

const purposes = { reminders: 'stop reminders', news: 'stop news' } as const
/** What one tap stops. */
export type Stoppable = keyof typeof purposes
/** In front of a token for news: the page that it leads to says what it stops. */
const newsMark = 'news-'

/** Where one tap stops the reminders or the news of an account, without a sign-in. The address says nothing about whose it is. */
export const stopAddress = (
  keyring: Keyring,
  publicOrigin: string,
  userId: string,
  language: Language,
  what: Stoppable = 'reminders',
): string =>
  `${publicOrigin}/${language}/mails/stop/${what === 'news' ? newsMark : ''}${keyring.seal(purposes[what], userId).toString('base64url')}`

/** Whose reminders or news a token stops; null for one that was not made here. */
export function readStopToken(keyring: Keyring, token: string): { userId: string; what: Stoppable } | null {
  if (!/^[\w-]{20,200}$/.test(token)) return null
  return token.startsWith(newsMark) ? open('news', token.slice(newsMark.length)) : open('reminders', token)

  function open(what: Stoppable, sealed: string) {
    try {
      return { userId: keyring.open(purposes[what], Buffer.from(sealed, 'base64url')), what }
    } catch {
      return null
    }
  }
}
