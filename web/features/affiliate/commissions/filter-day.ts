/** A day as a date field has it, 2026-11-21, by the reader's own clock; '' for none. */
export function dayOf(instant: number | undefined): string {
  if (instant === undefined) return ''
  const date = new Date(instant)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The instant at which that day begins, or the one after it (`days` 1); undefined for what is no day. */
export function beginningOf(day: string, days: 0 | 1 = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const instant = new Date(year, month - 1, date + days).getTime()
  return instant > 0 ? instant : undefined
}
