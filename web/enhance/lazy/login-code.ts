import { pageDataId } from '#shared/site.ts'
import { writeStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { consumeReturnPath } from '#web/client/login-return.ts'
import { readPageData } from '#web/client/page-data.ts'
import { storedToken } from '#web/client/tokens.ts'

/** A page that an app opened with a login code. Signed in by it, the page is loaded again, as that person's. */
export async function start(): Promise<void> {
  if (!document.getElementById(pageDataId) || readPageData().signingKey === undefined) {
    // This page makes no signed calls. The login page does, and leads back here.
    writeStored('sessionStorage', storageKeys.origin, location.pathname + location.search + location.hash)
    location.replace('/login')
    return
  }
  // By itself, because it brings the style of its dialog along.
  const { exchangeLoginCode } = await import('#web/client/login-code.ts')
  const entered = await exchangeLoginCode()
  const atDoor = /\/(?:login|register|resetpassword)$/.test(location.pathname)
  // Someone who keeps the session that they had does not belong at the door either. The door's own script, which may come after this,
  // goes on taking it as not settled: where to go back to is used up here.
  if (atDoor && (entered || storedToken() !== null)) return location.replace(consumeReturnPath())
  delete document.documentElement.dataset.entering
  if (entered) location.reload()
}
