import type { Told } from './told.rules.ts'

/** Form in the webhook and the feed. */
export const showTold = ({ subject, version, state, validUntil, maxDevices, plan }: Told) => ({
  subject,
  version,
  state,
  validUntil: validUntil?.toISOString() ?? null,
  maxDevices,
  plan,
})
