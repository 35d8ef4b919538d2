import type { Language } from '#shared/language.ts'
import { formatMoney, type Currency, type Money } from '#shared/money.ts'

/** Time zone of mails by language. The reader's time zone is unknown, so times and days in mails name this one. */
const zones = { en: 'UTC', 'zh-CN': 'Asia/Shanghai' } as const
const ownZones: readonly string[] = Object.values(zones)

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const nb = '\u00a0'

const methods: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  alipay: { en: 'Alipay', 'zh-CN': '支付宝' },
  wechat: { en: 'WeChat Pay', 'zh-CN': '微信支付' },
  unionpay: { en: 'UnionPay', 'zh-CN': '银联' },
  card: { en: 'card', 'zh-CN': '银行卡' },
  crypto: { en: 'cryptocurrency', 'zh-CN': '加密货币' },
}
const chains: Readonly<Record<string, string>> = {
  tron: 'TRON',
  polygon: 'Polygon',
  ethereum: 'Ethereum',
  bsc: 'BNB Smart Chain',
}

const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * Formats of our own zones are remembered, because creating one takes a hundred times longer than using it. Customers
 * name zones in any spelling, so theirs could fill the memory.
 */
function formatOf(month: 'short' | 'numeric', timeZone: string): Intl.DateTimeFormat {
  const key = `${month} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month,
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  if (ownZones.includes(timeZone)) formats.set(key, format)
  return format
}

function partsOf(at: Date, month: 'short' | 'numeric', timeZone: string) {
  const format = formatOf(month, timeZone)
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    clock: `${part('hour')}:${part('minute')}`,
  }
}
const dateOf = (at: string | Date): Date => (at instanceof Date ? at : new Date(at))
const dayNumber = (at: Date, timeZone: string): number => {
  const { year, month, day } = partsOf(at, 'numeric', timeZone)
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000
}

export type Words = ReturnType<typeof wordsOf>

/**
 * Formatting functions of a language. `readIn`: IANA time zone of the reader; times then need no zone name. An unknown
 * time zone is ignored.
 */
export function wordsOf(language: Language, readIn?: string) {
  const own = readIn !== undefined && isZone(readIn)
  const zone = own ? readIn : zones[language]
  const parts = (at: string | Date) => partsOf(dateOf(at), language === 'en' ? 'short' : 'numeric', zone)
  const plain = (value: Money, whole: boolean) => formatMoney(value, language, { whole }).replace(/^-/, '−')
  const day = (at: string | Date) => {
    const { year, month, day: number } = parts(at)
    return language === 'en' ? `${number}${nb}${month}${nb}${year}` : `${year}年${month}月${number}日`
  }
  const shortDay = (at: string | Date) => {
    const { month, day: number } = parts(at)
    return language === 'en' ? `${number}${nb}${month}` : `${month}月${number}日`
  }
  /** Time of day: "09:14 UTC", 北京时间 09:14. */
  const clock = (at: string | Date) => {
    const { clock: time } = parts(at)
    if (own) return time
    return language === 'en' ? `${time}${nb}UTC` : `北京时间${nb}${time}`
  }
  const zoneAfter = own ? '' : '（北京时间）'
  return {
    language,
    /** Amount as written in a sentence: "$10.00", "¥268". */
    sum: (amountMinor: number, currency: Currency) => plain({ amountMinor, currency }, language !== 'en'),
    round: (amountMinor: number, currency: Currency) => plain({ amountMinor, currency }, true),
    /** Amount as written in a table column, always with decimals. */
    amount: (amountMinor: number, currency: Currency) => plain({ amountMinor, currency }, false),
    day,
    shortDay,
    clock,
    moment: (at: string | Date) => {
      if (language === 'en') return `${day(at)} at ${clock(at)}`
      return `${day(at)} ${parts(at).clock}${zoneAfter}`
    },
    /** Deadline: "09:14 UTC on 23 Nov", 11月23日 09:14（北京时间）. */
    deadline: (at: string | Date) => {
      if (language === 'en') return `${clock(at)} on ${shortDay(at)}`
      return `${shortDay(at)} ${parts(at).clock}${zoneAfter}`
    },
    daysBetween: (from: Date, to: string | Date) => dayNumber(dateOf(to), zone) - dayNumber(from, zone),
    method: (method: string) => methods[method]?.[language] ?? method,
    chain: (chain: string) => chains[chain] ?? chain,
    percent: (bps: number) => `${bps / 100}%`,
  }
}

export const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

export const decideBy = (at: string, hours: number | null): Date | null =>
  hours === null ? null : new Date(new Date(at).getTime() + hours * 3_600_000)

/** Browser and system of a sign-in, as far as known: "Chrome on Windows", Windows 上的 Chrome. */
export function placeOf(browser: string | null, system: string | null, language: Language): string {
  if (browser && system) return language === 'en' ? `${browser} on ${system}` : `${system} 上的 ${browser}`
  return browser ?? system ?? (language === 'en' ? 'Unknown browser' : '未知浏览器')
}
