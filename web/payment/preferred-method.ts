import type { Method } from '#shared/method.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { isBlockedByApp } from './open-payment.ts'

/** Method used last in this browser; null if there is none, or if the app around the page now blocks it. */
export function preferredMethod(): Method | null {
  const method = readStored('localStorage', storageKeys.method) as Method | null
  return method && isBlockedByApp(method) ? null : method
}

export const savePreferredMethod = (method: Method): void => writeStored('localStorage', storageKeys.method, method)
