/** Devices that an account may have without an active plan. */
const placesWithoutPlan = 1

const linkMark = 'link '

/**
 * Makes the device id for a third-party app that uses a subscription link, so that it counts towards the device limit.
 */
export const linkDeviceId = (id: string): string => `${linkMark}${id}`

/** True for a device with our own app, false for a third-party app with a subscription link. */
export const isSignedIn = ({ deviceId }: { readonly deviceId: string }): boolean => !deviceId.startsWith(linkMark)

type Plan = { readonly expiresAt: Date | null; readonly maxDevices: number }

/** Number of devices that an account may have. When a plan ends, no device is removed, but no new ones can be added. */
export function devicePlaces(plan: Plan | undefined, now: Date): number {
  const running = plan?.expiresAt && plan.expiresAt > now
  return running ? Math.max(plan.maxDevices, placesWithoutPlan) : placesWithoutPlan
}
