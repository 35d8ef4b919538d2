import type { ActionOutput } from '#shared/contract/operator.ts'

export type Happening = ActionOutput<'orders.show'>['way'][number]

/** What belongs together at one instant comes in the order of cause and effect. */
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

/** One row of time of several: the oldest first, nothing left out; of one instant by kind, and then as it was given. */
export const tellWay = (...rows: readonly (readonly Happening[])[]): Happening[] =>
  rows
    .flat()
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || orderOfKinds.indexOf(a.kind) - orderOfKinds.indexOf(b.kind))

/** A happening; what it leaves out is empty. */
export const happening = (
  kind: Happening['kind'],
  at: Date,
  what: string,
  more: Partial<Pick<Happening, 'by' | 'sum' | 'seconds'>> = {},
): Happening => ({ kind, at, what, by: '', sum: null, seconds: null, ...more })
