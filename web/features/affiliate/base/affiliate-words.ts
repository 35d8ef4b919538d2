import type { Language } from '#shared/language.ts'
import { formatMoney, money, type Currency } from '#shared/money.ts'
import type { DashboardTexts } from '#web/text/en/affiliate-dashboard.ts'

/** What every part of the page gets. `now` is one moment for the whole page, in ms. */
export type DashboardProps = { readonly t: DashboardTexts; readonly language: Language }

/** "$17.96"; below zero with a minus sign as wide as a plus. */
export function amountText(minor: number, currency: Currency, language: Language): string {
  const text = formatMoney(money(Math.abs(minor), currency), language)
  return minor < 0 ? `−${text}` : text
}

/** The same, with a plus where something is added. */
export const signedAmountText = (minor: number, currency: Currency, language: Language): string =>
  (minor > 0 ? '+' : '') + amountText(minor, currency, language)

/** "482 019 337": user ids as people read them aloud. */
export const uidText = (uid: number): string => String(uid).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')

const dayOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** "2026-11" → "Nov", 11 月; `year` adds it: "Nov 2026", 2026 年 11 月. */
export function monthText(month: string, language: Language, { year = false } = {}): string {
  const date = dayOf(month)
  if (language === 'zh-CN') {
    const name = `${date.getUTCMonth() + 1}\u00a0月`
    return year ? `${date.getUTCFullYear()}\u00a0年 ${name}` : name
  }
  const name = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(date)
  return year ? `${name}\u00a0${date.getUTCFullYear()}` : name
}
