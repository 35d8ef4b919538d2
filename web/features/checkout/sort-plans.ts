import type { Offer } from '#web/payment/offer-prices.ts'

/** Plan in the list. `soldHere` is false if it is only sold for another number of devices than the chosen one. */
export type PlanLine = { readonly offer: Offer; readonly soldHere: boolean }

export const deviceCounts = (offers: readonly Offer[]): readonly number[] =>
  [...new Set(offers.map(({ maxDevices }) => maxDevices))].sort((a, b) => a - b)

/** Plans for one number of devices. A length that is only sold for another number is listed once, as unavailable. */
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
