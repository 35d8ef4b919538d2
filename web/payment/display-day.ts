import type { Language } from '#shared/language.ts'
import { clockOf, displayDate } from '#web/display/display-date.ts'

type Words = { readonly onDay: (clock: string, day: string) => string; readonly tomorrow: (clock: string) => string }

const dayMs = 86_400_000
const isSameDay = (a: number, b: number): boolean => new Date(a).toDateString() === new Date(b).toDateString()

export function displayDay(at: number, language: Language, now: number): string {
  const text = displayDate(at, language)
  const year = new Date(at).getFullYear()
  if (year !== new Date(now).getFullYear()) return text
  return language === 'en' ? text.replace(`\u00a0${year}`, '') : text.slice(text.indexOf('年') + 2)
}

export function displayTime(at: number, t: Words, language: Language, now: number): string {
  const clock = clockOf(at)
  if (isSameDay(at, now)) return clock
  return isSameDay(at, now + dayMs) ? t.tomorrow(clock) : t.onDay(clock, displayDay(at, language, now))
}
