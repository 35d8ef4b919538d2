import { serverAhead } from '#web/client/server-clock.ts'
import { arrival, type Offer } from '#web/payment/offer-prices.ts'

type Running = { readonly expiresAt: number | null; readonly maxDevices: number }

export const daysBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 86_400_000)

/**
 * Time from which plans count: that at which the visitor opened the page, by the server's clock as far as it is known.
 * `cameAt`: the same time as a script found it before the form became active.
 */
export function timeNow(opened: number, cameAt: number | undefined): Date {
  const ahead = serverAhead()
  return new Date(ahead === null ? (cameAt ?? opened) : opened + ahead)
}

/**
 * Start and end of a plan. `running`: end of the buyer's remaining time. `converts`: true if that time is for another
 * number of devices; then only the server knows the new end.
 */
export function planDates(start: Date, user: Running | null) {
  const expiresAt = user?.expiresAt ?? null
  const running = expiresAt !== null && expiresAt > start.getTime() ? new Date(expiresAt) : null
  return {
    running,
    end: (offer: Offer): Date => arrival(offer, start, expiresAt),
    converts: (offer: Offer): boolean => running !== null && !!user?.maxDevices && offer.maxDevices !== user.maxDevices,
  }
}

/**
 * Estimated conversion of remaining time, used to reserve space until the server's preview arrives; null if nothing is
 * converted.
 */
export function likelyConversion(offer: Offer, user: Running | null, start: Date) {
  const { running, converts } = planDates(start, user)
  if (!running || !user || !converts(offer)) return null
  return { days: daysBetween(start, running), devicesBefore: user.maxDevices, devicesAfter: offer.maxDevices }
}
