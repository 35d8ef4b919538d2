import { countText } from '#console/client/display.ts'

const signed = (number: number, digits: number): string => {
  const rounded = Math.abs(number).toFixed(digits)
  return `${Number(rounded) === 0 ? '±' : number < 0 ? '−' : '+'}${rounded}`
}

export const percentChange = (now: number | undefined, before: number | undefined): string | null =>
  now === undefined || !before ? null : `${signed(((now - before) / Math.abs(before)) * 100, 1)} %`

export const countChange = (now: number | undefined, before: number | undefined): string | null =>
  now === undefined || before === undefined ? null : signed(now - before, 0)

export const countOrDash = (count: number | undefined): string => (count === undefined ? '–' : countText(count))

/** Share of the whole in percent; null if a number is unknown or the whole is zero. */
export const shareOf = (part: number | undefined, whole: number | undefined): number | null =>
  part === undefined || !whole ? null : (part / whole) * 100
export const shareText = (share: number | null): string => (share === null ? '–' : `${share.toFixed(1)} %`)
export const pointsChange = (now: number | null, before: number | null): string | null =>
  now === null || before === null ? null : signed(now - before, 1)
