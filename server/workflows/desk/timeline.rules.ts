import type { ActionOutput } from '#shared/contract/operator.ts'

export type Happening = ActionOutput<'orders.show'>['way'][number]

/** Order of timeline events at the same instant: cause before effect. */
const orderOfKinds: readonly Happening['kind'][] = [
  'attempt',
  'transfer',
  'fact',
  'act',
  'status',
  'review',
  'time',
  'commission',
  'refund',
  'note',
]

export const buildTimeline = (...rows: readonly (readonly Happening[])[]): Happening[] =>
  rows
    .flat()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || orderOfKinds.indexOf(a.kind) - orderOfKinds.indexOf(b.kind))

export const timelineEntry = (
  kind: Happening['kind'],
  at: Date,
  what: string,
  more: Partial<Pick<Happening, 'by' | 'sum' | 'seconds'>> = {},
): Happening => ({ kind, at, what, by: '', sum: null, seconds: null, ...more })
