import type { Language } from '#shared/language.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function displayBytes(bytes: number, language: Language): string {
  let at = 0
  let amount = bytes
  // From 999.5 on, rounding would show "1000", so the next larger unit is used.
  while (at < units.length - 1 && amount >= 999.5) {
    amount /= 1000
    at++
  }
  const unit = units[at]
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: amount < 10 && at > 0 ? 1 : 0,
  })
    .format(amount)
    .replace(' ', '\u00a0')
}
