import { isRegisterToken, tokenPattern } from '#shared/api-values.ts'
import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

export const storedToken = (): string | null => readStored('localStorage', storageKeys.token)
/** Register token of a new account. It lives in this tab and is valid only for the user-info call. */
export const storedRegisterToken = (): string | null => readStored('sessionStorage', storageKeys.registerToken)
export const holdsAnyToken = (): boolean => storedToken() !== null || storedRegisterToken() !== null

/**
 * Stores the token of a `pragma` response header. Other values are ignored, because proxies send `Pragma: no-cache`. A
 * register token ends the old session, because it belongs to a new account.
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

/** Forgets `token` unless another one is stored by now, because another tab may have signed in meanwhile. */
export function forgetToken(token: string): void {
  if (storedToken() === token) removeStored('localStorage', storageKeys.token)
  if (storedRegisterToken() === token) removeStored('sessionStorage', storageKeys.registerToken)
}

export function forgetAllTokens(): void {
  removeStored('localStorage', storageKeys.token)
  removeStored('sessionStorage', storageKeys.registerToken)
}
