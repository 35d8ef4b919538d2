import type { Offer } from '#web/payment/offer.ts'

/** A stop on the line: a plan that can be chosen, or one that is sold for another number of devices alone. */
export type PlanLine = { readonly offer: Offer; readonly soldHere: boolean }

/** Every number of devices for which something is on sale, the smallest first. */
export const deviceCounts = (offers: readonly Offer[]): readonly number[] =>
  [...new Set(offers.map(({ maxDevices }) => maxDevices))].sort((a, b) => a - b)

/** The line for one number of devices. A length that is not sold for it keeps its place, once. */
export function planLines(offers: readonly Offer[], devices: number): readonly PlanLine[] {
  const here = offers.filter(({ maxDevices }) => maxDevices === devices)
  const seen = new Set(here.map(({ months }) => months))
  const elsewhere = offers.filter(({ maxDevices, months }) => {
    if (maxDevices === devices || seen.has(months)) return false
    seen.add(months)
    return true
  })
  return [
    ...here.map((offer) => ({ offer, soldHere: true })),
    ...elsewhere.map((offer) => ({ offer, soldHere: false })),
  ]
    .map((line, index) => ({ line, index }))
    .sort((a, b) => a.line.offer.months - b.line.offer.months || a.index - b.index)
    .map(({ line }) => line)
}
