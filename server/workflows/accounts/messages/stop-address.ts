import type { Language } from '#shared/language.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { setNews, setReminders } from '#server/modules/accounts/accounts.queries.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'

const purposes = { reminders: 'stop reminders', news: 'stop news' } as const
type Stoppable = keyof typeof purposes
/** Prefix of unsubscribe tokens for news, so that the page knows without decrypting the token which mails it stops. */
const newsMark = 'news-'

/** Unsubscribe link: stops reminders or news with one tap and without signing in. Does not reveal the account. */
export const stopAddress = (
  keyring: Keyring,
  publicOrigin: string,
  userId: string,
  language: Language,
  what: Stoppable = 'reminders',
): string =>
  `${publicOrigin}/${language}/mails/stop/${what === 'news' ? newsMark : ''}${keyring.seal(purposes[what], userId).toString('base64url')}`

function readStopToken(keyring: Keyring, token: string): { userId: string; what: Stoppable } | null {
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

export async function stopReminders(
  { database, keyring }: Pick<IdentityDeps, 'database' | 'keyring'>,
  token: string,
): Promise<boolean> {
  const found = readStopToken(keyring, token)
  if (!found) return false
  const { userId, what } = found
  return (await (what === 'news' ? setNews : setReminders)(database, userId, false)) === 1
}
