import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from './storage-keys.ts'
import { holdsAnyToken } from './tokens.ts'

/**
 * Saves the uid of the signed-in account, by which other tabs notice that the account has changed. A new session token
 * alone does not mean another account.
 */
export function savePerson(uid: number): void {
  const before = readStored('localStorage', storageKeys.person)
  // The answer may arrive after another tab logged out, so there is no account to save.
  if (before === String(uid) || !holdsAnyToken()) return
  // The unpaid order belongs to the previous account. Drafts typed before the login belong to the new account and stay.
  if (before !== null) removeStored('sessionStorage', storageKeys.openOrder)
  writeStored('localStorage', storageKeys.person, String(uid))
}

/** Deletes personal data from this tab, so that the next person at this computer does not see it. */
export function forgetInTab(): void {
  for (const key of [storageKeys.openOrder, storageKeys.wallet, storageKeys.groupChoice, storageKeys.applicationDraft])
    removeStored('sessionStorage', key)
}

export function forgetPerson(): void {
  removeStored('localStorage', storageKeys.person)
  forgetInTab()
}
