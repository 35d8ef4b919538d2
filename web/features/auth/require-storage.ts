import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import { readPageData } from '#web/client/page-data.ts'

/**
 * Throws an `ApiError` if the browser stores nothing for this site, because its storage is forbidden or full. The
 * session would end with this page, and a new account would be lost. Call it before a sign-in or sign-up.
 */
export async function requireStorage(): Promise<void> {
  const key = 'try'
  writeStored('localStorage', key, key)
  const isBlocked = readStored('localStorage', key) === null
  removeStored('localStorage', key)
  // Loaded when it is needed, which is rare.
  if (isBlocked) throw (await import('./blocked-storage.ts')).blockedStorageError(readPageData().language)
}
