import { setReminders } from '#server/modules/accounts/accounts.queries.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { readStopToken } from './stop-address.ts'

/** Stops the reminders of the account in whose mail this token stood. False for a token that was not made here. */
export async function stopReminders(
  { database, keyring }: Pick<IdentityDeps, 'database' | 'keyring'>,
  token: string,
): Promise<boolean> {
  const userId = readStopToken(keyring, token)
  return userId !== null && (await setReminders(database, userId, false)) === 1
}
