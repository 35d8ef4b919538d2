import { arrival, type Offer } from '#web/payment/offer.ts'

type Running = { readonly expiresAt: number | null; readonly maxDevices: number }

export const daysBetween = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / 86_400_000)

/**
 * Where a plan begins and leads. `running`: when time that is left ends. Time of another number of devices is converted:
 * only the server says where that leads, so `arrivalOf` is null there.
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
 * The time that a purchase converts, before the server has said to how much: what it says then takes its place without moving
 * what is below. Null where nothing is converted.
 */
export function likelyConversion(offer: Offer, user: Running | null, start: Date) {
  const { running, converts } = planDates(start, user)
  if (!running || !user || !converts(offer)) return null
  return { days: daysBetween(start, running), devicesBefore: user.maxDevices, devicesAfter: offer.maxDevices }
}
