const moved = new Map([
  ['#orders', '/user/orders'],
  ['#security', '/user/security'],
  ['#identity', '/user/security#identity'],
  ['#sessions', '/user/security#sessions'],
  ['#personal-data', '/user/security#personal-data'],
  ['#messages', '/user/notifications#messages'],
])

/**
 * Path of the page to which a section of the profile page moved, by its old hash; null if the hash is no such section.
 */
export const movedSection = (hash: string): string | null => moved.get(hash) ?? null
