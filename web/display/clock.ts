export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000))

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** "29:41", or "17:42:08" above one hour. */
export const clockText = (seconds: number): string => {
  const hours = seconds > 3600 ? Math.floor(seconds / 3600) : 0
  const clock = [Math.floor(seconds / 60) - hours * 60, seconds % 60]
  return (hours > 0 ? [hours, ...clock] : clock).map(twoDigits).join(':')
}
