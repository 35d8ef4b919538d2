import { isDeviceOf } from '#server/modules/devices/devices.service.ts'
import { findKnownBrowser } from '#server/modules/limits/device-mark.ts'
import { tellPeople } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Caller } from '#server/deps/identity-deps.ts'

type Account = { readonly userId: string; readonly uid: number }

/** Whether this account was signed in there before: a browser by its mark, an app by its device. Asked before the session is there. */
export async function isKnownPlace(
  tx: Transaction,
  digest: KeyedDigest,
  { platform, deviceId, cookies }: Caller,
  { userId, uid }: Account,
): Promise<boolean> {
  return platform === 'web' ? findKnownBrowser(digest, cookies, uid) !== null : isDeviceOf(tx, userId, deviceId)
}

/** Tells the owner that someone signed in where no one had. Of one kind of place once in an hour: a storm of sign-ins is one message. */
export async function tellNewSignIn(
  tx: Transaction,
  userId: string,
  { platform, agent, deviceId, deviceName }: Pick<Caller, 'platform' | 'agent' | 'deviceId' | 'deviceName'>,
): Promise<void> {
  const at = tx.now.toISOString()
  const { browser, system } = agent ?? { browser: null, system: null }
  const place = platform === 'web' ? `${browser ?? ''}/${system ?? ''}` : `${platform}/${deviceId}`
  const device = platform === 'web' ? null : (deviceName ?? appNames[platform])
  const facts = { at, browser, system, device }
  await tellPeople(tx, [{ userId, event: `sign-in:${at.slice(0, 13)}:${place}`, template: 'new-sign-in', facts }])
}

const appNames = { ios: 'iPhone / iPad', android: 'Android', mac: 'Mac', windows: 'Windows' } as const
