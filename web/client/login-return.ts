import { ApiError } from '#web/client/api-error.ts'
import { readStored, removeStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

const afterLoginDefault = '/user/profile'
/** Pages to which a visitor returns after a registration, for example in the middle of buying. */
const errands =
  /^(?:\/en|\/zh-CN)?\/(?:user|pricing|group-buying|open-groups|crypto-pay|purchased|affiliate)(?:[/?#]|$)/
const accountDoors = /^(?:\/en|\/zh-CN)?\/(?:login|register|resetpassword)\/?$/

/**
 * Path, query and hash of a stored URL if it leads to a page of this site other than the login pages; null otherwise.
 * Another script may have written the stored value, so it is never followed unchecked.
 */
export function safeReturnPath(value: string | null, siteOrigin: string): string | null {
  if (value === null || !value.startsWith('/')) return null
  let url: URL
  try {
    url = new URL(value, siteOrigin)
  } catch {
    return null
  }
  // A URL such as "/.//evil.example" has our origin, but its path alone would be read as another host.
  if (url.origin !== siteOrigin || url.pathname.startsWith('//') || accountDoors.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

function withoutReferral(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('r')
  return url.pathname + url.search + url.hash
}

/**
 * Saves this page as the one to return to, then opens the login or register page. The referral code stays in the URL,
 * because it must not be stored before consent.
 */
export function goToLogin(base: string, door: 'login' | 'register' = 'login'): void {
  const referral = new URLSearchParams(location.search).get('r')
  writeStored('sessionStorage', storageKeys.origin, withoutReferral(location.href))
  location.assign(`${base}/${door}${referral === null ? '' : `?r=${encodeURIComponent(referral)}`}`)
}

/** If a call failed because nobody is signed in, redirects to the login page and returns true. */
export function loginIfSignedOut(error: unknown, base: string): boolean {
  if (!isSignedOut(error)) return false
  goToLogin(base)
  return true
}

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 'Unauthorized'

let isNoted = false

/**
 * Saves the previous page of this site as the one to return to after login, unless it is already saved with its hash.
 * Runs once per page, although two scripts call it in any order, because a sign-in deletes the entry.
 */
export function saveReferrer(): void {
  if (isNoted) return
  isNoted = true
  if (!document.referrer.startsWith(`${location.origin}/`)) return
  const path = safeReturnPath(withoutReferral(document.referrer), location.origin)
  const known = readStored('sessionStorage', storageKeys.origin)
  if (path !== null && known?.split('#')[0] !== path) writeStored('sessionStorage', storageKeys.origin, path)
}

function takeReturnPath(): string | null {
  const path = safeReturnPath(readStored('sessionStorage', storageKeys.origin), location.origin)
  removeStored('sessionStorage', storageKeys.origin)
  return path
}

export const consumeReturnPath = (): string => takeReturnPath() ?? afterLoginDefault

/**
 * Time at which an account deleted from this browser will be erased; null if there is none, or it has passed. `ahead`:
 * by how much this device's clock was wrong, because the login page asks the server nothing that would tell.
 */
export function findErasure(): number | null {
  const [at = 0, ahead = 0] = (readStored('localStorage', storageKeys.eraseAt) ?? '').split(' ').map(Number)
  return at > Date.now() + ahead ? at : null
}

/** Saves that this sign-in cancelled the deletion of the account, which the account page then tells the user. */
export function saveCancelledDeletion({ deletionCancelled }: { readonly deletionCancelled: boolean }): void {
  removeStored('localStorage', storageKeys.eraseAt)
  if (deletionCancelled) writeStored('sessionStorage', storageKeys.deletionCancelled, '1')
}

/** Returns and deletes the page to resume after registration; null if the visitor interrupted nothing. */
export function consumePendingPage(): string | null {
  const path = takeReturnPath()
  return path !== null && errands.test(path) ? path : null
}

/**
 * Leaves the login page after a sign-in. If the sign-in cancelled the deletion of the account, opens the account page,
 * which says so.
 */
export function enterSite(entered: { readonly deletionCancelled: boolean }): void {
  saveCancelledDeletion(entered)
  // Tells the login page's own script not to redirect as well.
  document.documentElement.dataset.entering = ''
  const path = consumeReturnPath()
  location.replace(entered.deletionCancelled ? afterLoginDefault : path)
}
