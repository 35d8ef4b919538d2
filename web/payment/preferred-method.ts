import type { Method } from '#shared/method.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'

export const preferredMethod = (): Method | null => readStored('localStorage', storageKeys.method) as Method | null

export const savePreferredMethod = (method: Method): void => writeStored('localStorage', storageKeys.method, method)
