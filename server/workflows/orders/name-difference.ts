import type { Localized } from '#shared/language.ts'
import type { Difference } from '#server/modules/membership/difference.rules.ts'

/** Whole days. */
export const differenceDays = (seconds: number): number => Math.round(seconds / 86_400)

/** Name of an upgrade on orders, receipts and mails. */
export function nameDifference({
  maxDevices,
  devicesBefore,
  seconds,
}: Pick<Difference, 'maxDevices' | 'devicesBefore' | 'seconds'>): Localized {
  const days = differenceDays(seconds)
  return {
    en: `${maxDevices} devices instead of ${devicesBefore}, for ${days} ${days === 1 ? 'day' : 'days'}`,
    'zh-CN': `剩余 ${days} 天从 ${devicesBefore} 台升到 ${maxDevices} 台`,
  }
}
