import type { Localized } from '#shared/language.ts'
import type { Difference } from '#server/modules/membership/difference.rules.ts'

/** As people count them. */
export const differenceDays = (seconds: number): number => Math.round(seconds / 86_400)

/** As it stands on orders, receipts and in mails, where a plan's name would. */
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
