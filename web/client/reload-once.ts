const key = 'reloaded'

/**
 * After a script failed to load: reloads the page, but only once per session (SPEC §2), since a new deploy is mended by it and a dead
 * network is not. Returns false where the one try is used up; then show the error.
 */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(key)) return false
    sessionStorage.setItem(key, '1')
  } catch {
    return false // without storage nothing would stop the loop
  }
  location.reload()
  return true
}
