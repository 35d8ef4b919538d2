import { countText } from '#console/client/display.ts'

const signed = (number: number, digits: number): string => {
  const rounded = Math.abs(number).toFixed(digits)
  return `${Number(rounded) === 0 ? '±' : number < 0 ? '−' : '+'}${rounded}`
}

/** "+8.2 %": by how much it is another than before; null where there was nothing to compare with. */
export const percentChange = (now: number | undefined, before: number | undefined): string | null =>
  now === undefined || !before ? null : `${signed(((now - before) / Math.abs(before)) * 100, 1)} %`

/** "+5": of counts. */
export const countChange = (now: number | undefined, before: number | undefined): string | null =>
  now === undefined || before === undefined ? null : signed(now - before, 0)

/** A dash for a count that is not known. */
export const knownText = (count: number | undefined): string => (count === undefined ? '–' : countText(count))

/** A part of a whole in percent; null of nothing, and of what is not known. */
export const shareOf = (part: number | undefined, whole: number | undefined): number | null =>
  part === undefined || !whole ? null : (part / whole) * 100
export const shareText = (share: number | null): string => (share === null ? '–' : `${share.toFixed(1)} %`)
/** By how many points of a hundred a share is another one. */
export const pointsChange = (now: number | null, before: number | null): string | null =>
  now === null || before === null ? null : signed(now - before, 1)
