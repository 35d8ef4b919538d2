import type { FieldError } from './field-errors.ts'
import type { Platform } from './api-values.ts'
import { hasInvisibleCharacters, isBlank } from './visible-text.ts'

/** Operating systems by the numbers that the native apps send. */
export const operatingSystems = ['ios', 'android', 'mac', 'windows', 'other'] as const
export type OperatingSystem = (typeof operatingSystems)[number]
export const osCode = (os: OperatingSystem): number => operatingSystems.indexOf(os)
export const osOfPlatform = (platform: Exclude<Platform, 'web'>): OperatingSystem => platform

/** Number of the device type in the API: mobile = 0, pc = 1. Anything but a phone or tablet counts as a computer. */
export const deviceTypeCode = (os: OperatingSystem): 0 | 1 => (os === 'ios' || os === 'android' ? 0 : 1)

/**
 * Key with which native apps encode device ids (AES-128-ECB), as 32 hex digits. Not a secret: a device id grants no
 * access. Deployments with their own apps set DEVICE_ID_KEY.
 */
export const defaultDeviceIdKey = '776179666172652d6465766963652d31'
export const deviceIdPattern = /^[A-Za-z0-9._:-]{8,64}$/

export const deviceNameMaxLength = 40

/** Validates a device name: one line of visible text, whose length counts in code points. */
export function checkDeviceName(name: string): FieldError | null {
  const trimmed = name.trim()
  if (isBlank(trimmed)) return 'Required'
  return [...trimmed].length > deviceNameMaxLength || hasInvisibleCharacters(trimmed) ? 'DeviceNameFormat' : null
}
