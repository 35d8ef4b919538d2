import { setNews, setReminders } from '#server/modules/accounts/accounts.queries.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { readStopToken } from './stop-address.ts'

/** Stops reminders or news of the token's account. Returns false if the token is invalid. */
export async function stopReminders(
  { database, keyring }: Pick<IdentityDeps, 'database' | 'keyring'>,
  token: string,
): Promise<boolean> {
  const found = readStopToken(keyring, token)
  if (!found) return false
  const { userId, what } = found
  return (await (what === 'news' ? setNews : setReminders)(database, userId, false)) === 1
}
