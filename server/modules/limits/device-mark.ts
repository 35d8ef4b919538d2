import { randomBytes } from 'node:crypto'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import {
  addProof,
  deviceMarkCookie,
  deviceMarkDays,
  holdsProof,
  readDeviceMark,
  writeDeviceMark,
} from './device-mark.rules.ts'

type Owner = number | `operator ${string}`

const proverOf = (digest: KeyedDigest, uid: Owner) => (name: string, day: number) =>
  digest('device mark', `${uid} ${name} ${day}`).subarray(0, 16).toString('base64url')

/**
 * Name of the browser if the account has signed in there before (a device cookie as described by OWASP), else null.
 * Grants no access: it only separates the owner's attempts from those of strangers.
 */
export function findKnownBrowser(digest: KeyedDigest, cookies: string | undefined, uid: Owner): string | null {
  const mark = readDeviceMark(cookies)
  return mark && holdsProof(mark, new Date(), proverOf(digest, uid)) ? mark.name : null
}

/** Cookie to set after a sign-in, by which the account recognises this browser. It is HttpOnly and SameSite. */
export function rememberBrowser(
  digest: KeyedDigest,
  cookies: string | undefined,
  { uid, path, secure }: { uid: Owner; path: string; secure: boolean },
): string {
  const known = readDeviceMark(cookies) ?? { name: randomBytes(16).toString('base64url'), entries: [] }
  const mark = addProof(known, new Date(), proverOf(digest, uid))
  const lifetime = `Max-Age=${deviceMarkDays * 24 * 60 * 60}`
  const parts = [
    `${deviceMarkCookie}=${writeDeviceMark(mark)}`,
    `Path=${path}`,
    lifetime,
    'HttpOnly',
    'SameSite=Strict',
  ]
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}
