export function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export function readSpan(text: string): { readonly from: number; readonly until: number } | null {
  const [from, until, ...more] = text.split('-').map((time) => minuteOf(time.trim()))
  return from === undefined || until === undefined || more.length > 0 || from === until ? null : { from, until }
}

export function isTimeZone(name: string): boolean {
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    return known !== '' && /^[A-Za-z0-9/_+-]{1,60}$/.test(name)
  } catch {
    return false
  }
}
