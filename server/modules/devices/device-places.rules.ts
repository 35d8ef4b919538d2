/** Devices that an account may have without an active plan. */
export const placesWithoutPlan = 1

const linkMark = 'link '

/** Device id for an app of others that takes a device place through a subscription link. */
export const linkDeviceId = (id: string): string => `${linkMark}${id}`

/** True for a device with our own app, false for an app of others that uses a subscription link. */
export const isSignedIn = ({ deviceId }: { readonly deviceId: string }): boolean => !deviceId.startsWith(linkMark)

export type Plan = { readonly expiresAt: Date | null; readonly maxDevices: number }

/** Number of devices that an account may have. When a plan ends, no device is removed, but no new ones can be added. */
export function devicePlaces(plan: Plan | undefined, now: Date): number {
  const running = plan?.expiresAt && plan.expiresAt > now
  return running ? Math.max(plan.maxDevices, placesWithoutPlan) : placesWithoutPlan
}
