/**
 * Seconds until a person is tried again. A panel that is away rests as a whole, so that a person need not wait long; what it
 * refused will hardly come right by itself, and is tried at growing pauses up to an hour.
 */
export const retrySeconds = (failures: number, isAway: boolean): number =>
  isAway ? Math.min(5 * 2 ** Math.min(failures, 4), 60) : Math.min(10 * 2 ** Math.min(failures, 9), 3_600)
