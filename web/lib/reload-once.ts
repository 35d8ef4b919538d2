const key = (what: string): string => `reloaded ${what}`

/**
 * After a script failed to load: reloads the page, but only once per session and script, since a new deploy is mended
 * by it and a dead network is not. `what` names the script: the success of another must not forget this one's try, or
 * the page would reload for ever. Returns false where the one try is used up; then show the error.
 */
export function reloadOnce(what: string): boolean {
  try {
    if (sessionStorage.getItem(key(what))) return false
    sessionStorage.setItem(key(what), '1')
  } catch {
    return false // without storage nothing would stop the loop
  }
  location.reload()
  return true
}

/** This script did load: its next failure may try again. */
export function forgetReload(what: string): void {
  try {
    sessionStorage.removeItem(key(what))
  } catch {
    // storage is blocked, so nothing was kept
  }
}
