import { money, toDecimal } from '#shared/money.ts'
import { csvFile } from '#shared/csv.ts'
import type { Breakdown, Counts, Figures } from '#web/features/affiliate/base/affiliate.queries.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'
import { countsVisits, keyText, valueOf } from './figures-words.ts'
import type { By } from './use-figures-address.ts'

const usd = (minor: number) => toDecimal(money(minor, 'USD'))
/** `isCounted`: false if visits were not counted on all days of the range; no visits are then an empty cell. */
const cells = (counts: Counts, isCounted: boolean): string[] => [
  counts.visits === 0 && !isCounted ? '' : String(counts.visits),
  String(counts.signUps),
  String(counts.firsts),
  String(counts.renewals),
  usd(counts.firstMinor),
  usd(counts.renewalMinor),
  usd(-counts.reversedMinor),
  usd(valueOf(counts, 'commission')),
]
function heads({ figures: words }: DashboardTexts): string[] {
  const { steps, csv } = words
  return [steps.visits, steps.signUps, steps.firsts, steps.renewals, csv.first, csv.renewal, csv.reversed, csv.net]
}

const dayMs = 86_400_000
const dayBefore = (day: string, ms: number): string => new Date(Date.parse(day) - ms).toISOString().slice(0, 10)

/** CSV of the figures with one line per chart interval, so the size of the file is bounded. */
export function figuresCsv({ range, before: previous, parts, visitsSince }: Figures, t: DashboardTexts): string {
  const { csv } = t.figures
  const before = heads(t).map((head) => csv.before(head))
  const shiftMs = Date.parse(range.from) - Date.parse(previous.from)
  return csvFile([
    [csv.from, csv.to, ...heads(t), ...before],
    ...parts.map((part) => [
      part.from,
      part.to,
      ...cells(part.counts, countsVisits(visitsSince, part.from)),
      ...cells(part.before, countsVisits(visitsSince, dayBefore(part.from, shiftMs))),
    ]),
  ])
}

type Span = Figures['range']

export function breakdownCsv({ rows, visitsSince }: Breakdown, { from, to }: Span, by: By, t: DashboardTexts): string {
  const lengthMs = Date.parse(to) - Date.parse(from) + dayMs
  const isCounted = countsVisits(visitsSince, from)
  const wasCounted = countsVisits(visitsSince, dayBefore(from, lengthMs))
  return csvFile([
    [t.figures.by[by], ...heads(t), ...heads(t).map((head) => t.figures.csv.before(head))],
    ...rows.map((row) => [
      keyText(by, row.key, row.name, t),
      ...cells(row.counts, isCounted),
      ...cells(row.before, wasCounted),
    ]),
  ])
}
