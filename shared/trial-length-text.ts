import type { Language } from './language.ts'

/** Minutes in readable form, such as "3 hours" or "1 hour 35 minutes"; 3 小时, 1 小时 35 分钟. */
export function trialLength(minutes: number, language: Language): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [
    hours > 0 ? count(hours, 'hour', language) : '',
    rest > 0 || hours === 0 ? count(rest, 'minute', language) : '',
  ]
  return parts.filter(Boolean).join(' ')
}

const units = { hour: '小时', minute: '分钟' } as const
const count = (number: number, unit: keyof typeof units, language: Language): string =>
  language === 'zh-CN' ? `${number}\u00a0${units[unit]}` : `${number} ${unit}${number === 1 ? '' : 's'}`
