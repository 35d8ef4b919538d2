import { historyDays, type ServiceDay, type ServiceHistory } from '#shared/service-history.ts'

export type DayState = 'up' | 'partly' | 'down' | 'none'

const dayMs = 86_400_000
const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10)

/** Worst state during a measured day. */
export const worstOf = ({ partly, down }: ServiceDay): Exclude<DayState, 'none'> =>
  down > 0 ? 'down' : partly > 0 ? 'partly' : 'up'

/** State of each shown day, oldest first; `none`: not measured. */
export function listStates({ days, until }: ServiceHistory): { day: string; state: DayState }[] {
  const measured = new Map(days.map((each) => [each.day, each]))
  return Array.from({ length: historyDays }, (_, index) => {
    const day = daysBefore(until, historyDays - 1 - index)
    const found = measured.get(day)
    return { day, state: found ? worstOf(found) : 'none' }
  })
}

/** Days without measurements, as ranges, oldest first. */
export function listGaps(history: ServiceHistory): { from: string; until: string }[] {
  const gaps: { from: string; until: string }[] = []
  for (const { day, state } of listStates(history)) {
    if (state !== 'none') continue
    const last = gaps.at(-1)
    if (last?.until === daysBefore(day, 1)) last.until = day
    else gaps.push({ from: day, until: day })
  }
  return gaps
}

/** Height of a day's bar by its state, so that states differ without colour. */
const heights = { up: 40, partly: 26, down: 13, none: 3 }

/** SVG path of the bars of all days in this state, in a picture of 900 × 40. */
export const drawBars = (states: readonly { readonly state: DayState }[], state: DayState): string =>
  states
    .map((each, index) => {
      const height = heights[state]
      return each.state === state ? `M${index * 10 + 1} ${40 - height}h8v${height}h-8z` : ''
    })
    .join('')
