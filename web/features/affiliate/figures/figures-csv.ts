import { money, toDecimal } from '#shared/money.ts'
import { csvFile } from '#shared/csv.ts'
import type { Breakdown, Counts, Figures } from '#web/features/affiliate/base/affiliate.queries.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'
import { keyText, valueOf } from './figures-words.ts'
import type { By } from './use-figures-address.ts'

const usd = (minor: number) => toDecimal(money(minor, 'USD'))
const cells = (counts: Counts): string[] => [
  String(counts.visits),
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

/** CSV of the figures with one line per chart interval, so the size of the file is bounded. */
export function figuresCsv({ parts }: Figures, t: DashboardTexts): string {
  const { csv } = t.figures
  const before = heads(t).map((head) => csv.before(head))
  return csvFile([
    [csv.from, csv.to, ...heads(t), ...before],
    ...parts.map((part) => [part.from, part.to, ...cells(part.counts), ...cells(part.before)]),
  ])
}

export const breakdownCsv = ({ rows }: Breakdown, by: By, t: DashboardTexts): string =>
  csvFile([
    [t.figures.by[by], ...heads(t), ...heads(t).map((head) => t.figures.csv.before(head))],
    ...rows.map((row) => [keyText(by, row.key, row.name, t), ...cells(row.counts), ...cells(row.before)]),
  ])
