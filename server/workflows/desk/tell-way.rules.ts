import type { ActionOutput } from '#shared/contract/operator.ts'

export type Happening = ActionOutput<'orders.show'>['way'][number]

/** Order of events at the same instant: cause before effect. */
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

/** Merges timelines, oldest first; at the same instant by kind, then in the given order. */
export const tellWay = (...rows: readonly (readonly Happening[])[]): Happening[] =>
  rows
    .flat()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || orderOfKinds.indexOf(a.kind) - orderOfKinds.indexOf(b.kind))

/** Creates an event; omitted fields are empty. */
export const happening = (
  kind: Happening['kind'],
  at: Date,
  what: string,
  more: Partial<Pick<Happening, 'by' | 'sum' | 'seconds'>> = {},
): Happening => ({ kind, at, what, by: '', sum: null, seconds: null, ...more })
