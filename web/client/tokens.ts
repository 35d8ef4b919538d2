import { isRegisterToken, tokenPattern } from '#shared/codes.ts'
import { readStored, removeStored, writeStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** The token of a signed-in person, shared by every tab. */
export const storedToken = (): string | null => readStored('localStorage', storageKeys.token)
/** What registering answers with: it lives in this tab and opens nothing but the user-info call. */
export const storedRegisterToken = (): string | null => readStored('sessionStorage', storageKeys.registerToken)
export const holdsAnyToken = (): boolean => storedToken() !== null || storedRegisterToken() !== null

/**
 * Keeps the token that a response header `pragma` carries, if it is one: proxies send `Pragma: no-cache` too.
 * A new register token ends the session that was here, because the person has just become someone else.
 */
export function storeToken(pragma: string | null): void {
  if (pragma === null || !tokenPattern.test(pragma)) return
  if (isRegisterToken(pragma)) {
    writeStored('sessionStorage', storageKeys.registerToken, pragma)
    removeStored('localStorage', storageKeys.token)
  } else {
    writeStored('localStorage', storageKeys.token, pragma)
    removeStored('sessionStorage', storageKeys.registerToken)
  }
}

/** Forgets `token` only while it is still the one that is kept: another tab may have signed in meanwhile. */
export function forgetToken(token: string): void {
  if (storedToken() === token) removeStored('localStorage', storageKeys.token)
  if (storedRegisterToken() === token) removeStored('sessionStorage', storageKeys.registerToken)
}

export function forgetAllTokens(): void {
  removeStored('localStorage', storageKeys.token)
  removeStored('sessionStorage', storageKeys.registerToken)
}
