import { isDeviceOf } from '#server/modules/devices/devices.service.ts'
import { findKnownBrowser } from '#server/modules/limits/device-mark.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'

type Account = { readonly userId: string; readonly uid: number }
/** Stands for no account, so that the same is looked up whether or not there is one. */
const nobody: Account = { userId: '00000000-0000-0000-0000-000000000000', uid: 0 }

/**
 * Whose tries these are, if the account knows the device: a browser by the mark that it got when someone signed in
 * there, an app by a device that is bound to the account, together with its network. Null for everyone else.
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
