/** True on a phone, where charts are narrower and tables are folded at first. */
export const isNarrow = (): boolean => globalThis.matchMedia('(max-width: 600px)').matches

/**
 * Smallest number that is at least `most` and of the form 1, 2 or 5 times a power of ten, for the top of a chart's
 * scale; never less than 1.
 */
export function niceTop(most: number): number {
  if (most <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= most) ?? most
}
