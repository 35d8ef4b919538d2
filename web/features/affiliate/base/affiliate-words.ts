import type { Language } from '#shared/language.ts'
import { formatMoney, money, type Currency } from '#shared/money.ts'
import { keepTogether } from '#web/display/display-date.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'

export type DashboardProps = { readonly t: DashboardTexts; readonly language: Language }

/** Formats an amount: "$17.96". Uses the typographic minus sign. */
export function amountText(minor: number, currency: Currency, language: Language): string {
  const text = formatMoney(money(Math.abs(minor), currency), language)
  return minor < 0 ? `−${text}` : text
}

export const signedAmountText = (minor: number, currency: Currency, language: Language): string =>
  (minor > 0 ? '+' : '') + amountText(minor, currency, language)

export const uidText = (uid: number): string => String(uid).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')

const dayOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

export function monthText(month: string, language: Language, { year = false } = {}): string {
  const date = dayOf(month)
  if (language === 'zh-CN') {
    const name = [String(date.getUTCMonth() + 1), '月']
    return keepTogether(year ? [String(date.getUTCFullYear()), '年', ...name] : name)
  }
  const name = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(date)
  return year ? `${name}\u00a0${date.getUTCFullYear()}` : name
}
