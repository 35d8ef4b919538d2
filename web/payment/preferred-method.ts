import type { Method } from '#shared/method.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** Method last used in this browser, or WeChat Pay inside WeChat; null means the default of the currency. */
export const preferredMethod = (): Method | null =>
  (readStored('localStorage', storageKeys.method) as Method | null) ??
  (/MicroMessenger/i.test(navigator.userAgent) ? 'wechat' : null)

export const savePreferredMethod = (method: Method): void => writeStored('localStorage', storageKeys.method, method)
