import type { Language } from './language.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const key = timeZone ?? ''
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  })
  formats.set(key, made)
  return made
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Writes a minute in a time zone with its offset, because readers of a mail cannot know the zone: "28 Nov 2026, 22:30
 * (UTC+8)". Without `timeZone`, the zone of this machine is used.
 */
export function momentIn(at: Date, language: Language, timeZone?: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  // English month names differ between versions of ICU ("Sep" or "Sept"), so only the first three letters are compared.
  const month = monthNames.indexOf(part('month').slice(0, 3))
  const clock = `${part('hour')}:${part('minute')}`
  const offset = part('timeZoneName').replace('GMT', 'UTC').replace(/[+]0$/, '')
  return language === 'en'
    ? `${part('day')} ${monthNames[month]} ${part('year')}, ${clock} (${offset})`
    : `${part('year')}年${month + 1}月${part('day')}日 ${clock} (${offset})`
}
