/** Where the climb is drawn: one unit of `x` is a month, `y` runs from 0 at the foot to 100 at the peak of the scale. */
export type Month = { readonly firstMinor: number; readonly renewalMinor: number }

const steps = [1, 2, 5, 10]

/**
 * The lines of a scale that holds `maxMinor`: one to four whole amounts in minor units with round steps, lowest first.
 * The last of them is at least `maxMinor`.
 */
export function scaleOf(maxMinor: number): number[] {
  const least = Math.max(maxMinor, 100) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * (steps.find((each) => each * power >= least) ?? 10)
  const lines = Math.ceil(Math.max(maxMinor, 1) / step)
  return Array.from({ length: lines }, (_, index) => (index + 1) * step)
}

/** How high each month stands, out of 100: renewals, and first purchases on top of them. */
export function heightsOf(months: readonly Month[], topMinor: number): { renewals: number[]; all: number[] } {
  const height = (minor: number) => Math.round((minor / topMinor) * 1000) / 10
  return {
    renewals: months.map(({ renewalMinor }) => height(renewalMinor)),
    all: months.map(({ firstMinor, renewalMinor }) => height(firstMinor + renewalMinor)),
  }
}

/** An open line over the heights, as an SVG path with its origin at the top left. */
export const lineOver = (heights: readonly number[]): string =>
  heights.map((height, index) => `${index === 0 ? 'M' : 'L'}${index} ${Math.round((100 - height) * 10) / 10}`).join('')

/** The area under the heights, down to the foot. */
export const areaUnder = (heights: readonly number[]): string => `${lineOver(heights)}L${heights.length - 1} 100L0 100z`
