import { readStored, writeStored } from '#ui/browser-storage.ts'
import { serverAhead } from './server-clock.ts'
import * as storageKeys from './storage-keys.ts'

/**
 * Saves when the account will be erased, and by how much this device's clock is wrong: the login page asks the server
 * nothing that would tell.
 */
export const saveErasure = (at: number): void =>
  writeStored('localStorage', storageKeys.eraseAt, `${at} ${serverAhead() ?? 0}`)

/** Time at which an account deleted from this browser will be erased; null if there is none, or it has passed. */
export function findErasure(): number | null {
  const [at = 0, ahead = 0] = (readStored('localStorage', storageKeys.eraseAt) ?? '').split(' ').map(Number)
  return at > Date.now() + ahead ? at : null
}
