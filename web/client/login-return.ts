import { ApiError } from '#web/client/api-error.ts'
import { readStored, removeStored, writeStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

export const afterLoginDefault = '/user/profile'
/** Where someone was about to do something that an account is needed for, and goes on with it. */
const errands =
  /^(?:\/en|\/zh-CN)?\/(?:user|pricing|group-buying|open-groups|crypto-pay|purchased|affiliate)(?:[/?#]|$)/
const accountDoors = /^(?:\/en|\/zh-CN)?\/(?:login|register|resetpassword)\/?$/

/**
 * The path, query and hash of `value` if it leads to a page of this site other than the login pages; null otherwise.
 * It may come from storage that another script wrote, so it is never followed as it is.
 */
export function safeReturnPath(value: string | null, siteOrigin: string): string | null {
  if (value === null || !value.startsWith('/')) return null
  let url: URL
  try {
    url = new URL(value, siteOrigin)
  } catch {
    return null
  }
  // "/.//evil.example" has our origin, and yet its path alone would be read as another host.
  if (url.origin !== siteOrigin || url.pathname.startsWith('//') || accountDoors.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/**
 * Remembers this page as the one to come back to, then goes to a door of the same kind of address. The link that someone
 * followed here goes along: until they were asked whether it may be kept, it lives in the address alone.
 */
export function goToLogin(base: string, door: 'login' | 'register' = 'login'): void {
  writeStored('sessionStorage', storageKeys.origin, location.pathname + location.search + location.hash)
  const referral = new URLSearchParams(location.search).get('r')
  location.assign(`${base}/${door}${referral === null ? '' : `?r=${encodeURIComponent(referral)}`}`)
}

/** True, and on the way to the login page, if that is why something was refused. */
export function loginIfSignedOut(error: unknown, base: string): boolean {
  const isSignedOut = error instanceof ApiError && error.status === 'Unauthorized'
  if (isSignedOut) goToLogin(base)
  return isSignedOut
}

let isNoted = false

/**
 * On a login page: remembers the page of this site whose link led here, unless it is remembered already (with its hash). Once a
 * page: its own script and the form's both ask for it, neither waits for the other, and a sign-in uses it up.
 */
export function noteReferrer(): void {
  if (isNoted) return
  isNoted = true
  if (!document.referrer.startsWith(`${location.origin}/`)) return
  const path = safeReturnPath(document.referrer.slice(location.origin.length), location.origin)
  const known = readStored('sessionStorage', storageKeys.origin)
  if (path !== null && known?.split('#')[0] !== path) writeStored('sessionStorage', storageKeys.origin, path)
}

/** Where a signed-in visitor of a login page belongs. Used once: the next login starts from a clean slate. */
export function consumeReturnPath(): string {
  const path = safeReturnPath(readStored('sessionStorage', storageKeys.origin), location.origin)
  removeStored('sessionStorage', storageKeys.origin)
  return path ?? afterLoginDefault
}

/** After a sign-in: the account says when it is opened that this one kept it from erasure. */
export function noteSignIn({ deletionCancelled }: { readonly deletionCancelled: boolean }): void {
  removeStored('localStorage', storageKeys.eraseAt)
  if (deletionCancelled) writeStored('sessionStorage', storageKeys.deletionCancelled, '1')
}

/** After signing up: back to what someone was about to do; null where that is nothing but to use the service. */
export function consumeErrand(): string | null {
  const path = safeReturnPath(readStored('sessionStorage', storageKeys.origin), location.origin)
  removeStored('sessionStorage', storageKeys.origin)
  return path !== null && errands.test(path) ? path : null
}

/** After a sign-in: back to where someone came from; to the account, with the news, if this sign-in kept it from erasure. */
export function enterSite(entered: { readonly deletionCancelled: boolean }): void {
  noteSignIn(entered)
  // The door's own script, should it come after this, sends no one on.
  document.documentElement.dataset.entering = ''
  const { deletionCancelled } = entered
  const path = consumeReturnPath()
  location.replace(deletionCancelled ? afterLoginDefault : path)
}
