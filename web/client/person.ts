import { readStored, removeStored, writeStored } from './browser-storage.ts'
import * as storageKeys from './storage-keys.ts'
import { holdsAnyToken } from './tokens.ts'

/** Whose account is open in this browser, by number: other tabs see by it that it is another one. A token changes without that. */
export function notePerson(uid: number): void {
  const before = readStored('localStorage', storageKeys.person)
  // An answer may come after another tab logged out: no one is here then.
  if (before === String(uid) || !holdsAnyToken()) return
  // The order that waits is of the one before; what was typed on the way to log in is the new person's own, and stays.
  if (before !== null) removeStored('sessionStorage', storageKeys.openOrder)
  writeStored('localStorage', storageKeys.person, String(uid))
}

/** What of a person stays in this tab: the next one at this computer has no part in it. */
export function forgetInTab(): void {
  for (const key of [storageKeys.openOrder, storageKeys.wallet, storageKeys.groupChoice, storageKeys.applicationDraft])
    removeStored('sessionStorage', key)
}

export function forgetPerson(): void {
  removeStored('localStorage', storageKeys.person)
  forgetInTab()
}
