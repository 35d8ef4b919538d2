import { randomUUIDv7 } from 'node:crypto'
import type { ConnectionId } from '#shared/connections.ts'
import { isPaymentConnection } from '#server/platform/connection-config.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { endKeys, insertKeys } from './connections.repo.ts'

/** Keys of a connection by setting name. The value of a setting that ends in `_FILE` is the content of that file. */
export type KeyValues = Readonly<Record<string, string>>

export const keysPurpose = (id: string): string => `connection keys ${id}`

/**
 * Decrypts the keys of a connection. Returns null if the secret key that encrypted them is lost, or the stored value is
 * damaged.
 */
export function openKeys(keyring: Keyring, { id, sealed }: { id: string; sealed: Uint8Array }): KeyValues | null {
  try {
    return JSON.parse(keyring.open(keysPurpose(id), sealed)) as KeyValues
  } catch {
    return null
  }
}

/**
 * Days for which replaced keys still serve payments begun before the change, because providers repeat notifications for
 * up to three days (Stripe).
 */
export const keptDays = 3

type Change = { readonly connection: ConnectionId; readonly by: string; readonly areLeaked: boolean }

/**
 * Ends the current keys of a connection. Payments that were begun with them can still use them for some days, unless
 * the keys have leaked. Mail and SMS need no former keys.
 */
export const removeKeys = (tx: Transaction, { connection, areLeaked }: Omit<Change, 'by'>): Promise<number> =>
  endKeys(tx, connection, areLeaked || !isPaymentConnection(connection) ? 0 : keptDays)

export async function saveKeys(
  tx: Transaction,
  keyring: Keyring,
  { connection, by, areLeaked, values }: Change & { readonly values: KeyValues },
): Promise<void> {
  await removeKeys(tx, { connection, areLeaked })
  const id = randomUUIDv7()
  await insertKeys(tx, { id, connection, by, sealed: keyring.seal(keysPurpose(id), JSON.stringify(values)) })
}
