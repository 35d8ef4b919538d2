/** Payments of the preceding weeks by hour of the week (UTC, from Monday 00:00), and the days in which they came. */
export type SalesPace = { readonly days: number; readonly byWeekHour: readonly number[] }
type SalesStopped = { readonly since: Date; readonly expected: number }

/** Minimum number of payments in the preceding weeks that show a pace. */
const fewestSales = 20
/** Days in which chance alone may raise one alert. */
const quietDays = 30
const hourMs = 3_600_000
const dayHours = 24
const weekHours = 7 * dayHours
/** Longest silence that is added up. The alert has long been open by then. */
const mostHours = 4 * weekHours

/** Monday, so that whole weeks after it begin at hour 0. */
const monday = Date.UTC(1970, 0, 5)
const weekHourOf = (at: number): number => Math.floor((at - monday) / hourMs) % weekHours

/**
 * Payments to be expected in each hour of the week. Neighbouring hours are averaged, so that few payments give a smooth
 * day, but an hour never counts as busier than its own payments allow. A weekday counts as slower than the others, never as
 * busier, because four of them prove little; the constants draw small counts to the average.
 */
function ratesOf({ days, byWeekHour }: SalesPace): number[] {
  const total = sum(byWeekHour)
  const hours = Array.from({ length: dayHours }, (_, hour) =>
    sum(byWeekHour.filter((__, at) => at % dayHours === hour)),
  )
  const ofHour = (hour: number) => hours[(hour + dayHours) % dayHours] ?? 0
  const ofDay = (day: number) => sum(byWeekHour.slice(day * dayHours, (day + 1) * dayHours))
  const hourly = Array.from({ length: dayHours }, (_, hour) => {
    const own = ofHour(hour)
    const near = (ofHour(hour - 1) + own + ofHour(hour + 1) + 1) / 3
    return Math.min(near, own + 2 * Math.sqrt(own + 1)) / (total / dayHours + 1 / 3)
  })
  const daily = Array.from({ length: 7 }, (_, day) => Math.min(1, (ofDay(day) + 4) / (total / 7 + 4)))
  const average = total / days / dayHours
  return Array.from({ length: weekHours }, (_, at) => {
    const [hour, day] = [hourly[at % dayHours] ?? 0, daily[Math.floor(at / dayHours)] ?? 0]
    return average * hour * day
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/**
 * Detects that nobody has paid for longer than the shop's own pace explains, at its usual hours: a night without sales
 * is normal if nights have none. It needs no tries, so it also notices that nobody reaches the checkout, and it serves a
 * shop of two sales a day. Payments are taken as independent: a silence in which `expected` of them usually come has
 * probability e^-expected. `quietSince`: the last payment, or the later time from which the shop sells as it does now.
 * Null if normal, or if there are too few sales to tell.
 */
export function salesStopped(quietSince: Date, now: Date, pace: SalesPace): SalesStopped | null {
  const total = sum(pace.byWeekHour)
  if (total < fewestSales) return null
  const rates = ratesOf(pace)
  const from = Math.max(quietSince.getTime(), now.getTime() - mostHours * hourMs)
  let expected = 0
  for (let at = from; at < now.getTime();) {
    const next = Math.min(now.getTime(), (Math.floor(at / hourMs) + 1) * hourMs)
    expected += (rates[weekHourOf(at)] ?? 0) * ((next - at) / hourMs)
    at = next
  }
  const limit = Math.log((total / pace.days) * quietDays)
  return expected >= limit ? { since: quietSince, expected: Math.round(expected) } : null
}
