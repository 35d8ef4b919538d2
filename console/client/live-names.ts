import type { Spot } from '#shared/console-live.ts'

/** Where the counts that the stream told are kept. */
export const countsKey = ['live counts'] as const
/** Of this window: others came to this spot, or left it. */
export const spotEvent = ({ place, id }: Spot): string => `here ${place} ${id}`
