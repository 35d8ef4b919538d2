const moved = new Map([
  ['#orders', '/user/orders'],
  ['#security', '/user/security'],
  ['#identity', '/user/security#identity'],
  ['#sessions', '/user/security#sessions'],
  ['#personal-data', '/user/security#personal-data'],
  ['#messages', '/user/notifications#messages'],
])

/** Address of a part that was on the profile before it got a page of its own; null: still there, or none. */
export const movedSection = (hash: string): string | null => moved.get(hash) ?? null
