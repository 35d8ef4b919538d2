/** Error for a value that cannot be read. An empty value is no error; its reader returns null. */
export class Unreadable extends Error {
  readonly why: 'rounded' | 'ambiguous' | 'unreadable'
  constructor(why: Unreadable['why']) {
    super(why)
    this.why = why
  }
}

/**
 * Removes control characters, halves of emoji and marks that change the direction of text. PostgreSQL stores no NUL,
 * the others belong to no name, and the marks would change how the rest of a sentence looks to the operator.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\uFFFD]/gu, '')
    .trim()

/**
 * True for a number that Excel has rounded: it writes 12,345,678,901 as 1.23457E+10, and nobody can restore the lost
 * digits.
 */
const isRounded = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(text)

/** Reads a whole number; null if the cell is empty. */
export function readWhole(value: string | null | undefined): number | null {
  const text = cleanText(value ?? '')
  if (text === '') return null
  if (isRounded(text)) throw new Unreadable('rounded')
  const number = Number(text)
  if (!/^[+-]?\d{1,15}(?:\.0+)?$/.test(text) || !Number.isSafeInteger(number)) throw new Unreadable('unreadable')
  return number === 0 ? 0 : number
}

/** Reads a limit of devices. Panels write 0, or a negative number, for "no limit", which is null. */
export function readLimit(value: string | null | undefined): number | null {
  const limit = readWhole(value)
  return limit === null || limit <= 0 ? null : limit
}

/**
 * Reads an amount in units of a currency, such as 12.50, 12,50 or 1,234.50, as hundredths; null if empty. Further
 * decimals are cut off. Throws `Unreadable` for anything else, also for 1,234, which can be a thousand or a little more
 * than one.
 */
export function readHundredths(value: string | null | undefined): number | null {
  const written = cleanText(value ?? '').replaceAll(/[¥￥$€\s]/g, '')
  // The export of Xboard writes thousands with commas (number_format of PHP).
  const text = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(written) ? written.replaceAll(',', '') : written
  if (text === '') return null
  if (isRounded(text)) throw new Unreadable('rounded')
  const found = /^([+-]?)(\d{1,12})(?:[.,](\d{1,2})\d*)?$/.exec(text)
  if (!found || /,\d{3}$/.test(text)) throw new Unreadable('unreadable')
  const [, sign, units, parts = ''] = found
  return Number(`${sign}${units}${parts.padEnd(2, '0')}`)
}

export function readFlag(value: string | null | undefined): boolean {
  const text = cleanText(value ?? '').toLowerCase()
  if (['', '0', 'false', 'no', 'n', '否', '正常'].includes(text)) return false
  if (['1', 'true', 'yes', 'y', '是', '封禁'].includes(text)) return true
  throw new Unreadable('unreadable')
}

/** Reads a time zone such as `+08:00`, or `Z` for UTC, as minutes east of UTC; null if invalid. */
export function readOffset(text: string): number | null {
  const found = /^([+-])(0\d|1[0-4]):([0-5]\d)$/.exec(text)
  if (!found) return text === 'Z' ? 0 : null
  const minutes = Number(found[2]) * 60 + Number(found[3])
  return found[1] === '-' ? -minutes : minutes
}

/** Reads a time since 1970 in seconds, or in milliseconds if it has 13 digits; null for NULL and an empty cell. */
export function readSeconds(value: string | null | undefined): number | null {
  const number = readWhole(value)
  return number === null ? null : secondsOf(number)
}

/**
 * Thirteen digits are milliseconds: as seconds they would be after the year 30000. The year 9999 in seconds has twelve.
 * Other numbers of more than twelve digits are no time.
 */
function secondsOf(number: number): number {
  const size = Math.abs(number)
  if (size < 1e12) return number
  if (size < 1e13) return Math.floor(number / 1000)
  throw new Unreadable('unreadable')
}

const [from2000, until2100] = [946_684_800, 4_102_444_800]
/**
 * Keeps a time in the history of an account (in seconds) only if it lies in the years 2000 to 2100. Any other value
 * must be an error and becomes null.
 */
export const pastMoment = (seconds: number | null): number | null =>
  seconds !== null && seconds >= from2000 && seconds < until2100 ? seconds : null

const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(.*)$/
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(.*)$/
const yearFirst = /^(\d{4})(?:-|\/|\.|年)(\d{1,2})(?:-|\/|\.|月)(\d{1,2})日?(.*)$/
/** A date without separators, with or without a time: 20260131 and 20260131235959. */
const compact = /^((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:(\d\d)(\d\d)(\d\d))?$/
const clock = /^(?:[T\s]\s*(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:\d{2})?$/

/**
 * Reads a time as seconds since 1970, from seconds or from a date as people and spreadsheets write it. A date without
 * a zone is in the zone `offset` (minutes). 05/06/2026 can mean two days and is refused; 25/06/2026 can mean only one.
 */
export function readMoment(value: string | null | undefined, offset: number): number | null {
  const text = cleanText(value ?? '')
  if (text === '') return null
  if (isRounded(text)) throw new Unreadable('rounded')
  const digits = compact.exec(text)
  if (digits) {
    const [, year, month, day, ...time] = digits
    const [hours = '00', minutes = '00', seconds = '00'] = time
    return readMoment(`${year}-${month}-${day} ${hours}:${minutes}:${seconds}`, offset)
  }
  if (/^-?\d+$/.test(text)) {
    // Four digits are a year, five a day of Excel, which counts from 1900 or from 1904, and less a number of days. As
    // seconds they would all be long ago.
    if (/^0*[1-9]\d{0,7}$/.test(text)) throw new Unreadable('ambiguous')
    return secondsOf(Number(text))
  }
  const [year, month, day, rest] = datePartsOf(text)
  const time = clock.exec(rest)
  if (!time) throw new Unreadable('unreadable')
  const [, hours = '0', minutes = '0', seconds = '0', zone] = time
  const at = Date.UTC(year, month - 1, day, Number(hours), Number(minutes), Number(seconds))
  const read = new Date(at)
  const isDate = read.getUTCMonth() === month - 1 && read.getUTCDate() === day && Number(hours) < 24
  if (!isDate) throw new Unreadable('unreadable')
  return at / 1000 - (zone === undefined ? offset : (readOffset(zone) ?? 0)) * 60
}

function datePartsOf(text: string): [year: number, month: number, day: number, rest: string] {
  const year = yearFirst.exec(text)
  if (year) return [Number(year[1]), Number(year[2]), Number(year[3]), year[4] as string]
  const day = dayFirst.exec(text)
  if (day) return [Number(day[3]), Number(day[2]), Number(day[1]), day[4] as string]
  const slashes = monthFirst.exec(text)
  if (!slashes) throw new Unreadable('unreadable')
  const [first, second] = [Number(slashes[1]), Number(slashes[2])]
  const rest = slashes[4] as string
  if (first > 12) return [Number(slashes[3]), second, first, rest]
  if (second > 12 || first === second) return [Number(slashes[3]), first, second, rest]
  throw new Unreadable('ambiguous')
}
