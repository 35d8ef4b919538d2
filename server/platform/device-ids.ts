import { createDecipheriv } from 'node:crypto'
import Bowser from 'bowser'
import { webDeviceId, type Platform } from '#shared/api-values.ts'
import { deviceIdPattern } from '#shared/device-codes.ts'
import { AppError } from '#shared/errors.ts'

export type BrowserName = { readonly browser: string | null; readonly system: string | null }

const longest = 400
const maxLetters = 40
const nameOf = (found: string | undefined): string | null => found?.slice(0, maxLetters) || null

/**
 * Reads browser and system from the user agent. The user agent can be forged, so the result is only shown to the
 * account's owner.
 */
export function nameBrowser(userAgent: string | undefined): BrowserName {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, longest))
  return { browser: nameOf(browser.name), system: nameOf(os.name) }
}

export type Device = {
  readonly platform: Platform
  readonly deviceId: string
  readonly osVersion?: string | undefined
  readonly deviceName?: string | undefined
  readonly agent?: BrowserName | undefined
}

export type DeviceIdReader = (platform: Platform, encoded: string) => string

/**
 * Decodes device ids of native apps: AES-128-ECB with PKCS#7 padding, in base64. This is an encoding shared by all
 * apps, not a protection. `key`: 32 hex digits.
 */
export function createDeviceIdReader(key: string): DeviceIdReader {
  const keyBytes = Buffer.from(key, 'hex')
  return (platform, encoded) => {
    if (platform === 'web') return webDeviceId
    const deviceId = decode(keyBytes, encoded)
    if (deviceId === null || !deviceIdPattern.test(deviceId)) throw new AppError('DeviceIdInvalid')
    return deviceId
  }
}

function decode(key: Buffer, encoded: string): string | null {
  if (!/^[A-Za-z0-9+/]{20,256}={0,2}$/.test(encoded)) return null
  try {
    const decipher = createDecipheriv('aes-128-ecb', key, null)
    return Buffer.concat([decipher.update(Buffer.from(encoded, 'base64')), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
