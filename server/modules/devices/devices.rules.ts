/** Places for someone without a running plan: anyone who tries the service does so on one device. */
export const placesWithoutPlan = 1

const linkMark = 'link '

/** What stands in the place of a device id where an app of others uses the place, by a link. */
export const linkDeviceId = (id: string): string => `${linkMark}${id}`

/** An app of ours is signed in there. */
export const isSignedIn = ({ deviceId }: { readonly deviceId: string }): boolean => !deviceId.startsWith(linkMark)

export type Plan = { readonly expiresAt: Date | null; readonly maxDevices: number }

/**
 * How many devices an account may have. A plan that has ended takes no device away; it only admits no new one beyond
 * the places of someone without a plan.
 */
export function devicePlaces(plan: Plan | undefined, now: Date): number {
  const running = plan?.expiresAt && plan.expiresAt > now
  return running ? Math.max(plan.maxDevices, placesWithoutPlan) : placesWithoutPlan
}
