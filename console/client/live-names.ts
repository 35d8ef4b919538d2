import type { Spot } from '#shared/console-live.ts'

export const countsKey = ['live counts'] as const
/** Name of the window event that is sent when another operator opens or leaves a record. */
export const spotEvent = ({ place, id }: Spot): string => `here ${place} ${id}`
