const signed = (number: number, digits: number): string => {
  const rounded = Math.abs(number).toFixed(digits)
  return `${Number(rounded) === 0 ? '±' : number < 0 ? '−' : '+'}${rounded}`
}

/** "+8.2 %": by how much it is another than before; null where there was nothing to compare with. */
export const percentChange = (now: number, before: number): string | null =>
  before === 0 ? null : `${signed(((now - before) / Math.abs(before)) * 100, 1)} %`

/** "+5": of counts. */
export const countChange = (now: number, before: number): string => signed(now - before, 0)

/** A part of a whole in percent; null of nothing. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100)
export const shareText = (share: number | null): string => (share === null ? '–' : `${share.toFixed(1)} %`)
/** By how many points of a hundred a share is another one. */
export const pointsChange = (now: number | null, before: number | null): string | null =>
  now === null || before === null ? null : signed(now - before, 1)
