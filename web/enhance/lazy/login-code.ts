import { pageDataId } from '#shared/site.ts'
import { writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { consumeReturnPath } from '#web/client/login-return.ts'
import { readPageData } from '#web/client/page-data.ts'
import { storedToken } from '#web/client/tokens.ts'

/**
 * Runs on pages that an app opened with a one-time login code. After the sign-in, reloads the page or leaves the login
 * page.
 */
export async function start(): Promise<void> {
  if (!document.getElementById(pageDataId) || readPageData().signingKey === undefined) {
    // This page has no key for signed calls, so the login page exchanges the code and returns here.
    writeStored('sessionStorage', storageKeys.origin, location.pathname + location.search + location.hash)
    location.replace('/login')
    return
  }
  // Imports the login code module separately, because it brings the dialog's styles.
  const { exchangeLoginCode } = await import('#web/client/login-code.ts')
  const entered = await exchangeLoginCode()
  const atDoor = /\/(?:login|register|resetpassword)$/.test(location.pathname)
  // A visitor who keeps the old session must leave the login page too. The mark `entering` stays set, so that the login
  // page's own script does not redirect as well: this call deletes the return path.
  if (atDoor && (entered || storedToken() !== null)) return location.replace(consumeReturnPath())
  delete document.documentElement.dataset.entering
  if (entered) location.reload()
}
