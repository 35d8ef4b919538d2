import type { Spot } from '#shared/console-live.ts'

export const countsKey = ['live counts'] as const
/** Name of the window event for operators who open or leave an object. */
export const spotEvent = ({ place, id }: Spot): string => `here ${place} ${id}`
