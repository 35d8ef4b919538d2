import { isDeviceOf } from '#server/modules/devices/devices.service.ts'
import { findKnownBrowser } from '#server/modules/limits/device-mark.ts'
import { notifyAgain } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Caller } from '#server/deps/identity-deps.ts'

type Account = { readonly userId: string; readonly uid: number }

/**
 * True if the account signed in from this browser (known by its cookie) or app (known by its device) before. Call it
 * before creating the session.
 */
export async function isKnownPlace(
  tx: Transaction,
  digest: KeyedDigest,
  { platform, deviceId, cookies }: Caller,
  { userId, uid }: Account,
): Promise<boolean> {
  return platform === 'web' ? findKnownBrowser(digest, cookies, uid) !== null : isDeviceOf(tx, userId, deviceId)
}

/**
 * Notifies the owner of a sign-in from a new device or browser, by mail at most once an hour for each app device, or
 * browser and operating system. A notice in the account area is hidden from the session that it names; it names the
 * latest sign-in, so that the owner's own sign-in cannot hide that of a stranger.
 */
export async function notifyNewSignIn(
  tx: Transaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  { platform, agent, deviceId, deviceName }: Pick<Caller, 'platform' | 'agent' | 'deviceId' | 'deviceName'>,
): Promise<void> {
  const at = tx.now.toISOString()
  const { browser, system } = agent ?? { browser: null, system: null }
  const place = platform === 'web' ? `${browser ?? ''}/${system ?? ''}` : `${platform}/${deviceId}`
  const device = platform === 'web' ? null : (deviceName ?? appNames[platform])
  const facts = { at, browser, system, device, sessionId }
  await notifyAgain(tx, { userId, event: `sign-in:${at.slice(0, 13)}:${place}`, template: 'new-sign-in', facts })
}

const appNames = { ios: 'iPhone / iPad', android: 'Android', mac: 'Mac', windows: 'Windows' } as const
