/** Devices without an active plan. */
export const placesWithoutPlan = 1

const linkMark = 'link '

/** Pseudo device id of a foreign app that uses the place through a link. */
export const linkDeviceId = (id: string): string => `${linkMark}${id}`

/** True for a device with our app. */
export const isSignedIn = ({ deviceId }: { readonly deviceId: string }): boolean => !deviceId.startsWith(linkMark)

export type Plan = { readonly expiresAt: Date | null; readonly maxDevices: number }

/** Number of devices of an account. The end of a plan removes none; it only prevents new ones. */
export function devicePlaces(plan: Plan | undefined, now: Date): number {
  const running = plan?.expiresAt && plan.expiresAt > now
  return running ? Math.max(plan.maxDevices, placesWithoutPlan) : placesWithoutPlan
}
