/**
 * Seconds until the next attempt. Short if the panel is down, because its breaker pauses it as a whole; up to an hour
 * after refusals, which rarely resolve themselves.
 */
export const retrySeconds = (failures: number, isAway: boolean): number =>
  isAway ? Math.min(5 * 2 ** Math.min(failures, 4), 60) : Math.min(10 * 2 ** Math.min(failures, 9), 3_600)
