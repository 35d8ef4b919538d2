import type { Method } from '#shared/method.ts'
import { readStored, writeStored } from '#web/client/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

/** The method that this browser was last used to pay with; inside WeChat its own. Null: the usual one of the currency. */
export const preferredMethod = (): Method | null =>
  (readStored('localStorage', storageKeys.method) as Method | null) ??
  (/MicroMessenger/i.test(navigator.userAgent) ? 'wechat' : null)

export const savePreferredMethod = (method: Method): void => writeStored('localStorage', storageKeys.method, method)
