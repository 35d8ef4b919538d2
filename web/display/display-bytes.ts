import type { Language } from '#shared/language.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "3.2 GB": in steps of a thousand, with as many places as anyone compares by. */
export function displayBytes(bytes: number, language: Language): string {
  let at = 0
  let amount = bytes
  // What would be rounded up to a thousand is one of the next unit.
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
