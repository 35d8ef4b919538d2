import { isDeviceOf } from '#server/modules/devices/devices.service.ts'
import { findKnownBrowser } from '#server/modules/limits/device-mark.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

type Account = { readonly userId: string; readonly uid: number }
/** Placeholder account: unknown identifiers run the same queries, so that response times reveal nothing. */
const nobody: Account = { userId: '00000000-0000-0000-0000-000000000000', uid: 0 }

/**
 * Key under which sign-in tries of a known device count: a browser by its cookie, an app by its device and network.
 * Null for unknown devices.
 */
export async function findKnownDevice(
  { database, digest }: Pick<IdentityDeps, 'database' | 'digest'>,
  { platform, deviceId, network, cookies }: Caller,
  account: Account | undefined,
): Promise<string | null> {
  const { userId, uid } = account ?? nobody
  if (platform !== 'web')
    return (await isDeviceOf(database, userId, deviceId)) ? `app ${userId} ${deviceId} ${network}` : null
  const browser = findKnownBrowser(digest, cookies, uid)
  return browser && `browser ${uid} ${browser}`
}
